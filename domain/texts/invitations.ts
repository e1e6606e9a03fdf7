// Problems with invitations by email.

export const invitationTexts = {
  none: 'Please enter at least one email address',
  invalid: (word: string) => `“${word}” is not a valid email address`,
  tooMany: (max: number) => `Please invite at most ${max} people at once`,
  role: 'Please choose member or admin',
} as const
