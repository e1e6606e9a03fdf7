import { PRODUCT_NAME } from '#domain/company.ts'
import type { twoStepOn as English } from './two-step-on.ts'

export const twoStepOn: typeof English = (url, supportEmail) => ({
  subject: `La verificación en dos pasos está activada en su cuenta de ${PRODUCT_NAME}`,
  heading: 'La verificación en dos pasos está activada',
  before: [
    `Desde ahora, para iniciar sesión en ${PRODUCT_NAME} se piden su contraseña y un código de su aplicación. Se cerró la sesión en todos los demás navegadores.`,
    'Guarde sus códigos de recuperación donde pueda encontrarlos sin su teléfono.',
  ],
  button: { label: 'No fui yo: desactivarla', url },
  after: [
    'Si no fue usted, otra persona ha iniciado sesión en su cuenta. El botón desactiva la verificación en dos pasos, cierra todas las sesiones y le permite elegir una nueva contraseña. Funciona una sola vez, durante 7 días, y pide la contraseña que tenía cuando se activó.',
    `Si necesita ayuda, escriba a ${supportEmail}.`,
  ],
  reason: `Recibe este mensaje porque se trata de la seguridad de su cuenta de ${PRODUCT_NAME}; estos avisos no se pueden desactivar.`,
})
