export const passkeyTexts = { signIn: 'Sign in with a passkey' }
