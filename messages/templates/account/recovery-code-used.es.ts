import { PRODUCT_NAME } from '#domain/company.ts'
import type { recoveryCodeUsed as English } from './recovery-code-used.ts'

export const recoveryCodeUsed: typeof English = (siteUrl, supportEmail) => ({
  subject: `Se usó un código de recuperación de su cuenta de ${PRODUCT_NAME}`,
  heading: 'Se usó un código de recuperación',
  before: [
    `Alguien inició sesión en su cuenta de ${PRODUCT_NAME} con su contraseña y uno de sus códigos de recuperación. Ese código ya no sirve.`,
    'En la página de su cuenta puede ver cuántos quedan y crear nuevos.',
  ],
  button: { label: 'Abrir mi cuenta', url: new URL('/account', siteUrl).href },
  after: [
    `Si no fue usted, cambie su contraseña de inmediato, cree nuevos códigos de recuperación y escriba a ${supportEmail}.`,
  ],
  reason: `Recibe este mensaje porque se trata de la seguridad de su cuenta de ${PRODUCT_NAME}; estos avisos no se pueden desactivar.`,
})
