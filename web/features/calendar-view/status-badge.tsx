import type { EventRow } from '#domain/event-columns.ts'
import { type ShownStatus, statusNames, takesPlace } from '#domain/statuses.ts'
import { Badge } from '#web/ui/badge.tsx'

/** Shows the status, unless the event takes place as planned. */
export function StatusBadge({ status }: { status: ShownStatus }) {
  if (status === 'scheduled') return null
  return (
    <Badge variant={status === 'over' ? 'ok' : takesPlace(status) ? 'bell' : 'danger'}>{statusNames[status]}</Badge>
  )
}

/** Why it does not take place as planned. */
export function StatusReason({ event: { status_reason } }: { event: Pick<EventRow, 'status_reason'> }) {
  return status_reason && <p className="mt-1 font-semibold wrap-anywhere">{status_reason}</p>
}
