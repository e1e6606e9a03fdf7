import type { Doubt, PastRange } from '../../../domain/roll-forward.ts'

export const rollTexts = {
  range: '¿Qué eventos?',
  ranges: { year: 'Los últimos 12 meses', school: 'El último año escolar', own: 'Otras fechas' } satisfies Record<
    PastRange | 'own',
    string
  >,
  none: 'No hay eventos en este período.',
  all: (count: number) => `Los ${count}`,
  day: (title: string) => `Nuevo día: ${title}`,
  /** "14 de octubre de 2025, el segundo martes" */
  was: (day: string, ordinal: string) => `Fue el ${day}, ${ordinal}`,
  dates: (count: number, first: string, last: string) => `${count} fechas, ${first} – ${last}`,
  doubts: {
    cancelled: 'Se canceló.',
    alert: 'Era una alerta.',
    running: 'Todavía tiene fechas por venir.',
  } satisfies Record<Doubt, string>,
  already: (title: string, day: string) => `Ya está: ${title}, ${day}`,
  also: (day: string) => `También era el último de su mes: sería el ${day}.`,
  endless: (count: number) =>
    count === 1 ? '1 evento que se repite sigue por sí solo.' : `${count} eventos que se repiten siguen por sí solos.`,
  tooMany: (count: number) => `Solo se ven los primeros ${count} eventos. Elija un período más corto para los demás.`,
  mailer: 'Incluir en el envío, como el año pasado',
  mailerOff: 'No se avisa a nadie; los eventos solo aparecen en el calendario.',
  mailerOn: 'Ahora no se envía nada. Los destinatarios reciben aviso el día de cada evento que antes iba en el envío.',
  incomplete: 'Cada evento necesita un día después de hoy.',
  handOver: '¿Va a entregar el calendario?',
  handOverHint: 'Invite al próximo propietario en Personas, para que encuentre preparado el año que viene.',
  people: 'Abrir Personas',
} as const
