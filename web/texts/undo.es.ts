import { failure } from '#domain/texts/toast.ts'

export const undoTexts = {
  undo: 'Deshacer',
  restore: 'Restaurar',
  restoring: 'Restaurando...',
  deletedCalendars: 'Eliminados hace poco',
  deletedEvents: 'Eventos eliminados hace poco',
  repeatsFrom: (day: string) => `Se repite desde el ${day}`,
  daysLeft: (days: number) => (days === 1 ? 'queda 1 día' : `quedan ${days} días`),
  calendarRestored: (name: string) => ({ title: 'Calendario restaurado', body: `${name} está de vuelta, con todo.` }),
  calendarFailed: failure('No se pudo restaurar el calendario'),
  eventRestored: { title: 'Evento restaurado' },
  eventFailed: failure('No se pudo restaurar el evento'),
} as const
