import { CONFIRMATION_LIFETIME_MS } from '#domain/limits.ts'
import type { slots as English } from './letters.ts'

const HOURS = CONFIRMATION_LIFETIME_MS / 3_600_000

export const slots: typeof English = {
  confirm: ({ event, when, day, place, calendar, slots, url, isConfirmed }) => ({
    subject: isConfirmed ? `Su inscripción: ${event}, ${day}` : `Sin confirmar: ayudar en ${event}, ${day}`,
    heading: event,
    before: [
      `${when}.`,
      ...(place ? [place] : []),
      isConfirmed
        ? `Alguien, probablemente usted, pidió el enlace a su inscripción en “${calendar}”.`
        : `Alguien, probablemente usted, se inscribió con esta dirección para ayudar a “${calendar}”: ${slots.join(', ')}. Cuenta cuando lo confirme.`,
    ],
    button: { label: 'Ver y confirmar su inscripción', url },
    after: [
      `Confirme en un plazo de ${HOURS} horas. Con el mismo enlace puede cambiar o devolver lo que tomó.`,
      'Si no fue usted, ignore este mensaje: nada cuenta si no se usa el enlace.',
    ],
    reason: `Recibe este único mensaje porque alguien escribió esta dirección en un evento de “${calendar}”.`,
  }),

  confirmed: ({ event, when, day, place, calendar, slots, url }) => ({
    subject: `Va a ayudar: ${event}, ${day}`,
    heading: 'Va a ayudar',
    before: [
      `${event}. ${when}.`,
      ...(place ? [place] : []),
      `Se inscribió para: ${slots.join(', ')}.`,
      'El archivo adjunto lo agrega a su calendario.',
    ],
    button: { label: 'Ver, cambiar o devolver', url },
    after: ['Si no puede ir, devuélvalo con el enlace para que otra persona pueda tomarlo.'],
    reason: `Recibe este mensaje porque se inscribió para ayudar en un evento de “${calendar}”.`,
    isGood: true,
  }),

  reminder: ({ event, when, place, calendar, slots, url }) => ({
    subject: `Mañana: ${event} (${calendar})`,
    heading: 'Se inscribió para mañana',
    before: [`${event}. ${when}.`, ...(place ? [place] : []), `Se inscribió para: ${slots.join(', ')}.`],
    button: { label: 'Ver, cambiar o devolver', url },
    after: ['Si no puede ir, devuélvalo con el enlace para que otra persona pueda tomarlo.'],
    reason: `Recibe este mensaje porque se inscribió para ayudar en un evento de “${calendar}”.`,
  }),
}
