import type { reminder as English } from './reminder.ts'

export const reminder: typeof English = (event, when, calendar, url, place) => ({
  subject: `Hoy: ${event} (${calendar})`,
  heading: event,
  before: [`${when}.`, ...(place ? [place] : []), 'Usted respondió que viene, o que quizás viene. ¡Nos vemos!'],
  button: { label: 'Ver o cambiar su respuesta', url },
  after: ['Si ya no puede venir, dígalo con el enlace.'],
  reason: `Recibe este mensaje porque respondió a un evento de «${calendar}».`,
})
