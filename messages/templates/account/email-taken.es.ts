import { PRODUCT_NAME } from '#domain/company.ts'
import type { emailTaken as English } from './email-taken.ts'

export const emailTaken: typeof English = () => ({
  subject: `Esta dirección ya tiene una cuenta de ${PRODUCT_NAME}`,
  heading: 'Esta dirección ya tiene una cuenta',
  before: [
    `Alguien pidió usar esta dirección para otra cuenta de ${PRODUCT_NAME}. Como ya tiene una propia, no ha cambiado nada.`,
    'Si fue usted, inicie sesión con esta dirección, o elimine primero esa cuenta.',
  ],
  after: ['Si no fue usted, no tiene que hacer nada.'],
  reason: `Recibe este mensaje porque alguien escribió esta dirección en ${PRODUCT_NAME}.`,
})
