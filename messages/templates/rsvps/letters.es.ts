import { CONFIRMATION_LIFETIME_MS } from '#domain/limits.ts'
import type { RsvpState } from '#domain/rsvp-answers.ts'
import { type rsvps as English, newsOf, type RsvpLetter } from './letters.ts'

const HOURS = CONFIRMATION_LIFETIME_MS / 3_600_000

const answers = { going: 'voy', maybe: 'quizás', no: 'no voy', waiting: 'voy' } satisfies Record<RsvpState, string>

const about = ({ event, when, place }: RsvpLetter) => [`${event}. ${when}.`, ...(place ? [place] : [])]

export const rsvps: typeof English = {
  confirm: ({ event, when, day, place, calendar, url, state, isConfirmed }) => ({
    subject: isConfirmed ? `Su respuesta: ${event}, ${day}` : `Sin confirmar: ${event}, ${day}`,
    heading: event,
    before: [
      `${when}.`,
      ...(place ? [place] : []),
      isConfirmed
        ? `Alguien, probablemente usted, pidió el enlace a su respuesta a “${calendar}”.`
        : `Alguien, probablemente usted, respondió a “${calendar}” con esta dirección: ${answers[state]}. Cuenta cuando la confirme.`,
    ],
    button: { label: 'Ver y confirmar su respuesta', url },
    after: [
      `Confirme en un plazo de ${HOURS} horas. Con el mismo enlace puede cambiar o borrar su respuesta más tarde.`,
      'Si no fue usted, ignore este mensaje: nada cuenta si no se usa el enlace.',
    ],
    reason: `Recibe este único mensaje porque alguien escribió esta dirección en un evento de “${calendar}”.`,
  }),

  confirmed: (letter) => ({
    subject: `${letter.state === 'maybe' ? 'Quizás vaya' : 'Usted va'}: ${letter.event}, ${letter.day}`,
    heading: letter.state === 'maybe' ? 'Quizás vaya' : 'Usted va',
    before: [...about(letter), 'El archivo adjunto lo agrega a su calendario.'],
    button: { label: 'Ver o cambiar su respuesta', url: letter.url },
    after: ['Si ya no puede ir, avise con el enlace.'],
    reason: answered(letter),
    ...(letter.state === 'maybe' ? {} : { isGood: true }),
  }),

  waiting: (letter) => ({
    subject: `Está en la lista de espera: ${letter.event}, ${letter.day}`,
    heading: 'Está en la lista de espera',
    before: [
      ...about(letter),
      'Todos los lugares están ocupados. Cuando quede uno libre y le toque a usted, será suyo y le escribiremos. No tiene que hacer nada.',
    ],
    button: { label: 'Ver o cambiar su respuesta', url: letter.url },
    after: [],
    reason: answered(letter),
  }),

  promoted: (letter) => ({
    subject: `Ya tiene un lugar: ${letter.event}, ${letter.day}`,
    heading: 'Ya tiene un lugar',
    before: [...about(letter), 'El archivo adjunto lo agrega a su calendario.'],
    button: { label: 'Ver o cambiar su respuesta', url: letter.url },
    after: ['Si ya no puede ir, avise con el enlace: el lugar será para la siguiente persona.'],
    reason: `Recibe este mensaje porque estaba en la lista de espera de un evento de “${letter.calendar}”.`,
    isGood: true,
  }),

  reminder: (letter) => ({
    subject: `Hoy: ${letter.event} (${letter.calendar})`,
    heading: letter.event,
    before: [
      `${letter.when}.`,
      ...(letter.place ? [letter.place] : []),
      letter.state === 'maybe' ? 'Respondió que quizás vaya.' : 'Respondió que va. ¡Nos vemos!',
    ],
    button: { label: 'Ver o cambiar su respuesta', url: letter.url },
    after: ['Si ya no puede ir, avise con el enlace.'],
    reason: answered(letter),
  }),

  changed: (changes, subject, calendar, { kind, url }) => ({
    subject,
    ...newsOf(changes, subject),
    ...(url ? { button: { label: `Ver o cambiar su ${kind === 'answer' ? 'respuesta' : 'inscripción'}`, url } } : {}),
    after: [],
    reason: `Recibe este mensaje porque ${kind === 'answer' ? 'respondió a' : 'se inscribió en'} un evento de “${calendar}”.`,
  }),
}

function answered({ calendar }: RsvpLetter): string {
  return `Recibe este mensaje porque respondió a un evento de “${calendar}”.`
}
