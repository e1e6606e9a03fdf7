import { ArrowLeft, Check, Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { whenWords } from '#domain/event-words.ts'
import { ANSWER_NAME_MAX, ANSWERS_STORED_DAYS } from '#domain/limits.ts'
import { rosterCsv } from '#domain/rsvp-roster.ts'
import { MessageGuests } from '#web/features/linked/message-guests.tsx'
import { WaitingMessages } from '#web/features/linked/waiting-messages.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { InputField } from '#web/ui/fields.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { findPeople, PersonList, PersonSearch, RemovePerson, SaveAndPrint } from '#web/ui/person-list.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useCheckedForm } from '#web/ui/use-checked-form.ts'
import { MoveUp } from './move-up.tsx'
import {
  type AskedEvent,
  type RosterEntry,
  stateOf,
  useAskedEvent,
  useCheckIn,
  useRecord,
  useRemoveAnswer,
  useRoster,
} from './roster.ts'
import { rosterTexts as texts } from './roster-texts.ts'
import { RsvpFields, type RsvpFieldsProps } from './rsvp-fields.tsx'
import { RsvpSettings } from './rsvp-settings.tsx'

type RosterCalendar = { id: string; name: string; time_zone: string }

/** Shows admins who comes to an event, and decides what it asks. */
export function RosterScreen({ calendar, eventId }: { calendar: RosterCalendar; eventId: string }) {
  const event = useAskedEvent(eventId)
  if (event.isPending) return <Skeleton className="h-96 rounded-xl" />
  if (event.isError) return <LoadError message={texts.loadFailed.body} onRetry={event.refetch} />
  if (!event.data) return <p>{texts.notFound}</p>
  const { title, rsvp } = event.data
  return (
    <>
      <p className="mb-4" data-print="no">
        <Link
          to={`/calendars/${calendar.id}/events/${eventId}`}
          className="inline-flex min-h-6 items-center gap-2 link"
        >
          <ArrowLeft aria-hidden="true" className="size-4.5" />
          {texts.back}
        </Link>
      </p>
      <h2 className="text-2xl wrap-anywhere">{title}</h2>
      <p className="mb-6 text-muted first-letter:uppercase">{whenWords(event.data, calendar.time_zone)}</p>
      <WaitingMessages calendar={calendar} />
      <div className={classes('grid items-start gap-6', rsvp ? 'lg:grid-cols-[minmax(0,1fr)_24rem]' : 'max-w-xl')}>
        {rsvp && <Roster event={event.data} calendar={calendar} />}
        {/* Keyed, so that the form shows what was saved. */}
        <RsvpSettings key={JSON.stringify(rsvp)} event={event.data} calendarId={calendar.id} />
      </div>
    </>
  )
}

function Roster({ event, calendar }: { event: AskedEvent; calendar: RosterCalendar }) {
  const roster = useRoster(event.id)
  const remove = useRemoveAnswer(event.id)
  const [search, setSearch] = useState('')
  const [edited, setEdited] = useState<RosterEntry | 'new' | null>(null)
  const [removed, setRemoved] = useState<RosterEntry | null>(null)
  const all = roster.data ?? []
  return (
    <section aria-label={texts.answers}>
      <p className="mb-3 flex min-h-6 flex-wrap gap-x-4 gap-y-1 font-semibold" aria-live="polite">
        {roster.data && countsOf(all).map((words) => <span key={words}>{words}</span>)}
      </p>
      <div data-print="no" className="mb-4 flex flex-wrap items-center gap-2">
        <PersonSearch label={texts.search} search={search} onSearch={setSearch} className="flex-1 basis-48" />
        <Button variant="secondary" onClick={() => setEdited('new')}>
          <Plus aria-hidden="true" className="size-5" />
          {texts.add}
        </Button>
        <MessageGuests calendar={calendar} eventId={event.id} start="going" />
        <SaveAndPrint name="rsvp.csv" csv={() => rosterCsv(all, texts)} disabled={all.length === 0} />
      </div>
      <PersonList
        label={texts.answers}
        read={roster}
        loading={texts.loading}
        failed={texts.loadFailed.body}
        found={findPeople(all, ({ name }) => name, search)}
        empty={all.length === 0 ? texts.none : texts.noMatch}
        isCard
      >
        {(entry) => (
          <Entry
            key={entry.id}
            entry={entry}
            event={event}
            going={goingOf(all)}
            onEdit={() => setEdited(entry)}
            onRemove={() => setRemoved(entry)}
          />
        )}
      </PersonList>
      <p className="mt-3 text-sm text-muted">{texts.kept(ANSWERS_STORED_DAYS)}</p>
      <AnswerDialog
        key={edited === null || edited === 'new' ? edited : edited.id}
        event={event}
        edited={edited}
        onClose={() => setEdited(null)}
      />
      <RemovePerson
        person={removed}
        onClose={() => setRemoved(null)}
        title={({ name }) => texts.removeTitle(name)}
        body={texts.removeHint}
        confirm={texts.remove}
        removal={remove}
      />
    </section>
  )
}

interface EntryProps {
  entry: RosterEntry
  event: AskedEvent
  going: number
  onEdit: () => void
  onRemove: () => void
}

function Entry({ entry, event, going, onEdit, onRemove }: EntryProps) {
  const checkIn = useCheckIn(event.id)
  const state = stateOf(entry)
  const isHere = entry.checked_in_at !== null
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 sm:basis-48">
        <p className="font-semibold wrap-anywhere" dir="auto">
          {entry.name}
        </p>
        <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
          <Badge variant={state === 'going' ? 'ok' : state === 'waiting' ? 'bell' : 'plain'}>
            {texts.states[state]}
          </Badge>
          {state !== 'no' && texts.people(entry.party)}
        </p>
        {entry.reply && (
          <p className="mt-1 text-sm whitespace-pre-line wrap-anywhere" dir="auto">
            {entry.reply}
          </p>
        )}
      </div>
      {state === 'waiting' && (
        <MoveUp entry={entry} eventId={event.id} capacity={event.rsvp?.capacity ?? null} going={going} />
      )}
      {state === 'going' && (
        <>
          <PrintedBox isTicked={isHere} />
          <Button
            variant="secondary"
            data-print="no"
            aria-pressed={isHere}
            className={classes('min-w-28', isHere && 'border-ok bg-ok-soft text-ok')}
            onClick={() => checkIn.mutate({ id: entry.id, isHere: !isHere })}
          >
            {isHere && <Check aria-hidden="true" className="size-5" />}
            {isHere ? texts.here : texts.checkIn}
            <span className="sr-only"> {entry.name}</span>
          </Button>
        </>
      )}
      <div data-print="no" className="flex gap-1 max-sm:w-full">
        <Button size="small" variant="quiet" className="max-sm:-ml-3" onClick={onEdit}>
          {texts.change}
          <span className="sr-only"> {entry.name}</span>
        </Button>
        <Button size="small" variant="quietDanger" onClick={onRemove}>
          {texts.remove}
          <span className="sr-only"> {entry.name}</span>
        </Button>
      </div>
    </li>
  )
}

