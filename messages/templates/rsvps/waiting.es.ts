import type { waiting as English } from './waiting.ts'

export const waiting: typeof English = (event, when, calendar, url) => ({
  subject: `Está en la lista de espera: ${event}`,
  heading: 'Está en la lista de espera',
  before: [
    `Todos los lugares de «${event}» están ocupados. Tendrá uno en cuanto quede libre, y le escribiremos.`,
    `${when}.`,
  ],
  button: { label: 'Ver o cambiar su respuesta', url },
  after: [],
  reason: `Recibe este mensaje porque respondió a un evento de «${calendar}».`,
})
