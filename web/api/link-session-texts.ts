export const continueAs = (current: string, next: string) =>
  `You're signed in as ${current}. Sign out and continue as ${next}?`