/** On paper: a line to write on, and a box to tick at the door. */
function PrintedBox({ isTicked }: { isTicked: boolean }) {
  return (
    <>
      <span data-print="only" aria-hidden="true" className="hidden h-6 w-40 border-b border-ink" />
      <span data-print="only" aria-hidden="true" className="hidden size-6 border-2 border-ink">
        {isTicked && <Check className="size-5" />}
      </span>
    </>
  )
}

interface AnswerDialogProps {
  event: AskedEvent
  /** Null is closed. */
  edited: RosterEntry | 'new' | null
  onClose: () => void
}

/** Writes down what somebody said on the phone, or changes an answer. */
function AnswerDialog({ event, edited, onClose }: AnswerDialogProps) {
  const entry = edited === 'new' ? null : edited
  const record = useRecord(event.id)
  const { onSubmit, problems } = useCheckedForm({
    isOpen: edited !== null,
    rules: async () => (await import('#domain/rsvps.ts')).linkedRsvpForm,
    onValid: (form) => record.mutate({ ...form, id: entry?.id ?? null }, { onSuccess: onClose }),
  })

  return (
    <FormDialog
      open={edited !== null}
      onClose={onClose}
      title={entry ? texts.edit : texts.add}
      onSubmit={onSubmit}
      submit={texts.save}
      working={record.isPending}
    >
      <InputField
        label={texts.name}
        error={problems.name}
        required
        name="name"
        maxLength={ANSWER_NAME_MAX}
        autoComplete="off"
        defaultValue={entry?.name}
      />
      <AnswerFields entry={entry} question={event.rsvp?.question ?? null} problems={problems} />
    </FormDialog>
  )
}

function AnswerFields({
  entry,
  ...rest
}: { entry: RosterEntry | null } & Pick<RsvpFieldsProps, 'question' | 'problems'>) {
  const [answer, setAnswer] = useState(entry?.answer ?? 'going')
  return <RsvpFields answer={answer} onAnswer={setAnswer} start={{ ...entry }} isFull={false} {...rest} />
}

const peopleIn = (roster: RosterEntry[], isCounted: (entry: RosterEntry) => boolean) =>
  roster.filter(isCounted).reduce((sum, { party }) => sum + party, 0)

const goingOf = (roster: RosterEntry[]) => peopleIn(roster, (entry) => stateOf(entry) === 'going')

/** "12 going", "3 waiting"; nothing that is 0, except who is going. */
function countsOf(roster: RosterEntry[]): string[] {
  const people = (isCounted: (entry: RosterEntry) => boolean) => peopleIn(roster, isCounted)
  const { counts } = texts
  const numbers: [(count: number) => string, number][] = [
    [counts.waiting, people((entry) => stateOf(entry) === 'waiting')],
    [counts.maybe, people((entry) => entry.answer === 'maybe')],
    [counts.no, roster.filter((entry) => entry.answer === 'no').length],
    [counts.here, people((entry) => entry.checked_in_at !== null)],
  ]
  return [counts.going(goingOf(roster)), ...numbers.flatMap(([words, count]) => (count > 0 ? [words(count)] : []))]
}
