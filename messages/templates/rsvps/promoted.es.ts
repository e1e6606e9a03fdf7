import type { promoted as English } from './promoted.ts'

export const promoted: typeof English = (event, when, calendar, url) => ({
  subject: `Tiene un lugar: ${event}`,
  heading: 'Tiene un lugar',
  before: [`Quedó un lugar libre en «${event}», y es suyo.`, `${when}.`],
  button: { label: 'Ver o cambiar su respuesta', url },
  after: ['Si ya no puede venir, dígalo con el enlace: el lugar será para la siguiente persona.'],
  reason: `Recibe este mensaje porque estaba en la lista de espera de un evento de «${calendar}».`,
})
