import { PRODUCT_NAME } from '#domain/company.ts'
import { inLanguage } from '../../mail-links.ts'
import type { twoStepOn as English } from './two-step-on.ts'

export const twoStepOn: typeof English = (siteUrl, supportEmail) => ({
  subject: `La verificación en dos pasos está activada en su cuenta de ${PRODUCT_NAME}`,
  heading: 'La verificación en dos pasos está activada',
  before: [
    `Desde ahora, para iniciar sesión en ${PRODUCT_NAME} se piden su contraseña y un código de su aplicación. Se cerró la sesión en todos los demás navegadores.`,
    'Guarde sus códigos de recuperación donde pueda encontrarlos sin su teléfono.',
  ],
  button: { label: 'Abrir mi cuenta', url: inLanguage(new URL('/account', siteUrl).href, 'es') },
  after: [`Si no fue usted, escriba de inmediato a ${supportEmail}: otra persona ha iniciado sesión en su cuenta.`],
  reason: `Recibe este mensaje porque se trata de la seguridad de su cuenta de ${PRODUCT_NAME}; estos avisos no se pueden desactivar.`,
})
