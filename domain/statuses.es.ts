import type { ShownStatus } from './statuses.ts'

export * from './statuses.ts'

export const statusNames: Record<ShownStatus, string> = {
  scheduled: 'Programado',
  cancelled: 'Cancelado',
  postponed: 'Aplazado',
  moved: 'Cambiado',
  full: 'Completo',
  over: 'Terminado',
}

export const statusMarks: Record<ShownStatus, string> = {
  scheduled: '',
  cancelled: 'CANCELADO',
  postponed: 'APLAZADO',
  moved: 'CAMBIADO',
  full: 'COMPLETO',
  over: 'TERMINADO',
}
