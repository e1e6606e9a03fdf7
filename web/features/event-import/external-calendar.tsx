import { useState } from 'react'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/selection-controls.tsx'
import { clockTime, plainDay } from '../../../domain/date-words.ts'
import { dayInZone } from '../../../domain/dates.ts'
import { fetchProblemText, inboundFeedTexts } from './external-calendar-texts.ts'
import {
  type ExternalFeed,
  isChecking,
  useAcceptFeed,
  useCheckFeed,
  useExternalFeed,
  useStopFeed,
} from './external-feed.ts'
import { ImportPreview } from './import-preview.tsx'
import { eventImportTexts } from './import-texts.ts'

interface ExternalCalendarProps {
  calendar: { id: string; time_zone: string }
}

/** Shows the state of the calendar behind the external link, and the events that wait for approval. */
export function ExternalCalendar({ calendar }: ExternalCalendarProps) {
  const { data: feed, isPending, error } = useExternalFeed(calendar.id)
  const check = useCheckFeed(calendar.id)
  const stop = useStopFeed(calendar.id)
  const isBusy = check.isPending || (feed ? isChecking(feed) : false)
  if (error) return <p role="alert">{inboundFeedTexts.loadFailed.body}</p>
  if (isPending) return <p role="status">{inboundFeedTexts.loading}</p>
  return (
    <section aria-label={inboundFeedTexts.title} className="space-y-4 rounded-lg border border-line p-4">
      <p className="text-sm text-muted">{inboundFeedTexts.lead}</p>
      <div role="status" className="space-y-1">
        <p className="font-semibold">{stateWords(feed)}</p>
        {feed && <CheckTimes feed={feed} zone={calendar.time_zone} />}
      </div>
      {feed?.problem && !isBusy && <Banner variant="warning" title={fetchProblemText(feed.problem)} />}
      {feed?.shown && !isBusy && <FeedPreview key={feed.seen} feed={feed} calendarId={calendar.id} />}
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" working={isBusy} onClick={() => check.mutate()}>
          {isBusy ? inboundFeedTexts.checking : inboundFeedTexts.check}
        </Button>
        {feed && (
          <Button variant="quiet" working={stop.isPending} onClick={() => stop.mutate()}>
            {inboundFeedTexts.stop}
          </Button>
        )}
      </div>
    </section>
  )
}

function stateWords(feed: ExternalFeed | null): string {
  if (!feed || (feed.state === 'preview' && !feed.shown)) return inboundFeedTexts.states.none
  return inboundFeedTexts.states[feed.state]
}

function CheckTimes({ feed, zone }: { feed: ExternalFeed; zone: string }) {
  const words = (moment: string | null) =>
    moment ? `${plainDay(dayInZone(moment, zone))}, ${clockTime(moment, zone)}` : inboundFeedTexts.never
  return (
    <p className="text-sm text-muted">
      {inboundFeedTexts.checked(words(feed.checked_at))} · {inboundFeedTexts.fetched(words(feed.fetched_at))} ·{' '}
      {inboundFeedTexts.changed(words(feed.changed_at))}
    </p>
  )
}

/** Shows the events that wait for approval, or those of the last check. */
function FeedPreview({ feed, calendarId }: { feed: ExternalFeed; calendarId: string }) {
  const [inMailer, setInMailer] = useState(feed.include_in_mailer)
  const accept = useAcceptFeed(calendarId)
  const { shown, seen } = feed
  if (!shown) return null
  if (seen === null)
    return (
      <details>
        <summary className="cursor-pointer font-semibold">{inboundFeedTexts.last}</summary>
        <div className="mt-2">
          <ImportPreview answer={shown} isDone />
        </div>
      </details>
    )
  return (
    <div className="space-y-4">
      <ImportPreview answer={shown} />
      <Checkbox
        label={eventImportTexts.mailer}
        hint={eventImportTexts.mailerHint}
        checked={inMailer}
        onChange={(event) => setInMailer(event.target.checked)}
      />
      <Button working={accept.isPending} onClick={() => accept.mutate({ seen, inMailer })}>
        {accept.isPending ? inboundFeedTexts.accepting : inboundFeedTexts.accept}
      </Button>
    </div>
  )
}
