import { PRODUCT_NAME } from '#domain/company.ts'
import type { reset as English } from './reset.ts'

export const reset: typeof English = (url) => ({
  subject: `Cambie su contraseña de ${PRODUCT_NAME}`,
  heading: 'Cambie su contraseña',
  before: [
    `Alguien pidió una nueva contraseña para la cuenta de ${PRODUCT_NAME} de esta dirección. Si fue usted, elíjala ahora.`,
  ],
  button: { label: 'Elegir una nueva contraseña', url },
  after: [
    'El enlace funciona una sola vez, durante 60 minutos.',
    'Si no lo pidió, ignore este mensaje: su contraseña sigue siendo la misma.',
  ],
  reason: `Recibe este mensaje porque se pidió cambiar la contraseña en ${PRODUCT_NAME}.`,
})
