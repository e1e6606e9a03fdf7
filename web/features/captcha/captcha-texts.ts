export const captchaTexts = {
  asked: "I'm not a robot",
  working: 'Checking...',
  solved: 'Verified',
  failed: 'Could not check. Please try again.',
} as const
