import type { HistoryEntry, HistoryKind } from '#domain/history.ts'
import { failure } from '#domain/texts/toast.ts'

const things: Record<string, string> = {
  membership: 'miembros',
  invitation: 'invitaciones',
  contact: 'destinatarios',
  event: 'eventos',
  series: 'eventos que se repiten',
}
const done: Record<string, string> = {
  create: 'Se agregaron',
  update: 'Se cambiaron',
  delete: 'Se quitaron',
  restore: 'Se restauraron',
}

export const historyTexts = {
  open: 'Historial',
  title: 'Historial',
  log: 'Qué ha pasado',
  kind: 'Mostrar',
  all: 'Todo',
  kinds: {
    calendar: 'Calendario',
    membership: 'Miembros',
    contact: 'Destinatarios',
    event: 'Eventos',
  } satisfies Record<HistoryKind, string>,
  empty: 'Todavía nada.',
  older: 'Mostrar anteriores',
  loading: 'Cargando historial',
  loadFailed: failure('No se pudo cargar el historial'),
  group: (count: number, { entity_type, action, actor }: HistoryEntry) =>
    `${done[action] ?? 'Cambios'}: ${count} ${things[entity_type] ?? 'cosas'}${actor ? ` (${actor})` : ''}`,
} as const
