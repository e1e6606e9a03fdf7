import { useState } from 'react'
import { CategoryDot } from '#web/features/calendar-view/category-mark.tsx'
import type { EventCalendar } from '#web/features/events/event.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { CancelButton, Dialog, StickyActions } from '#web/ui/dialog.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Checkbox } from '#web/ui/selection-controls.tsx'
import { isBlank } from '../../../domain/characters.ts'
import { addDays, type Day, dayInZone, isDay, isTime, type Time } from '../../../domain/dates.ts'
import { EVENT_TITLE_MAX } from '../../../domain/limits.ts'
import { DAY_MINUTES, minutesOf, timeOf } from '../../../domain/minutes.ts'
import { type KitEvent, kitEvents, kitFile, type StarterKit, starterKits } from '../../../domain/starter-kits.ts'
import { useAddKit } from './import.ts'
import { kitTexts, kitTitles } from './kit-texts.ts'

interface StarterKitDialogProps {
  /** Null is closed. */
  calendar: EventCalendar | null
  onClose: () => void
}

/** Proposes the events that a group like this one usually has, and adds those that are kept. */
export function StarterKitDialog({ calendar, onClose }: StarterKitDialogProps) {
  const [working, setWorking] = useState(false)
  return (
    <Dialog
      open={calendar !== null}
      onClose={onClose}
      closable={!working}
      size="large"
      title={kitTexts.title}
      description={kitTexts.lead}
    >
      {calendar && <KitForm calendar={calendar} onClose={onClose} onWorking={setWorking} />}
    </Dialog>
  )
}

interface KitFormProps {
  calendar: EventCalendar
  onClose: () => void
  onWorking: (working: boolean) => void
}

type Row = KitEvent & { isTaken: boolean }

function KitForm({ calendar, onClose, onWorking }: KitFormProps) {
  const today = dayInZone(Date.now(), calendar.time_zone)
  const [kit, setKit] = useState<StarterKit>('pta')
  const [rows, setRows] = useState<Row[]>(() => rowsOf(kit, today))
  const [inMailer, setInMailer] = useState(false)
  const add = useAddKit(calendar.id)
  const taken = rows.filter(({ isTaken }) => isTaken)
  const isComplete = taken.every((row) => isValid(row, today))

  function choose(kit: StarterKit) {
    setKit(kit)
    setRows(rowsOf(kit, today))
  }

  function change(key: string, changed: Partial<Row>) {
    setRows(rows.map((row) => (row.key === key ? { ...row, ...changed } : row)))
  }

  function submit() {
    onWorking(true)
    const request = { text: kitFile(taken, calendar.id), include_in_mailer: inMailer, dry_run: false }
    add.mutate(request, { onSuccess: onClose, onSettled: () => onWorking(false) })
  }

  return (
    <>
      <fieldset className="mb-5">
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
      <ul aria-label={kitTexts.events} className="mb-5 border-b border-line">
        {rows.map((row) => (
          <KitRow key={row.key} row={row} first={addDays(today, 1)} onChange={(changed) => change(row.key, changed)} />
        ))}
      </ul>
      <Checkbox
        className="mb-5"
        label={<span className="font-semibold">{kitTexts.mailer}</span>}
        hint={<span aria-live="polite">{inMailer ? kitTexts.mailerOn : kitTexts.mailerOff}</span>}
        checked={inMailer}
        onChange={(event) => setInMailer(event.target.checked)}
      />
      {!isComplete && (
        <div className="mb-4">
          <FieldError id="kit-incomplete">{kitTexts.incomplete}</FieldError>
        </div>
      )}
      <StickyActions>
        <CancelButton disabled={add.isPending} />
        <Button disabled={taken.length === 0 || !isComplete} working={add.isPending} onClick={submit}>
          {add.isPending ? kitTexts.adding : kitTexts.add(taken.length)}
        </Button>
      </StickyActions>
    </>
  )
}

interface KitRowProps {
  row: Row
  first: Day
  onChange: (changed: Partial<Row>) => void
}

function KitRow({ row, first, onChange }: KitRowProps) {
  const { title, category, day, time, repeat, isTaken } = row
  const of = (label: string) => `${label}: ${title}`
  return (
    <li
      className={classes(
        'grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-2 border-t border-line py-3 sm:grid-cols-[auto_minmax(0,1fr)_auto]',
        !isTaken && 'text-muted',
      )}
    >
      <input
        type="checkbox"
        aria-label={kitTexts.take(title)}
        checked={isTaken}
        onChange={(event) => onChange({ isTaken: event.target.checked })}
        className="size-6 accent-ink"
      />
      <div className="flex min-w-0 items-center gap-2">
        <CategoryDot category={category} className="size-2.5" />
        <Input
          aria-label={of(kitTexts.name)}
          value={title}
          maxLength={EVENT_TITLE_MAX}
          disabled={!isTaken}
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
            disabled={!isTaken}
            onChange={(event) => onChange({ day: event.target.value })}
          />
        </span>
        <span className="w-34">
          {time ? (
            <Input
              type="time"
              aria-label={of(kitTexts.start)}
              value={time[0]}
              disabled={!isTaken}
              onChange={(event) => onChange({ time: [event.target.value, endAfter(time, event.target.value)] })}
            />
          ) : (
            <span className="text-sm text-muted">{kitTexts.allDay}</span>
          )}
        </span>
        <span className="text-sm text-muted sm:w-24">{kitTexts.repeats[repeat]}</span>
      </div>
    </li>
  )
}

function rowsOf(kit: StarterKit, today: Day): Row[] {
  return kitEvents(kit, today, kitTitles).map((event) => ({ ...event, isTaken: true }))
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
