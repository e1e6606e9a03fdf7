import { Suspense } from 'react'
import type { EventCalendar } from '#web/features/events/event.ts'
import { useWaitingAlerts, useWaitingEvents, useWaitingNotices } from '#web/features/events/queries.ts'
import { lazyExport } from '#web/ui/lazy-export.ts'

const WaitingBanners = lazyExport(() => import('./waiting-banners.tsx'), 'WaitingBanners')

interface WaitingNoticesProps {
  calendar: EventCalendar
  isInline?: boolean
}

/** Shows alerts, events and notices of changed events that are about to be sent, while that can still be undone. */
export function WaitingNotices({ calendar, isInline = false }: WaitingNoticesProps) {
  const notices = useWaitingNotices(calendar.id)
  const events = useWaitingEvents(calendar.id)
  const alerts = useWaitingAlerts(calendar.id)
  if (notices.length + events.length + alerts.length === 0) return null
  return (
    <Suspense>
      <WaitingBanners calendar={calendar} notices={notices} events={events} alerts={alerts} isInline={isInline} />
    </Suspense>
  )
}
