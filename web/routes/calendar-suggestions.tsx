import { canManageRecipients, canOpenSettings } from '#domain/roles.ts'
import { CalendarSection } from '#web/features/calendar-frame/calendar-section.tsx'
import { memberCalendarHead } from '#web/features/calendars/texts.ts'
import { CohostOffers } from '#web/features/cohosts/cohost-offers.tsx'
import { PollsPanel } from '#web/features/polls/polls-panel.tsx'
import { QueueScreen } from '#web/features/suggestions/queue-screen.tsx'
import { queueTexts } from '#web/features/suggestions/queue-texts.ts'
import { pageMeta } from '#web/page-meta.ts'
import type { Route } from './+types/calendar-suggestions.ts'

export function meta(args: Route.MetaArgs) {
  return pageMeta({ ...memberCalendarHead, noIndex: true }, args)
}

/** Shows admins what visitors suggested, events of other calendars to host, and polls for a date. */
export default function CalendarSuggestions() {
  return (
    <CalendarSection title={queueTexts.title} isAllowed={canManageRecipients}>
      {(calendar, membership) => (
        <>
          <CohostOffers calendar={calendar} />
          <QueueScreen calendar={calendar} canTurnOn={canOpenSettings(membership)} />
          <PollsPanel calendar={calendar} />
        </>
      )}
    </CalendarSection>
  )
}
