/** What the sign-in screen is for: with a password, or with a mailed code instead of one. */
export type Mode = 'login' | 'signup' | 'forgot' | 'code' | 'signup-code'

export const isSignUp = (mode: Mode) => mode === 'signup' || mode === 'signup-code'
