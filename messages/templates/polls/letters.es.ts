import { CONFIRMATION_LIFETIME_MS } from '#domain/limits.ts'
import type { polls as English } from './letters.ts'

const HOURS = CONFIRMATION_LIFETIME_MS / 3_600_000

export const polls: typeof English = {
  confirm: (title, calendar, url) => ({
    subject: `Su respuesta: ${title}`,
    heading: title,
    before: [
      `Alguien, probablemente usted, respondió con esta dirección a una encuesta sobre la fecha de “${calendar}”.`,
    ],
    button: { label: 'Ver y confirmar su respuesta', url },
    after: [
      `Confirme en un plazo de ${HOURS} horas. Con el mismo enlace puede cambiar o borrar su respuesta.`,
      'Si no fue usted, ignore este mensaje: nada cuenta si no se usa el enlace.',
    ],
    reason: `Recibe este único mensaje porque alguien escribió esta dirección en una encuesta de “${calendar}”.`,
  }),
}
