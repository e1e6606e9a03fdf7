// Rules for contacts.

export const contactTexts = {
  name: 'Name',
  tag: 'Tag',
  tagRequired: 'Please enter a tag',
  tooManyTags: (max: number) => `A recipient can have at most ${max} tags`,
  invalidEmail: 'Please enter a valid email address',
  invalidPhone: 'Please enter a valid phone number (E.164 format recommended)',
  noMoreNumbers: "This calendar can't take more phone numbers right now.",
} as const
