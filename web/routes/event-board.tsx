import { useParams } from 'react-router'
import { canManageRecipients } from '#domain/roles.ts'
import { CalendarSection } from '#web/features/calendar-frame/calendar-section.tsx'
import { memberCalendarHead } from '#web/features/calendars/texts.ts'
import { BoardScreen } from '#web/features/slots/board-screen.tsx'
import { boardTexts } from '#web/features/slots/board-texts.ts'
import { pageMeta } from '#web/page-meta.ts'
import type { Route } from './+types/event-board.ts'

export function meta(args: Route.MetaArgs) {
  return pageMeta({ ...memberCalendarHead, noIndex: true }, args)
}

/** Shows admins who helps at an event, and brings what. */
export default function EventBoard() {
  const { eventId = '' } = useParams()
  return (
    <CalendarSection title={boardTexts.title} isAllowed={canManageRecipients}>
      {(calendar) => <BoardScreen calendar={calendar} eventId={eventId} />}
    </CalendarSection>
  )
}
