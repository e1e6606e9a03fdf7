import { PRODUCT_NAME } from '#domain/company.ts'
import type { confirm as English } from './confirm.ts'

export const confirm: typeof English = (url) => ({
  subject: `Confirme su dirección de correo para ${PRODUCT_NAME}`,
  heading: 'Confirme su dirección de correo',
  before: [
    `Le damos la bienvenida a ${PRODUCT_NAME}. Por favor, confirme que esta dirección es suya; después podrá crear su primer calendario.`,
  ],
  button: { label: 'Confirmar la dirección', url },
  after: [
    'El enlace funciona una sola vez, durante 24 horas.',
    'Si no creó una cuenta, ignore este mensaje: sin el enlace no pasa nada.',
  ],
  reason: `Recibe este mensaje porque alguien se registró en ${PRODUCT_NAME} con esta dirección.`,
})
