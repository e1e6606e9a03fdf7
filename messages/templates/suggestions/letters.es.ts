import { CONFIRMATION_LIFETIME_MS } from '#domain/limits.ts'
import type { suggestions as English } from './letters.ts'

const HOURS = CONFIRMATION_LIFETIME_MS / 3_600_000

export const suggestions: typeof English = {
  confirm: (calendar, url) => ({
    subject: `Su sugerencia para ${calendar}`,
    heading: 'Confirme su sugerencia',
    before: [`Alguien, probablemente usted, sugirió con esta dirección un evento para el calendario “${calendar}”.`],
    button: { label: 'Ver y confirmar su sugerencia', url },
    after: [
      `Confirme en un plazo de ${HOURS} horas. Con el mismo enlace puede cambiar o borrar su sugerencia más tarde.`,
      'Si no fue usted, ignore este mensaje: nadie ve la sugerencia si no se usa el enlace.',
    ],
    reason: `Recibe este único mensaje porque alguien escribió esta dirección en el calendario “${calendar}”.`,
  }),

  accepted: (event, when, day, calendar, url) => ({
    subject: `En el calendario: ${event}, ${day}`,
    heading: 'Su sugerencia está en el calendario',
    before: [
      `“${event}” ya está en el calendario “${calendar}”. Gracias.`,
      `${when}.`,
      'El archivo adjunto lo agrega a su calendario.',
    ],
    button: { label: 'Verlo o proponer un cambio', url },
    after: ['Si algo cambia, avise con el enlace. Los organizadores lo revisan antes de que se muestre.'],
    reason: `Recibe este mensaje porque sugirió un evento para “${calendar}”.`,
    isGood: true,
  }),

  declined: (event, reason, calendar, url) => ({
    subject: `Su sugerencia: ${event}`,
    heading: 'Su sugerencia no se aceptó',
    before: [
      `Los organizadores de “${calendar}” decidieron no aceptar “${event}”.`,
      ...(reason === null ? [] : [`Su motivo: ${reason}`]),
    ],
    button: { label: 'Ver o cambiar su sugerencia', url },
    after: ['Con el enlace puede cambiarla y enviarla otra vez, o borrarla.'],
    reason: `Recibe este mensaje porque sugirió un evento para “${calendar}”.`,
  }),

  waiting: (calendar, count, first, url) => ({
    subject:
      count === 1 && first[0]
        ? `Sugerencia: ${first[0].title}, ${first[0].day} (${calendar})`
        : `${count === 1 ? '1 sugerencia' : `${count} sugerencias`}: ${calendar}`,
    heading: count === 1 ? '1 sugerencia le espera' : `${count} sugerencias le esperan`,
    before: [
      ...first.map(({ title, when, name }) => `• ${title}. ${when}. De ${name}.`),
      ...(count > first.length && first.length > 0 ? [`Y ${count - first.length} más.`] : []),
      `Nada se muestra en “${calendar}” hasta que un administrador lo acepta.`,
    ],
    button: { label: 'Ver las sugerencias', url },
    after: ['Le escribimos sobre sugerencias nuevas como máximo una vez por hora.'],
    reason: `Recibe este mensaje porque administra “${calendar}” y tiene activados sus correos.`,
  }),
}
