import { Suspense } from 'react'
import type { EventCalendar } from '#web/features/events/event.ts'
import { useWaitingEvents, useWaitingNotices } from '#web/features/events/queries.ts'
import { lazyExport } from '#web/ui/lazy-export.ts'

const WaitingBanners = lazyExport(() => import('./waiting-banners.tsx'), 'WaitingBanners')

/** Shows events and notices of changed events that are about to be sent, while that can still be undone. */
export function WaitingNotices({ calendar }: { calendar: EventCalendar }) {
  const notices = useWaitingNotices(calendar.id)
  const events = useWaitingEvents(calendar.id)
  if (notices.length === 0 && events.length === 0) return null
  return (
    <Suspense>
      <WaitingBanners calendar={calendar} notices={notices} events={events} />
    </Suspense>
  )
}
