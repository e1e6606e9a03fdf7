import { type EventStatus, statusNames } from '#domain/statuses.ts'
import { Badge } from '#web/ui/badge.tsx'

/** Nothing for an event that takes place as planned. */
export function StatusBadge({ status }: { status: EventStatus }) {
  if (status === 'scheduled') return null
  return <Badge variant={status === 'moved' ? 'bell' : 'danger'}>{statusNames[status]}</Badge>
}
