export const linkedTexts = {
  name: 'Your name',
  nameRequired: 'Please enter your name.',
  notSent: "This couldn't be sent. Please check what you entered.",
  invalidLink: "This link isn't complete. Please open it from the email again.",
} as const
