export const INVALID_EMAIL = 'Please enter a valid email address'
