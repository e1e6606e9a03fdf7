import { useEffect, useState } from 'react'
import { type Day, isDay } from '#domain/dates.ts'
import { eventPath } from '#domain/event-path.ts'
import { areSimilarTitles } from '#domain/similar-titles.ts'
import { suggestionTexts } from '#domain/texts/suggestions.ts'
import { useSettings } from '#web/api/settings.ts'
import { Failure } from '#web/features/linked/failure.tsx'
import { PersonFields } from '#web/features/linked/person-fields.tsx'
import { useLinkRequest } from '#web/features/linked/use-mail-request.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Honeypot } from '#web/ui/honeypot.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { type EventOfDay, readDay } from './day.ts'
import type { SuggestedCalendar } from './suggested-calendar.ts'
import { blankDraft, SuggestionFields } from './suggestion-fields.tsx'
import { suggestionFlow } from './suggestion-flow.ts'
import { suggestFieldTexts, suggestPageTexts as texts } from './texts.ts'

export interface SuggestScreenProps {
  calendar: SuggestedCalendar
  isOpen: boolean
  today: Day
}

/** The form by which visitors suggest an event. */
export function SuggestScreen({ calendar, isOpen, today }: SuggestScreenProps) {
  // Counted, so that another suggestion starts with an empty form.
  const [sent, setSent] = useState(0)
  const [isSent, setIsSent] = useState(false)
  const back = (
    <ButtonLink to={`/calendar/${calendar.id}`} variant="secondary">
      {texts.back}
    </ButtonLink>
  )
  return (
    <Page width="narrow">
      <PageHead title={suggestionTexts.suggest}>{isOpen && !isSent && texts.lead(calendar.name)}</PageHead>
      <div aria-live="polite">
        {!isOpen && <Banner variant="warning" title={suggestionTexts.closed} />}
        {isSent && <Banner title={texts.sent}>{texts.sentBody}</Banner>}
      </div>
      {isOpen && !isSent && (
        <SuggestForm
          key={sent}
          calendar={calendar}
          today={today}
          onSent={() => {
            setSent(sent + 1)
            setIsSent(true)
            window.scrollTo(0, 0)
          }}
        />
      )}
      {(isSent || !isOpen) && (
        <div className="mt-6 flex flex-wrap gap-3 max-sm:*:w-full">
          {isSent && <Button onClick={() => setIsSent(false)}>{texts.another}</Button>}
          {back}
        </div>
      )}
      <noscript>
        <p className="mt-4">{texts.noScript}</p>
      </noscript>
    </Page>
  )
}

interface SuggestFormProps {
  calendar: SuggestedCalendar
  today: Day
  onSent: () => void
}

function SuggestForm({ calendar, today, onSent }: SuggestFormProps) {
  const [draft, setDraft] = useState(blankDraft)
  const similar = useSimilar(calendar, draft)
  const { onSubmit, problems, failure, working } = useLinkRequest({
    flow: suggestionFlow,
    about: calendar.id,
    isOpen: true,
    rules: async () => (await import('#domain/suggestions.ts')).suggestionForm,
    body: (form) => ({ ...form, calendar_id: calendar.id }),
    onSent,
  })

  return (
    <Card className="p-5 sm:p-8">
      <form noValidate onSubmit={onSubmit} className="space-y-5">
        <SuggestionFields start={blankDraft} problems={problems} firstDay={today} onChange={setDraft} />
        <div aria-live="polite">
          {similar.length > 0 && (
            <Banner title={texts.duplicates}>
              <ul>
                {similar.map(({ id, title }) => (
                  <li key={id}>
                    <a href={eventPath(calendar, id)} target="_blank" rel="noreferrer" className="link wrap-anywhere">
                      {title}
                    </a>
                  </li>
                ))}
              </ul>
            </Banner>
          )}
        </div>
        <h2 className="pt-2 text-xl">{texts.about}</h2>
        <PersonFields problems={problems} emailHint={suggestFieldTexts.emailHint} />
        <Honeypot />
        <Failure problem={failure} />
        <Button type="submit" working={working} className="max-sm:w-full">
          {texts.send}
        </Button>
      </form>
    </Card>
  )
}

/** Reads a day once, and compares its titles with each letter that is typed. */
function useSimilar(calendar: SuggestedCalendar, { day, title }: { day: Day; title: string }): EventOfDay[] {
  const settings = useSettings()
  const [events, setEvents] = useState<EventOfDay[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the calendar is the same while the page is open
  useEffect(() => {
    setEvents([])
    if (!isDay(day)) return
    const stop = new AbortController()
    readDay(settings, calendar, day, stop.signal).then((found) => stop.signal.aborted || setEvents(found))
    return () => stop.abort()
  }, [settings, calendar.id, day])
  return events.filter((event) => areSimilarTitles(event.title, title)).slice(0, 5)
}
