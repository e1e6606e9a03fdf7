import { useState } from 'react'
import { Link } from 'react-router'
import { type EventCategory, eventCategories } from '#domain/categories.ts'
import { instantAt, isDay } from '#domain/dates.ts'
import { placeWords, whenWords } from '#domain/event-words.ts'
import { SUGGESTION_REASON_MAX } from '#domain/limits.ts'
import { areSimilarTitles } from '#domain/similar-titles.ts'
import type { SuggestedEvent } from '#domain/suggestions.ts'
import { categoryNames } from '#domain/texts/categories.ts'
import { suggestionTexts } from '#domain/texts/suggestions.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { SelectField, TextareaField } from '#web/ui/fields.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Checkbox } from '#web/ui/selection-controls.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useCheckedForm } from '#web/ui/use-checked-form.ts'
import {
  type Suggestion,
  suggestionOf,
  useAccept,
  useDecided,
  useDecline,
  useEventsOfDay,
  usePending,
  useSaveSuggestionSetting,
  useStandingEvent,
  useSuggestionSetting,
  useTrust,
  useTrusted,
} from './queue.ts'
import { queueTexts as texts } from './queue-texts.ts'
import { draftOf, SuggestionFields } from './suggestion-fields.tsx'

interface OfCalendar {
  id: string
  time_zone: string
}

/** Shows admins what was suggested, and lets them decide. Links in it are plain text until it is accepted. */
export function QueueScreen({ calendar, canTurnOn }: { calendar: OfCalendar; canTurnOn: boolean }) {
  const pending = usePending(calendar.id)
  const setting = useSuggestionSetting(calendar.id)
  const save = useSaveSuggestionSetting(calendar.id)
  const [opened, setOpened] = useState<{ what: 'accept' | 'decline'; suggestion: Suggestion } | null>(null)
  const close = () => setOpened(null)
  const dialog = (what: 'accept' | 'decline') => (opened?.what === what ? opened.suggestion : null)
  if (pending.isPending) return <Skeleton className="h-96 rounded-xl" />
  if (pending.isError) return <LoadError message={texts.loadFailed.body} onRetry={pending.refetch} />
  const suggestions = pending.data.map(suggestionOf)
  return (
    <div className="max-w-3xl space-y-6">
      {setting.data?.takes_suggestions === false && (
        <Banner title={texts.off}>
          {canTurnOn && (
            <Button variant="secondary" size="small" working={save.isPending} onClick={() => save.mutate(true)}>
              {texts.turnOn}
            </Button>
          )}
        </Banner>
      )}
      {suggestions.length === 0 ? (
        <Card className="p-6">
          <p className="font-semibold">{texts.none}</p>
          <p className="mt-1 text-muted">{texts.noneBody}</p>
        </Card>
      ) : (
        <ul aria-label={texts.waiting} className="space-y-4">
          {suggestions.map((suggestion) => (
            <li key={suggestion.id}>
              <Card className="p-4 sm:p-6">
                <Suggested suggestion={suggestion} zone={calendar.time_zone} />
                <div className="mt-4 flex flex-wrap gap-2 max-sm:*:flex-1">
                  <Button variant="secondary" onClick={() => setOpened({ what: 'accept', suggestion })}>
                    {texts.accept}
                    <span className="sr-only"> {suggestion.title}</span>
                  </Button>
                  <Button variant="quietDanger" onClick={() => setOpened({ what: 'decline', suggestion })}>
                    {texts.decline}
                    <span className="sr-only"> {suggestion.title}</span>
                  </Button>
                </div>
              </Card>
            </li>
          ))}
        </ul>
      )}
      <Decided calendar={calendar} />
      <AcceptDialog key={dialog('accept')?.id} calendar={calendar} suggestion={dialog('accept')} onClose={close} />
      <DeclineDialog
        key={`decline ${dialog('decline')?.id}`}
        calendar={calendar}
        suggestion={dialog('decline')}
        onClose={close}
      />
    </div>
  )
}

function Suggested({ suggestion, zone }: { suggestion: Suggestion; zone: string }) {
  const { title, description, link_url, name, email, event_id } = suggestion
  return (
    <>
      {event_id && <Badge variant="bell">{texts.change}</Badge>}
      <h2 className="text-xl wrap-anywhere" dir="auto">
        {title}
      </h2>
      <p className="text-muted first-letter:uppercase">{whenWords(timed(suggestion, zone), zone)}</p>
      <p className="text-muted wrap-anywhere">{placeWords(suggestion)}</p>
      {event_id && <Standing eventId={event_id} zone={zone} />}
      {description && (
        <p className="mt-3 line-clamp-6 whitespace-pre-line wrap-anywhere" dir="auto">
          {description}
        </p>
      )}
      {link_url && <p className="mt-2 text-sm wrap-anywhere">{link_url}</p>}
      <p className="mt-3 text-sm text-muted wrap-anywhere">{texts.from(name, email)}</p>
    </>
  )
}

/** What the event says now that a suggestion would change. */
function Standing({ eventId, zone }: { eventId: string; zone: string }) {
  const { data: event } = useStandingEvent(eventId)
  if (event === undefined) return null
  return (
    <p className="mt-2 text-sm wrap-anywhere">
      {event ? texts.changeOf(event.title, whenWords(event, zone)) : texts.changeOfNothing}
    </p>
  )
}

