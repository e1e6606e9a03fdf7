export const captchaTexts = {
  asked: "I'm not a robot",
  working: 'Checking...',
  solved: 'Verified',
  failed: "Couldn't check. Please try again.",
} as const
