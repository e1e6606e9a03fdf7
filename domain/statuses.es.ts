import type { EventStatus } from './statuses.ts'

export * from './statuses.ts'

export const statusNames: Record<EventStatus, string> = {
  scheduled: 'Programado',
  cancelled: 'Cancelado',
  postponed: 'Aplazado',
  moved: 'Cambiado',
  full: 'Completo',
}

export const statusMarks: Record<EventStatus, string> = {
  scheduled: '',
  cancelled: 'CANCELADO',
  postponed: 'APLAZADO',
  moved: 'CAMBIADO',
  full: 'COMPLETO',
}
