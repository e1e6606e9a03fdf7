import type { HistoryKind } from '#domain/history.ts'
import { failure } from '#domain/texts/toast.ts'

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
} as const
