import { PRODUCT_NAME } from '#domain/company.ts'
import type { alreadyRegistered as English } from './already-registered.ts'

export const alreadyRegistered: typeof English = (url) => ({
  subject: `Usted ya tiene una cuenta de ${PRODUCT_NAME}`,
  heading: 'Usted ya tiene una cuenta',
  before: [
    `Alguien acaba de intentar registrarse en ${PRODUCT_NAME} con esta dirección, que ya tiene una cuenta. Si fue usted, simplemente inicie sesión.`,
    'Si no recuerda la contraseña, o nunca eligió una, elija una nueva. Al hacerlo se cerrarán todas las sesiones abiertas de la cuenta.',
  ],
  button: { label: 'Elegir una nueva contraseña', url },
  after: [
    'El enlace funciona una sola vez, durante 60 minutos.',
    'Si no intentó registrarse, ignore este mensaje: no ha cambiado nada.',
  ],
  reason: `Recibe este mensaje porque alguien intentó registrarse en ${PRODUCT_NAME} con esta dirección.`,
})
