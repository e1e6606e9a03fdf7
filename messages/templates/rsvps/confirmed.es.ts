import type { confirmed as English } from './confirmed.ts'

export const confirmed: typeof English = (event, when, calendar, url) => ({
  subject: `Recibimos su respuesta: ${event}`,
  heading: 'Recibimos su respuesta',
  before: [`Adjuntamos «${event}» para su calendario.`, `${when}.`],
  button: { label: 'Ver o cambiar su respuesta', url },
  after: [],
  reason: `Recibe este mensaje porque respondió a un evento de «${calendar}».`,
})
