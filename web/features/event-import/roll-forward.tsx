import { useState } from 'react'
import { Link } from 'react-router'
import { CategoryDot } from '#web/features/calendar-view/category-mark.tsx'
import type { EventCalendar } from '#web/features/events/event.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { CancelButton, StickyActions } from '#web/ui/dialog.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { InputField, SelectField } from '#web/ui/fields.tsx'
import { Input } from '#web/ui/input.tsx'
import { Checkbox } from '#web/ui/selection-controls.tsx'
import { plainDay, shortDay } from '../../../domain/date-words.ts'
import { addDays, type Day, type Days, dayInZone, isDay } from '../../../domain/dates.ts'
import { BULK_EVENTS_MAX } from '../../../domain/limits.ts'
import { ordinalOf } from '../../../domain/recurrence/choice.ts'
import { monthlyWords } from '../../../domain/recurrence/words.ts'
import { copiesFile, datesOf, type PastRange, pastRanges } from '../../../domain/roll-forward.ts'
import { useAddKit } from './import.ts'
import { type Proposal, type Proposals, useProposals } from './roll.ts'
import { rollTexts } from './roll-texts.ts'

interface RollForwardProps {
  calendar: EventCalendar
  onClose: () => void
  onWorking: (working: boolean) => void
}

/** Proposes the events of a past time again, and adds those that are kept: one import, which can be undone. */
export function RollForward(props: RollForwardProps) {
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
  const setDay = (key: keyof Days, day: Day) => {
    if (!isDay(day)) return
    const next = { ...days, [key]: day }
    setDays(next.first > next.last ? { first: day, last: day } : next)
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
        {range === 'own' && (
          <>
            <InputField
              label={rollTexts.first}
              type="date"
              value={days.first}
              onChange={({ target }) => setDay('first', target.value)}
            />
            <InputField
              label={rollTexts.last}
              type="date"
              value={days.last}
              onChange={({ target }) => setDay('last', target.value)}
            />
          </>
        )}
      </div>
      {error && <p role="alert">{rollTexts.loadFailed}</p>}
      {!data && !error && <p role="status">{rollTexts.loading}</p>}
      {data && <Review key={`${days.first} ${days.last}`} {...props} {...data} today={today} />}
    </div>
  )
}

interface Choice {
  isTaken?: boolean
  day?: Day
}

function Review({
  calendar,
  onClose,
  onWorking,
  proposals,
  endless,
  hasMore,
  today,
}: RollForwardProps & Proposals & { today: Day }) {
  const [choices, setChoices] = useState<Record<string, Choice>>({})
  const [inMailer, setInMailer] = useState(true)
  const add = useAddKit(calendar.id)
  const rows = proposals.map((proposal) => {
    const { isTaken = !proposal.doubt && !proposal.already, day = proposal.day } = choices[proposal.details.id] ?? {}
    return { ...proposal, isTaken, day }
  })
  const taken = rows.filter(({ isTaken }) => isTaken)
  const isComplete = taken.every(({ day }) => isDay(day) && day > today)
  const change = (ids: string[], changed: Choice) =>
    setChoices({ ...choices, ...Object.fromEntries(ids.map((id) => [id, { ...choices[id], ...changed }])) })

  function submit() {
    onWorking(true)
    const request = { text: copiesFile(taken), include_in_mailer: inMailer, source: 'copy' as const, dry_run: false }
    add.mutate(request, { onSuccess: onClose, onSettled: () => onWorking(false) })
  }

  return (
    <>
      {rows.length === 0 && <p className="rounded-lg bg-sunk p-4 text-muted">{rollTexts.none}</p>}
      {hasMore && <p className="text-sm text-muted">{rollTexts.tooMany(BULK_EVENTS_MAX)}</p>}
      {rows.length > 0 && (
        <>
          <Checkbox
            label={rollTexts.all(rows.length)}
            className="font-semibold"
            checked={taken.length === rows.length}
            onChange={({ target }) =>
              change(
                rows.map(({ details }) => details.id),
                { isTaken: target.checked },
              )
            }
          />
          <ul aria-label={rollTexts.list} className="border-b border-line">
            {rows.map((row) => (
              <ProposalRow
                key={row.details.id}
                row={row}
                first={addDays(today, 1)}
                onChange={(changed) => change([row.details.id], changed)}
              />
            ))}
          </ul>
        </>
      )}
      {endless > 0 && <p className="text-sm text-muted">{rollTexts.endless(endless)}</p>}
      <Checkbox
        label={<span className="font-semibold">{rollTexts.mailer}</span>}
        hint={<span aria-live="polite">{inMailer ? rollTexts.mailerOn : rollTexts.mailerOff}</span>}
        checked={inMailer}
        onChange={({ target }) => setInMailer(target.checked)}
      />
      <p className="rounded-lg bg-sunk p-3 text-sm">
        <span className="font-semibold">{rollTexts.handOver}</span> {rollTexts.handOverHint}{' '}
        <Link to={`/calendars/${calendar.id}/people`} className="font-semibold underline">
          {rollTexts.people}
        </Link>
      </p>
      {!isComplete && <FieldError id="roll-incomplete">{rollTexts.incomplete}</FieldError>}
      <StickyActions>
        <CancelButton disabled={add.isPending} />
        <Button disabled={taken.length === 0 || !isComplete} working={add.isPending} onClick={submit}>
          {add.isPending ? rollTexts.adding : rollTexts.add(taken.length)}
        </Button>
      </StickyActions>
    </>
  )
}

interface ProposalRowProps {
  row: Proposal & { isTaken: boolean }
  first: Day
  onChange: (changed: Choice) => void
}

function ProposalRow({ row, first, onChange }: ProposalRowProps) {
  const { details, day, isTaken, already, also, doubt, repeat } = row
  const notes = [
    ...(doubt ? [rollTexts.doubts[doubt]] : []),
    ...(already ? [rollTexts.already(already.title, plainDay(already.first))] : []),
    ...(also && isTaken && day < also ? [rollTexts.also(shortDay(also))] : []),
  ]
  return (
    <li
      className={classes(
        'grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-2 border-t border-line py-3 sm:grid-cols-[auto_minmax(0,1fr)_auto]',
        !isTaken && 'text-muted',
      )}
    >
      <input
        type="checkbox"
        aria-label={rollTexts.take(details.title)}
        checked={isTaken}
        onChange={({ target }) => onChange({ isTaken: target.checked })}
        className="size-6 accent-ink"
      />
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
          disabled={!isTaken}
          onChange={({ target }) => onChange({ day: target.value })}
        />
      </span>
    </li>
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
