import { CONFIRMATION_LIFETIME_MS } from '#domain/limits.ts'
import type { rsvps as English } from './letters.ts'

const HOURS = CONFIRMATION_LIFETIME_MS / 3_600_000

export const rsvps: typeof English = {
  confirm: (event, when, calendar, url) => ({
    subject: `Su respuesta: ${event}`,
    heading: event,
    before: [
      `${when}.`,
      `Alguien, probablemente usted, respondió con esta dirección a una invitación del calendario «${calendar}».`,
    ],
    button: { label: 'Ver y confirmar su respuesta', url },
    after: [
      `Confirme en un plazo de ${HOURS} horas. Con el mismo enlace puede cambiar o borrar su respuesta más tarde.`,
      'Si no fue usted, ignore este mensaje: nada cuenta si no se usa el enlace.',
    ],
    reason: `Recibe este único mensaje porque alguien escribió esta dirección en un evento de «${calendar}».`,
  }),

  confirmed: (event, when, calendar, url, { state, place }) => ({
    subject: state === 'maybe' ? `Quizás: ${event}` : `Usted viene: ${event}`,
    heading: state === 'maybe' ? 'Quizás viene' : 'Usted viene',
    before: [`${event}. ${when}.`, ...(place ? [place] : []), 'Lo adjuntamos para su calendario.'],
    button: { label: 'Ver o cambiar su respuesta', url },
    after: ['Si ya no puede venir, dígalo con el enlace.'],
    reason: `Recibe este mensaje porque respondió a un evento de «${calendar}».`,
  }),

  waiting: (event, when, calendar, url, { place }) => ({
    subject: `Está en la lista de espera: ${event}`,
    heading: 'Está en la lista de espera',
    before: [
      `Todos los lugares de «${event}» están ocupados. Tendrá uno en cuanto quede libre, y le escribiremos.`,
      `${when}.`,
      ...(place ? [place] : []),
    ],
    button: { label: 'Ver o cambiar su respuesta', url },
    after: [],
    reason: `Recibe este mensaje porque respondió a un evento de «${calendar}».`,
  }),

  promoted: (event, when, calendar, url, { place }) => ({
    subject: `Tiene un lugar: ${event}`,
    heading: 'Tiene un lugar',
    before: [`Quedó un lugar libre en «${event}», y es suyo.`, `${when}.`, ...(place ? [place] : [])],
    button: { label: 'Ver o cambiar su respuesta', url },
    after: ['Si ya no puede venir, dígalo con el enlace: el lugar será para la siguiente persona.'],
    reason: `Recibe este mensaje porque estaba en la lista de espera de un evento de «${calendar}».`,
  }),

  reminder: (event, when, calendar, url, { state, place }) => ({
    subject: `Hoy: ${event} (${calendar})`,
    heading: event,
    before: [
      `${when}.`,
      ...(place ? [place] : []),
      state === 'maybe' ? 'Usted respondió que quizás viene.' : 'Usted respondió que viene. ¡Nos vemos!',
    ],
    button: { label: 'Ver o cambiar su respuesta', url },
    after: ['Si ya no puede venir, dígalo con el enlace.'],
    reason: `Recibe este mensaje porque respondió a un evento de «${calendar}».`,
  }),

  changed: (changes, subject, calendar, { kind, url }) => ({
    subject,
    heading: subject,
    before: changes.flatMap(({ mark, title, lines }) => [`${mark}: ${title}`, ...lines]),
    ...(url ? { button: { label: `Ver o cambiar su ${kind === 'answer' ? 'respuesta' : 'inscripción'}`, url } } : {}),
    after: [],
    reason: `Recibe este mensaje porque ${kind === 'answer' ? 'respondió a' : 'se inscribió en'} un evento de «${calendar}».`,
  }),
}
