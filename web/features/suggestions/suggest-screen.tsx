import { type FormEvent, useDeferredValue, useEffect, useRef, useState } from 'react'
import { type Day, isDay } from '#domain/dates.ts'
import { eventPath } from '#domain/event-path.ts'
import { SUGGESTION_NAME_MAX } from '#domain/limits.ts'
import { areSimilarTitles } from '#domain/similar-titles.ts'
import { suggestionTexts } from '#domain/texts/suggestions.ts'
import { useSettings } from '#web/api/settings.ts'
import { useProof } from '#web/features/captcha/use-proof.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { InputField } from '#web/ui/fields.tsx'
import { focusInvalid } from '#web/ui/focus-invalid.ts'
import { Page, PageHead } from '#web/ui/page.tsx'
import { type EventOfDay, readDay, requestSuggestion } from './mutations.ts'
import type { SuggestedCalendar } from './suggested-calendar.ts'
import { problemsIn, SuggestionFields, type SuggestionProblems } from './suggestion-fields.tsx'
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
  const settings = useSettings()
  const [form, setForm] = useState({
    ...{ title: '', description: '', location_name: '', location: '', link_url: '' },
    ...{ day: '', start: '', end_day: '', end: '', all_day: false, name: '', email: '' },
  })
  const [problems, setProblems] = useState<SuggestionProblems>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [working, setWorking] = useState(false)
  // Deferred, so that solving does not delay the form.
  const proof = useProof(calendar.id, useDeferredValue(true, false))
  const trap = useRef<HTMLInputElement>(null)
  const similar = useSimilar(calendar, form.day, form.title)
  const change = (part: Partial<typeof form>) => setForm({ ...form, ...part })

  async function submit(submitted: FormEvent) {
    submitted.preventDefault()
    const element = submitted.currentTarget
    setWorking(true)
    const { suggestionForm } = await import('#domain/suggestions.ts')
    // The times of whole days are ignored.
    const given = form.all_day ? { ...form, start: '00:00', end: '23:59' } : form
    const parsed = suggestionForm.safeParse(given)
    if (parsed.success) {
      setProblems({})
      const website = trap.current?.value ?? ''
      const problem = await requestSuggestion(settings, { calendarId: calendar.id, form: parsed.data, website, proof })
      setFailure(problem)
      if (!problem) onSent()
    } else {
      setProblems(problemsIn(parsed.error))
      focusInvalid(element)
    }
    setWorking(false)
  }

  return (
    <Card className="p-5 sm:p-8">
      <form noValidate onSubmit={submit} className="space-y-5">
        <SuggestionFields values={form} problems={problems} firstDay={today} onChange={change} />
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
        <InputField
          label={suggestionTexts.name}
          error={problems.name}
          required
          name="name"
          autoComplete="name"
          maxLength={SUGGESTION_NAME_MAX}
          value={form.name}
          onChange={(event) => change({ name: event.target.value })}
        />
        <InputField
          label={suggestFieldTexts.email}
          hint={suggestFieldTexts.emailHint}
          error={problems.email}
          required
          type="email"
          name="email"
          autoComplete="email"
          value={form.email}
          onChange={(event) => change({ email: event.target.value })}
        />
        {/* Invisible to people; robots fill it in. */}
        <input ref={trap} name="website" tabIndex={-1} autoComplete="off" aria-hidden="true" className="sr-only" />
        {failure && <Banner variant="danger" title={failure} />}
        <Button type="submit" working={working} className="max-sm:w-full">
          {texts.send}
        </Button>
      </form>
    </Card>
  )
}

/** Reads a day once, and compares its titles with each letter that is typed. */
function useSimilar(calendar: SuggestedCalendar, day: Day, title: string): EventOfDay[] {
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
