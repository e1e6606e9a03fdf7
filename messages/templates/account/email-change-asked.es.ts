import { PRODUCT_NAME } from '#domain/company.ts'
import type { emailChangeAsked as English } from './email-change-asked.ts'

export const emailChangeAsked: typeof English = (siteUrl, supportEmail) => ({
  subject: `Se escribió otra dirección para su cuenta de ${PRODUCT_NAME}`,
  heading: 'Se escribió otra dirección',
  before: [
    `Alguien que inició sesión en su cuenta de ${PRODUCT_NAME} pidió cambiar la dirección de correo. El cambio se hará cuando se use el enlace que enviamos a la nueva dirección.`,
  ],
  button: { label: 'Abrir mi cuenta', url: new URL('/account', siteUrl).href },
  after: [`Si no fue usted, cambie su contraseña de inmediato: eso cancela el cambio. Y escriba a ${supportEmail}.`],
  reason: `Recibe este mensaje porque se trata de la seguridad de su cuenta de ${PRODUCT_NAME}; estos avisos no se pueden desactivar.`,
})
