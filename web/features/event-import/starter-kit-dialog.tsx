import { useState } from 'react'
import { CategoryDot } from '#web/features/calendar-view/category-mark.tsx'
import type { EventCalendar } from '#web/features/events/event.ts'
import { EventRows } from '#web/features/events/event-rows.tsx'
import { EventsDialog, type EventsFormProps } from '#web/features/events/events-dialog.tsx'
import { Input } from '#web/ui/input.tsx'
import { isBlank } from '../../../domain/characters.ts'
import { addDays, type Day, dayInZone, isDay, isTime, type Time } from '../../../domain/dates.ts'
import { EVENT_TITLE_MAX } from '../../../domain/limits.ts'
import { DAY_MINUTES, minutesOf, timeOf } from '../../../domain/minutes.ts'
import { type KitEvent, kitEvents, kitFile, type StarterKit, starterKits } from '../../../domain/starter-kits.ts'
import { AddEventsForm } from './add-events-form.tsx'
import { kitTexts, kitTitles } from './kit-texts.ts'

interface StarterKitDialogProps {
  /** Null is closed. */
  calendar: EventCalendar | null
  onClose: () => void
}

/** Proposes the events that a group like this one usually has, and adds those that are kept. */
export function StarterKitDialog(props: StarterKitDialogProps) {
  return (
    <EventsDialog {...props} title={kitTexts.title} description={kitTexts.lead}>
      {(form) => <KitForm {...form} />}
    </EventsDialog>
  )
}

type Row = KitEvent & { isTicked: boolean }

function KitForm(props: EventsFormProps<EventCalendar>) {
  const { calendar } = props
  const today = dayInZone(Date.now(), calendar.time_zone)
  const [kit, setKit] = useState<StarterKit>('pta')
  const [rows, setRows] = useState<Row[]>(() => rowsOf(kit, today))
  const taken = rows.filter(({ isTicked }) => isTicked)

  function choose(kit: StarterKit) {
    setKit(kit)
    setRows(rowsOf(kit, today))
  }

  function change(keys: string[], changed: Partial<Row>) {
    setRows(rows.map((row) => (keys.includes(row.key) ? { ...row, ...changed } : row)))
  }

  return (
    <AddEventsForm
      {...props}
      texts={kitTexts}
      count={taken.length}
      isComplete={taken.every((row) => isValid(row, today))}
      mailer={false}
      file={() => ({ text: kitFile(taken, calendar.id) })}
    >
      <fieldset>
        <legend className="mb-1.5 text-sm font-semibold">{kitTexts.kind}</legend>
        <div className="flex flex-wrap gap-2">
          {starterKits.map((one) => (
            <label key={one} className="relative flex min-h-11 cursor-pointer items-center px-4 font-semibold">
              <input type="radio" name="kit" checked={kit === one} onChange={() => choose(one)} className={face} />
              <span className="pointer-events-none relative">{kitTexts.kits[one]}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <EventRows
        label={kitTexts.events}
        rows={rows}
        take={({ title }) => kitTexts.take(title)}
        onTick={(keys, isTicked) => change(keys, { isTicked })}
      >
        {(row) => <KitRow row={row} first={addDays(today, 1)} onChange={(changed) => change([row.key], changed)} />}
      </EventRows>
    </AddEventsForm>
  )
}

interface KitRowProps {
  row: Row
  first: Day
  onChange: (changed: Partial<Row>) => void
}

function KitRow({ row, first, onChange }: KitRowProps) {
  const { title, category, day, time, repeat, isTicked } = row
  const of = (label: string) => `${label}: ${title}`
  return (
    <>
      <div className="flex min-w-0 items-center gap-2">
        <CategoryDot category={category} className="size-2.5" />
        <Input
          aria-label={of(kitTexts.name)}
          value={title}
          maxLength={EVENT_TITLE_MAX}
          disabled={!isTicked}
          onChange={(event) => onChange({ title: event.target.value })}
        />
      </div>
      <div className="flex flex-wrap items-center gap-2 max-sm:col-span-2">
        <span className="w-38">
          <Input
            type="date"
            aria-label={of(kitTexts.day)}
            value={day}
            min={first}
            disabled={!isTicked}
            onChange={(event) => onChange({ day: event.target.value })}
          />
        </span>
        <span className="w-34">
          {time ? (
            <Input
              type="time"
              aria-label={of(kitTexts.start)}
              value={time[0]}
              disabled={!isTicked}
              onChange={(event) => onChange({ time: [event.target.value, endAfter(time, event.target.value)] })}
            />
          ) : (
            <span className="text-sm text-muted">{kitTexts.allDay}</span>
          )}
        </span>
        <span className="text-sm text-muted sm:w-24">{kitTexts.repeats[repeat]}</span>
      </div>
    </>
  )
}

function rowsOf(kit: StarterKit, today: Day): Row[] {
  return kitEvents(kit, today, kitTitles).map((event) => ({ ...event, isTicked: true }))
}

/** Tomorrow at the earliest: what is mailed on its day must not be mailed at once. */
function isValid({ title, day, time }: Row, today: Day): boolean {
  return !isBlank(title) && isDay(day) && day > today && (!time || isTime(time[0]))
}

/** Keeps the length of the event, within its day. */
function endAfter([start, end]: readonly [Time, Time], begin: Time): Time {
  return timeOf(Math.min(minutesOf(begin) + minutesOf(end) - minutesOf(start), DAY_MINUTES - 1))
}

const face =
  'absolute inset-0 cursor-pointer appearance-none rounded-lg border border-line-strong bg-card hover:bg-sunk checked:border-3 ' +
  'checked:border-bell-line checked:bg-bell-soft forced-colors:checked:border-[Highlight]'
