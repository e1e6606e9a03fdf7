import type { passkeyTexts as English } from './passkey-texts.ts'

export const passkeyTexts: typeof English = { signIn: 'Iniciar sesión con una clave de acceso' }
