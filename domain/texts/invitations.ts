// Problems with invitations by email.

export const invitationTexts = {
  none: 'Please enter at least one email address',
  invalid: (word: string) => `“${word}” is not a valid email address`,
  tooMany: (max: number) => `Please invite at most ${max} people at once`,
  role: 'Please choose member, admin or owner',
  oneOwner: 'Please invite one person as the owner',
} as const
