import { Suspense } from 'react'
import { useLocation, useParams } from 'react-router'
import { canManageRecipients } from '#domain/roles.ts'
import { CalendarSection } from '#web/features/calendars/calendar-section.tsx'
import { memberCalendarHead } from '#web/features/calendars/texts.ts'
import { rosterTexts } from '#web/features/rsvps/roster-texts.ts'
import { boardTexts } from '#web/features/slots/board-texts.ts'
import { pageMeta } from '#web/page-meta.ts'
import { lazyExport } from '#web/ui/lazy-export.ts'
import type { Route } from './+types/event-list.ts'

const RosterScreen = lazyExport(() => import('#web/features/rsvps/roster-screen.tsx'), 'RosterScreen')
const BoardScreen = lazyExport(() => import('#web/features/slots/board-screen.tsx'), 'BoardScreen')

export function meta(args: Route.MetaArgs) {
  return pageMeta({ ...memberCalendarHead, noIndex: true }, args)
}

/** Shows admins who comes to an event, or who helps. One file, because every route is named in what each visitor downloads. */
export default function EventList() {
  const { eventId = '' } = useParams()
  const isBoard = useLocation().pathname.endsWith('/slots')
  const Screen = isBoard ? BoardScreen : RosterScreen
  return (
    <CalendarSection title={isBoard ? boardTexts.title : rosterTexts.title} isAllowed={canManageRecipients}>
      {(calendar) => (
        <Suspense>
          <Screen calendar={calendar} eventId={eventId} />
        </Suspense>
      )}
    </CalendarSection>
  )
}
