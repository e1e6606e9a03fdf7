import * as z from 'zod'
import { eventCategories } from './categories.ts'
import type { EventRow } from './event-columns.ts'
import { eventRules } from './events.ts'
import { BULK_EVENTS_MAX } from './limits.ts'
import { takesPlace } from './statuses.ts'

// One change of several events at once: a rain-out, another category, in or out of the mailer, or gone.

export const bulkActions = ['cancel', 'postpone', 'still_on', 'category', 'mailer', 'delete'] as const
export type BulkAction = (typeof bulkActions)[number]

/** The columns that a bulk change can set, and its undo sets back. */
export type BulkFields = Pick<EventRow, 'category' | 'include_in_mailer' | 'status' | 'status_reason'>

const calendar_id = z.guid('calendar_id must be the id of a calendar')
const id = z.guid('Each event must have its id')
const updated_at = z.iso.datetime({ offset: true, error: 'Each event must have its updated_at' })

const listOf = <Item extends z.ZodType>(item: Item) =>
  z
    .array(item, 'Name the events as a list')
    .min(1, 'Name at least one event')
    .max(BULK_EVENTS_MAX, `You can change up to ${BULK_EVENTS_MAX} events at once`)

export const bulkChange = z
  .object({
    calendar_id,
    action: z.enum(bulkActions, `action must be one of ${bulkActions.join(', ')}`),
    /** The events as the caller read them: one that somebody has changed since is not deleted. */
    events: listOf(z.object({ id, updated_at }, 'Each event must have its id and updated_at')),
    reason: eventRules.status_reason.default(null),
    category: z.enum(eventCategories, 'category must be Event, Alert, Notice or FYI').optional(),
    include_in_mailer: z.boolean('include_in_mailer must be true or false').optional(),
    notify: z.boolean('notify must be true or false').default(false),
  })
  .refine(({ action, category }) => action !== 'category' || category !== undefined, 'category is missing')
  .refine(
    ({ action, include_in_mailer }) => action !== 'mailer' || include_in_mailer !== undefined,
    'include_in_mailer is missing',
  )
export type BulkChange = z.infer<typeof bulkChange>

const before = z.object(
  {
    category: eventRules.category,
    status: eventRules.status,
    status_reason: eventRules.status_reason.default(null),
    include_in_mailer: z.boolean('include_in_mailer must be true or false'),
  },
  'Each event must have what it was before',
)

/** Sets events back as a change has answered, unless somebody has changed them since. */
export const bulkUndo = z.object({
  calendar_id,
  undo: listOf(z.object({ id, updated_at, before }, 'Each event must have its id, updated_at and before')),
})
export type BulkUndo = z.infer<typeof bulkUndo>

/** Brings deleted events back. */
export const bulkRestore = z.object({ calendar_id, restore: listOf(id) })
export type BulkRestore = z.infer<typeof bulkRestore>

/**
 * Returns the columns that a change sets in an event; null if it stays as it is. An event that is on, wherever it was moved to, is
 * still on.
 */
export function bulkFields(change: BulkAspects, event: BulkFields): Partial<BulkFields> | null {
  const fields = fieldsOf(change, event)
  const isSame = Object.entries(fields).every(([name, value]) => event[name as keyof BulkFields] === value)
  return isSame ? null : fields
}

type BulkAspects = Pick<BulkChange, 'action' | 'reason' | 'category' | 'include_in_mailer'>

function fieldsOf(
  { action, reason, category, include_in_mailer }: BulkAspects,
  event: BulkFields,
): Partial<BulkFields> {
  if (action === 'cancel') return event.status === 'cancelled' ? {} : { status: 'cancelled', status_reason: reason }
  if (action === 'postpone') return event.status === 'postponed' ? {} : { status: 'postponed', status_reason: reason }
  if (action === 'still_on') return takesPlace(event.status) ? {} : { status: 'scheduled', status_reason: null }
  if (action === 'category') return category === undefined ? {} : { category }
  return action === 'mailer' && include_in_mailer !== undefined ? { include_in_mailer } : {}
}
