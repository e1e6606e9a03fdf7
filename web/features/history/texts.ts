import type { HistoryKind } from '#domain/history.ts'
import { failure } from '#domain/texts/toast.ts'

export const historyTexts = {
  open: 'History',
  title: 'History',
  log: 'What happened',
  kind: 'Show',
  all: 'Everything',
  kinds: { calendar: 'Calendar', membership: 'Members', contact: 'Recipients', event: 'Events' } satisfies Record<
    HistoryKind,
    string
  >,
  empty: 'Nothing yet.',
  older: 'Show older',
  loading: 'Loading history',
  loadFailed: failure('Failed to load history'),
} as const