function Decided({ calendar }: { calendar: OfCalendar }) {
  const decided = useDecided(calendar.id)
  const trusted = useTrusted(calendar.id)
  const trust = useTrust(calendar.id)
  if (!decided.data?.length || !trusted.data) return null
  const emails = new Set(trusted.data.map(({ email }) => email))
  return (
    <section aria-labelledby="decided">
      <h2 id="decided" className="mb-1 text-xl">
        {texts.decided}
      </h2>
      <p className="mb-3 text-sm text-muted">{texts.trustHint}</p>
      <Card>
        <ul className="divide-y divide-line">
          {decided.data.map(({ id, title, state, email, name, event_id }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
              <div className="min-w-0 flex-1 basis-52">
                <p className="font-semibold wrap-anywhere" dir="auto">
                  {event_id && state === 'accepted' ? (
                    <Link to={`/calendars/${calendar.id}/events/${event_id}`} className="link">
                      {title}
                    </Link>
                  ) : (
                    title
                  )}
                </p>
                <p className="text-sm text-muted wrap-anywhere">{texts.from(name, email)}</p>
                <p className="mt-1 flex flex-wrap gap-2">
                  <Badge variant={state === 'accepted' ? 'ok' : 'plain'}>
                    {state === 'accepted' ? texts.states.accepted : texts.states.declined}
                  </Badge>
                  {emails.has(email) && <Badge variant="bell">{texts.trusted}</Badge>}
                </p>
              </div>
              <Button
                size="small"
                variant="quiet"
                disabled={trust.isPending}
                onClick={() => trust.mutate({ id, email, isTrusted: !emails.has(email) })}
              >
                {emails.has(email) ? texts.distrust : texts.trust}
                <span className="sr-only"> {email}</span>
              </Button>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  )
}

interface DecisionProps {
  calendar: OfCalendar
  /** Null is closed. */
  suggestion: Suggestion | null
  onClose: () => void
}

function AcceptDialog({ calendar, suggestion, onClose }: DecisionProps) {
  const accept = useAccept(calendar.id)
  const [draft, setDraft] = useState(() => (suggestion ? draftOf(suggestion) : null))
  const [category, setCategory] = useState<EventCategory>('Event')
  const [isMailed, setIsMailed] = useState(false)
  const { onSubmit, problems } = useCheckedForm({
    isOpen: suggestion !== null,
    rules: async () => (await import('#domain/suggestions.ts')).linkedSuggestionForm,
    extraValues: { name: suggestion?.name },
    onValid: ({ day, start, end_day, end, all_day, name: _, ...texts }) => {
      if (!suggestion) return
      const event = { ...texts, category, include_in_mailer: isMailed }
      const times = { day, start, end_day, end, all_day }
      accept.mutate({ id: suggestion.id, event, times }, { onSuccess: onClose })
    },
  })

  return (
    <FormDialog
      open={suggestion !== null}
      onClose={onClose}
      title={suggestion?.event_id ? texts.changeTitle : texts.acceptTitle}
      description={texts.acceptHint}
      onSubmit={onSubmit}
      submit={suggestion?.event_id ? texts.changeNow : texts.acceptNow}
      working={accept.isPending}
    >
      {draft && suggestion && (
        <>
          <Duplicates calendar={calendar} form={draft} except={suggestion.event_id} />
          <SuggestionFields start={draftOf(suggestion)} problems={problems} onChange={setDraft} />
          {!suggestion.event_id && (
            <>
              <SelectField
                label={texts.category}
                options={eventCategories.filter((one) => one !== 'Alert').map((one) => [one, categoryNames[one]])}
                value={category}
                onChange={({ target }) => setCategory(target.value as EventCategory)}
              />
              <Checkbox
                label={texts.mailer}
                hint={texts.mailerHint}
                checked={isMailed}
                onChange={({ target }) => setIsMailed(target.checked)}
              />
            </>
          )}
        </>
      )}
    </FormDialog>
  )
}

interface DuplicatesProps {
  calendar: OfCalendar
  form: { day: string; title: string }
  /** The event that is to be changed. */
  except: string | null
}

function Duplicates({ calendar, form, except }: DuplicatesProps) {
  return isDay(form.day) ? <DuplicatesOfDay calendar={calendar} form={form} except={except} /> : null
}

function DuplicatesOfDay({ calendar, form, except }: DuplicatesProps) {
  const { data = [] } = useEventsOfDay(calendar.id, form.day, calendar.time_zone)
  const similar = data.filter(({ id, title }) => id !== except && areSimilarTitles(title, form.title)).slice(0, 5)
  if (similar.length === 0) return null
  return (
    <Banner title={texts.duplicates}>
      <ul>
        {similar.map(({ id, title }) => (
          <li key={id} className="wrap-anywhere">
            {title}
          </li>
        ))}
      </ul>
    </Banner>
  )
}

function DeclineDialog({ calendar, suggestion, onClose }: DecisionProps) {
  const decline = useDecline(calendar.id)
  const { onSubmit, problems } = useCheckedForm({
    isOpen: suggestion !== null,
    rules: async () => (await import('#domain/suggestions.ts')).declineForm,
    onValid: ({ reason }) => {
      if (!suggestion) return
      const { id, title } = suggestion
      decline.mutate({ id, title, reason: reason ?? '' }, { onSuccess: onClose })
    },
  })

  return (
    <FormDialog
      open={suggestion !== null}
      onClose={onClose}
      title={texts.declineTitle}
      description={suggestion?.title}
      onSubmit={onSubmit}
      submit={texts.declineNow}
      variant="danger"
      working={decline.isPending}
    >
      <TextareaField
        label={suggestionTexts.reason}
        hint={texts.reasonHint}
        rows={3}
        maxLength={SUGGESTION_REASON_MAX}
        name="reason"
        error={problems.reason}
      />
    </FormDialog>
  )
}

/** The instants of what is suggested, in the calendar's zone. */
function timed({ day, start, end_day, end, all_day }: SuggestedEvent, zone: string) {
  const start_time = instantAt(day, all_day ? '00:00' : start, zone)
  const end_time = instantAt(end_day, all_day ? '23:59' : end, zone)
  return { start_time, end_time, all_day }
}
