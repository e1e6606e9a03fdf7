import type { CalendarView } from '#domain/views.ts'

export const viewTexts = {
  views: 'Vistas',
  names: { month: 'Mes', week: 'Semana', agenda: 'Agenda', day: 'Día' } satisfies Record<CalendarView, string>,
  today: 'Hoy',
  previous: (view: CalendarView, days: string) => `${before[view]}: ${days}`,
  next: (view: CalendarView, days: string) => `${after[view]}: ${days}`,
  nothing: {
    month: 'Todavía no hay nada previsto para este mes.',
    week: 'Todavía no hay nada previsto para esta semana.',
    agenda: 'Todavía no hay nada previsto para estos días.',
    day: 'No hay eventos este día.',
  } satisfies Record<CalendarView, string>,
  free: 'Nada',
  yourTime: (words: string) => `Su hora: ${words}`,
} as const

const before: Record<CalendarView, string> = {
  month: 'Mes anterior',
  week: 'Semana anterior',
  agenda: '30 días anteriores',
  day: 'Día anterior',
}

const after: Record<CalendarView, string> = {
  month: 'Mes siguiente',
  week: 'Semana siguiente',
  agenda: '30 días siguientes',
  day: 'Día siguiente',
}

export const searchTexts = {
  open: 'Buscar eventos',
  filter: (chosen: number) => (chosen === 0 ? 'Filtrar' : `Filtro: ${chosen}`),
  label: 'Buscar en este calendario',
  placeholder: 'Título, lugar o descripción',
  search: 'Buscar',
  categories: 'Categorías',
  clear: 'Borrar búsqueda',
  coming: 'Próximos',
  past: 'Pasados',
  when: 'Próximos o pasados',
  found: (query: string) => `Resultados de “${query}”`,
  count: (count: number, hasMore: boolean) =>
    hasMore ? `Los primeros ${count} eventos` : `${count} ${count === 1 ? 'evento' : 'eventos'}`,
  none: 'Ningún evento coincide.',
} as const

export const gridTexts = {
  nothing: (day: string) => `${day}, sin eventos`,
  events: (day: string, count: number, kinds: string) =>
    `${day}, ${count} ${count === 1 ? 'evento' : 'eventos'}: ${kinds}`,
  off: (count: number) => `; ${count} ${count === 1 ? 'cancelado o aplazado' : 'cancelados o aplazados'}`,
  today: 'Hoy',
  pick: 'Elegir un mes',
  previous: (month: string) => `Mes anterior, ${month}`,
  next: (month: string) => `Mes siguiente, ${month}`,
  continued: (title: string, day: number) => `${title}, día ${day}`,
  more: (count: number) => `+${count} más`,
} as const

/** On the page of an event, and where somebody answered one. */
export const eventTexts = {
  directions: 'Cómo llegar',
  off: {
    cancelled: 'Este evento está cancelado.',
    postponed: 'Este evento está aplazado. Todavía no hay nueva fecha.',
  },
} as const
