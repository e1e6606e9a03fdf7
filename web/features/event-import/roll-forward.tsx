import { useState } from 'react'
import { Link } from 'react-router'
import { CategoryDot } from '#web/features/calendar-view/category-mark.tsx'
import { DayRangeFields } from '#web/features/events/day-range-fields.tsx'
import type { EventCalendar } from '#web/features/events/event.ts'
import { EventRows } from '#web/features/events/event-rows.tsx'
import type { EventsFormProps } from '#web/features/events/events-dialog.tsx'
import { eventTexts, panelTexts } from '#web/features/events/texts.ts'
import { SelectField } from '#web/ui/fields.tsx'
import { Input } from '#web/ui/input.tsx'
import { plainDay, shortDay } from '../../../domain/date-words.ts'
import { addDays, type Day, type Days, dayInZone, isDay } from '../../../domain/dates.ts'
import { BULK_EVENTS_MAX } from '../../../domain/limits.ts'
import { ordinalOf } from '../../../domain/recurrence/choice.ts'
import { monthlyWords } from '../../../domain/recurrence/words.ts'
import { copiesFile, datesOf, type PastRange, pastRanges } from '../../../domain/roll-forward.ts'
import { AddEventsForm } from './add-events-form.tsx'
import { kitTexts } from './kit-texts.ts'
import { type Proposal, type Proposals, useProposals } from './roll.ts'
import { rollTexts } from './roll-texts.ts'

/** Proposes the events of a past time again, and adds those that are kept: one import, which can be undone. */
export function RollForward(props: EventsFormProps<EventCalendar>) {
  const { calendar } = props
  const [today] = useState(() => dayInZone(Date.now(), calendar.time_zone))
  const [range, setRange] = useState<PastRange | 'own'>('year')
  const [days, setDays] = useState<Days>(() => pastRanges.year(today))
  const { data, error } = useProposals(calendar, days)

  const choose = (value: string) => {
    const found = (Object.keys(pastRanges) as PastRange[]).find((each) => each === value)
    setRange(found ?? 'own')
    if (found) setDays(pastRanges[found](today))
  }

  return (
    <div className="space-y-4">
      <div className="grid gap-3 sm:grid-cols-3">
        <SelectField
          label={rollTexts.range}
          value={range}
          onChange={({ target }) => choose(target.value)}
          options={Object.entries(rollTexts.ranges)}
        />
        {range === 'own' && <DayRangeFields days={days} onChange={setDays} />}
      </div>
      {error && <p role="alert">{eventTexts.notLoaded}</p>}
      {!data && !error && <p role="status">{panelTexts.loading}</p>}
      {data && <Review key={`${days.first} ${days.last}`} {...props} {...data} today={today} />}
    </div>
  )
}

interface Choice {
  isTicked?: boolean
  day?: Day
}

function Review(props: EventsFormProps<EventCalendar> & Proposals & { today: Day }) {
  const { calendar, proposals, endless, hasMore, today } = props
  const [choices, setChoices] = useState<Record<string, Choice>>({})
  const rows = proposals.map((proposal) => {
    const { isTicked = !proposal.doubt && !proposal.already, day = proposal.day } = choices[proposal.details.id] ?? {}
    return { ...proposal, key: proposal.details.id, isTicked, day }
  })
  const taken = rows.filter(({ isTicked }) => isTicked)
  const change = (ids: string[], changed: Choice) =>
    setChoices({ ...choices, ...Object.fromEntries(ids.map((id) => [id, { ...choices[id], ...changed }])) })

  return (
    <AddEventsForm
      {...props}
      texts={rollTexts}
      count={taken.length}
      isComplete={taken.every(({ day }) => isDay(day) && day > today)}
      mailer
      file={() => ({ text: copiesFile(taken), source: 'copy' })}
      note={
        <p className="rounded-lg bg-sunk p-3 text-sm">
          <span className="font-semibold">{rollTexts.handOver}</span> {rollTexts.handOverHint}{' '}
          <Link to={`/calendars/${calendar.id}/people`} className="font-semibold underline">
            {rollTexts.people}
          </Link>
        </p>
      }
    >
      {rows.length === 0 && <p className="rounded-lg bg-sunk p-4 text-muted">{rollTexts.none}</p>}
      {hasMore && <p className="text-sm text-muted">{rollTexts.tooMany(BULK_EVENTS_MAX)}</p>}
      {rows.length > 0 && (
        <EventRows
          label={kitTexts.events}
          all={rollTexts.all(rows.length)}
          rows={rows}
          take={({ details }) => kitTexts.take(details.title)}
          onTick={(ids, isTicked) => change(ids, { isTicked })}
        >
          {(row) => <ProposalRow row={row} first={addDays(today, 1)} onChange={(day) => change([row.key], { day })} />}
        </EventRows>
      )}
      {endless > 0 && <p className="text-sm text-muted">{rollTexts.endless(endless)}</p>}
    </AddEventsForm>
  )
}

interface ProposalRowProps {
  row: Proposal & { isTicked: boolean }
  first: Day
  onChange: (day: Day) => void
}

function ProposalRow({ row, first, onChange }: ProposalRowProps) {
  const { details, day, isTicked, already, also, doubt, repeat } = row
  const notes = [
    ...(doubt ? [rollTexts.doubts[doubt]] : []),
    ...(already ? [rollTexts.already(already.title, plainDay(already.first))] : []),
    ...(also && isTicked && day < also ? [rollTexts.also(shortDay(also))] : []),
  ]
  return (
    <>
      <div className="min-w-0 wrap-anywhere">
        <p className="font-semibold">
          <CategoryDot category={details.category} className="mr-2 inline-block size-2.5" />
          {details.title}
        </p>
        <p className="text-sm text-muted">{rollTexts.was(plainDay(row.was), ordinalWords(row.was))}</p>
        {repeat && isDay(day) && <p className="text-sm">{datesWords(row)}</p>}
        {notes.map((note) => (
          <p key={note} className="text-sm">
            {note}
          </p>
        ))}
      </div>
      <span className="w-40 max-sm:col-start-2">
        <Input
          type="date"
          aria-label={rollTexts.day(details.title)}
          value={day}
          min={first}
          disabled={!isTicked}
          onChange={({ target }) => onChange(target.value)}
        />
      </span>
    </>
  )
}

/** Returns "the second Tuesday"; a fifth one is the last. */
function ordinalWords(day: Day): string {
  return monthlyWords(ordinalOf(day) === 5 ? 'last' : 'ordinal', day)
}

function datesWords(proposal: Proposal): string {
  const dates = datesOf(proposal)
  return rollTexts.dates(dates.length, plainDay(dates[0] ?? proposal.day), plainDay(dates.at(-1) ?? proposal.day))
}
