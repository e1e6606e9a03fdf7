import { useParams } from 'react-router'
import { canManageRecipients } from '#domain/roles.ts'
import { CalendarSection } from '#web/features/calendar-frame/calendar-section.tsx'
import { memberCalendarHead } from '#web/features/calendars/texts.ts'
import { RosterScreen } from '#web/features/rsvps/roster-screen.tsx'
import { rosterTexts } from '#web/features/rsvps/roster-texts.ts'
import { pageMeta } from '#web/page-meta.ts'
import type { Route } from './+types/event-roster.ts'

export function meta(args: Route.MetaArgs) {
  return pageMeta({ ...memberCalendarHead, noIndex: true }, args)
}

/** Shows admins who comes to an event. */
export default function EventRoster() {
  const { eventId = '' } = useParams()
  return (
    <CalendarSection title={rosterTexts.title} isAllowed={canManageRecipients}>
      {(calendar) => <RosterScreen calendar={calendar} eventId={eventId} />}
    </CalendarSection>
  )
}
