import { PRODUCT_NAME } from '#domain/company.ts'
import type { goodbye as English } from './goodbye.ts'

export const goodbye: typeof English = (_siteUrl, supportEmail) => ({
  subject: `Su cuenta de ${PRODUCT_NAME} se eliminó`,
  heading: 'Adiós',
  before: [
    `Su cuenta de ${PRODUCT_NAME} y lo que le pertenecía se eliminaron, como lo pidió. Los calendarios que dejó a otros miembros esperan 30 días a que uno de ellos se los quede.`,
    'Si sigue calendarios con esta dirección, seguirá recibiendo sus mensajes; cada uno tiene un enlace para cancelar la suscripción.',
  ],
  after: [`Si no fue usted, escriba de inmediato a ${supportEmail}. Gracias por haber estado con nosotros.`],
  reason: `Recibe este mensaje porque tenía una cuenta de ${PRODUCT_NAME} con esta dirección.`,
})
