export const captchaTexts = {
  asked: "I'm not a robot",
  working: 'Checking...',
  solved: 'Verified',
  failed: "Couldn't check. Please try again.",
  typeFirst: 'Fill in the form to continue',
  tickBox: 'Tick the box to continue',
} as const
