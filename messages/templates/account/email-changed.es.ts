import { PRODUCT_NAME } from '#domain/company.ts'
import type { emailChanged as English } from './email-changed.ts'

export const emailChanged: typeof English = (_siteUrl, supportEmail) => ({
  subject: `Se cambió la dirección de correo de su cuenta de ${PRODUCT_NAME}`,
  heading: 'Se cambió su dirección de correo',
  before: [
    `Su cuenta de ${PRODUCT_NAME} usa ahora otra dirección de correo. Con esta ya no se puede iniciar sesión en ella, y aquí no llegarán más mensajes sobre la cuenta.`,
  ],
  after: [`Si no fue usted, escriba de inmediato a ${supportEmail}.`],
  reason: `Recibe este mensaje porque se trata de la seguridad de su cuenta de ${PRODUCT_NAME}.`,
})
