import type { HistoryEntry, HistoryKind } from '#domain/history.ts'
import { failure } from '#domain/texts/toast.ts'

const things: Record<string, string> = {
  membership: 'members',
  invitation: 'invitations',
  contact: 'recipients',
  event: 'events',
  series: 'repeating events',
}
const done: Record<string, string> = { create: 'added', update: 'changed', delete: 'removed', restore: 'restored' }

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
  /** "58 recipients added by Olga" */
  group: (count: number, { entity_type, action, actor }: HistoryEntry) =>
    `${count} ${things[entity_type] ?? 'things'} ${done[action] ?? 'changed'}${actor ? ` by ${actor}` : ''}`,
} as const
