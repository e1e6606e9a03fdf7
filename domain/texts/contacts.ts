// Rules for contacts.

export const contactTexts = {
  invalidEmail: 'Please enter a valid email address',
  invalidPhone: 'Please enter a valid phone number (E.164 format recommended)',
} as const
