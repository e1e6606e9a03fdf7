export const linkedTexts = {
  name: 'Your name',
  nameRequired: 'Please enter your name.',
  invalidLink: "This link isn't complete. Please open it from the email again.",
} as const
