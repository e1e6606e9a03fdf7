import { type EventStatus, statusNames } from '#domain/statuses.ts'
import { Badge } from '#web/ui/badge.tsx'

/** Shows the status, unless the event takes place as planned. */
export function StatusBadge({ status }: { status: EventStatus }) {
  if (status === 'scheduled') return null
  return <Badge variant={status === 'moved' ? 'bell' : 'danger'}>{statusNames[status]}</Badge>
}
