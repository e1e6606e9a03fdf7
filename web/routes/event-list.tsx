import { Suspense } from 'react'
import { useParams } from 'react-router'
import { canManageRecipients } from '#domain/roles.ts'
import { CalendarSection } from '#web/features/calendar-frame/calendar-section.tsx'
import { memberCalendarHead } from '#web/features/calendars/texts.ts'
import { cohostTexts } from '#web/features/cohosts/texts.ts'
import { rosterTexts } from '#web/features/rsvps/roster-texts.ts'
import { boardTexts } from '#web/features/slots/board-texts.ts'
import { pageMeta } from '#web/page-meta.ts'
import { lazyExport } from '#web/ui/lazy-export.ts'
import type { Route } from './+types/event-list.ts'

const RosterScreen = lazyExport(() => import('#web/features/rsvps/roster-screen.tsx'), 'RosterScreen')
const BoardScreen = lazyExport(() => import('#web/features/slots/board-screen.tsx'), 'BoardScreen')
const CohostsScreen = lazyExport(() => import('#web/features/cohosts/cohosts-screen.tsx'), 'CohostsScreen')

const lists = {
  rsvp: { title: rosterTexts.title, Screen: RosterScreen },
  slots: { title: boardTexts.title, Screen: BoardScreen },
  cohosts: { title: cohostTexts.title, Screen: CohostsScreen },
}

export function meta(args: Route.MetaArgs) {
  return pageMeta({ ...memberCalendarHead, noIndex: true }, args)
}

/** Shows admins who comes to an event, who helps, or who hosts it. One route, because every route is named in what each visitor downloads. */
export default function EventList() {
  const { eventId = '', list = '' } = useParams()
  const { title, Screen } = lists[list as keyof typeof lists] ?? lists.rsvp
  return (
    <CalendarSection title={title} isAllowed={canManageRecipients}>
      {(calendar) => (
        <Suspense>
          <Screen calendar={calendar} eventId={eventId} />
        </Suspense>
      )}
    </CalendarSection>
  )
}
