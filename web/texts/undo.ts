import { failure } from '#domain/texts/toast.ts'

export const undoTexts = {
  undo: 'Undo',
  restore: 'Restore',
  restoring: 'Restoring...',
  deletedCalendars: 'Recently deleted',
  deletedEvents: 'Recently deleted events',
  repeatsFrom: (day: string) => `Repeats from ${day}`,
  daysLeft: (days: number) => (days === 1 ? '1 day left' : `${days} days left`),
  calendarRestored: (name: string) => ({ title: 'Calendar restored', body: `${name} is back, with everything in it.` }),
  calendarFailed: failure('Failed to restore calendar'),
  eventRestored: { title: 'Event restored' },
  eventFailed: failure('Failed to restore event'),
} as const
