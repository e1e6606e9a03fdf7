import { PRODUCT_NAME } from '#domain/company.ts'
import type { passwordChanged as English } from './password-changed.ts'

export const passwordChanged: typeof English = (siteUrl, supportEmail) => ({
  subject: `Se cambió su contraseña de ${PRODUCT_NAME}`,
  heading: 'Se cambió su contraseña',
  before: [
    `La contraseña de su cuenta de ${PRODUCT_NAME} se acaba de cambiar y se cerró la sesión en todos los demás navegadores.`,
  ],
  button: { label: 'Iniciar sesión', url: new URL('/signin', siteUrl).href },
  after: [
    `Si no fue usted, elija de inmediato «¿Olvidó su contraseña?» en la página de inicio de sesión y escriba a ${supportEmail}.`,
  ],
  reason: `Recibe este mensaje porque se trata de la seguridad de su cuenta de ${PRODUCT_NAME}; estos avisos no se pueden desactivar.`,
})
