import { useParams } from 'react-router'
import { canManageRecipients } from '#domain/roles.ts'
import { CalendarSection } from '#web/features/calendar-frame/calendar-section.tsx'
import { memberCalendarHead } from '#web/features/calendars/texts.ts'
import { CohostsScreen } from '#web/features/cohosts/cohosts-screen.tsx'
import { cohostTexts } from '#web/features/cohosts/texts.ts'
import { pageMeta } from '#web/page-meta.ts'
import type { Route } from './+types/event-cohosts.ts'

export function meta(args: Route.MetaArgs) {
  return pageMeta({ ...memberCalendarHead, noIndex: true }, args)
}

/** Shows admins which calendars host an event. */
export default function EventCohosts() {
  const { eventId = '' } = useParams()
  return (
    <CalendarSection title={cohostTexts.title} isAllowed={canManageRecipients}>
      {(calendar) => <CohostsScreen calendar={calendar} eventId={eventId} />}
    </CalendarSection>
  )
}
