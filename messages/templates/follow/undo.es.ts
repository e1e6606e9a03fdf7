import type { undo as English } from './undo.ts'

export const undo: typeof English = (calendar, url) => ({
  subject: 'Se canceló su suscripción a un calendario',
  heading: 'Su suscripción se canceló',
  before: [
    `Alguien, probablemente usted, canceló la suscripción de esta dirección a los avisos del calendario «${calendar}». Si es correcto, no tiene que hacer nada.`,
    'Si no fue usted, puede mantener su suscripción:',
  ],
  button: { label: 'Mantener mi suscripción', url },
  after: ['El enlace funciona una sola vez, durante 30 días.'],
  reason: `Recibe este único mensaje porque esta dirección seguía «${calendar}» y su suscripción se canceló sin un enlace de nuestros mensajes.`,
})
