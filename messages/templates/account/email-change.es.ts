import { PRODUCT_NAME } from '#domain/company.ts'
import type { emailChange as English } from './email-change.ts'

export const emailChange: typeof English = (url) => ({
  subject: `Confirme su nueva dirección de correo para ${PRODUCT_NAME}`,
  heading: 'Confirme su nueva dirección de correo',
  before: [`Alguien pidió usar esta dirección para su cuenta de ${PRODUCT_NAME}. Si fue usted, confírmela, por favor.`],
  button: { label: 'Usar esta dirección', url },
  after: [
    'El enlace funciona una sola vez, durante 24 horas. Hasta entonces la cuenta conserva la dirección que tiene.',
    'Si no lo pidió, ignore este mensaje: sin el enlace no pasa nada.',
  ],
  reason: `Recibe este mensaje porque alguien escribió esta dirección en ${PRODUCT_NAME}.`,
})
