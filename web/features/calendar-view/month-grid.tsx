import { type KeyboardEvent, type MouseEvent, memo, useEffect, useMemo, useRef, useState } from 'react'
import { eventCategories } from '#domain/categories.ts'
import { longDay, weekdayNames } from '#domain/date-words.ts'
import { type Day, firstDayOf, type Month, monthGrid, monthOf, weekdayOf } from '#domain/dates.ts'
import { categoryNames } from '#domain/texts/categories.ts'
import { classes } from '#web/ui/classes.ts'
import { CategoryBar, CategoryDot } from './category-mark.tsx'
import type { ChipCalendar } from './month-chip.tsx'
import { dayForKey } from './month-keys.ts'
import { Lanes } from './month-lanes.tsx'
import { countOf, type DayMarks, everyMark, marksOf } from './month-marks.ts'
import { isPlainClick } from './plain-click.ts'
import type { ShownEvent } from './shown-event.ts'
import { gridTexts } from './texts.ts'
import { type CellLanes, LINES_OVER, layOutWeek } from './week-lanes.ts'

export interface MonthGridProps<E extends ShownEvent> {
  month: Month
  /** Today in the calendar's zone. */
  today: Day
  calendar: ChipCalendar
  selected: Day | null
  /** The events of all weeks that the month touches, in the order of their start. */
  events: readonly E[]
  onSelect: (day: Day) => void
  onMonthChange: (month: Month) => void
  /** A click on an event that the browser is not asked to open in a new tab. */
  onOpen: (event: E, chip: HTMLElement) => void
  /** The id of the heading with the month's name. */
  labelledBy: string
  /** The next month is loading. */
  busy?: boolean
  /** Tells screen readers what choosing a day does: "Shows the day's events". */
  hint?: string
}

/**
 * Shows a month as the grid of the ARIA practices: one tab stop, arrows by day and week, Home and End, PageUp and PageDown by month
 * (with Shift by year), the month announced when it changes. From a day, Tab leads to its events. How much of an event fits is
 * decided by the width of the container named "calendar" (styles/app.css): dots, titles, or times and titles.
 */
export function MonthGrid<E extends ShownEvent>(props: MonthGridProps<E>) {
  const { month, today, calendar, selected, events, labelledBy, onSelect, onMonthChange, onOpen, busy = false } = props
  const grid = useRef<HTMLTableElement>(null)
  const [reached, setReached] = useState<Day | null>(null)
  const focusPending = useRef(false)
  const weeks = useMemo(() => monthGrid(month).filter((week) => week.some((day) => monthOf(day) === month)), [month])
  const marks = useMemo(() => marksOf(events), [events])
  // Weeks that are over take less room in the current month, so that this week is in view.
  const firstFull = month === monthOf(today) ? today : firstDayOf(month)
  const over = useMemo(() => weeks.map((week) => week.every((day) => day < firstFull)), [weeks, firstFull])
  const lanes = useMemo(
    () => weeks.map((week, row) => layOutWeek(events, week, over[row] ? LINES_OVER : undefined)),
    [events, weeks, over],
  )

  const inMonth = (day: Day | null) => day !== null && monthOf(day) === month
  const stop = [reached, selected, today].find(inMonth) ?? firstDayOf(month)

  // After a key press the focus follows as soon as the day's month is rendered.
  useEffect(() => {
    if (!focusPending.current || !reached || monthOf(reached) !== month) return
    focusPending.current = false
    grid.current?.querySelector<HTMLElement>(`[data-day="${reached}"]`)?.focus()
  }, [reached, month])

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    // Keys pressed while the next month loads continue from the day already reached, not from the one on screen.
    const from = focusPending.current && reached ? reached : stop
    const target = dayForKey(event.key, event.shiftKey, from)
    if (target === null) return
    event.preventDefault()
    focusPending.current = true
    setReached(target)
    if (monthOf(target) !== monthOf(from)) onMonthChange(monthOf(target))
  }

  // One handler for all days and events, so that the cells get no new function and need not be rendered again.
  function onClick(click: MouseEvent<HTMLTableElement>) {
    const target = click.target as Element
    const chip = target.closest<HTMLElement>('[data-event]')
    const opened = chip && events.find(({ id }) => id === chip.dataset.event)
    if (opened) {
      if (!isPlainClick(click)) return
      click.preventDefault()
      onOpen(opened, chip)
      return
    }
    const day = target.closest<HTMLElement>('[data-day]')?.dataset.day
    if (!day) return
    focusPending.current = false
    setReached(day)
    onSelect(day)
  }

  return (
    <section aria-labelledby={labelledBy} aria-busy={busy || undefined}>
      <div className="overflow-clip rounded-xl border border-line bg-card px-2 pb-2 at-640:p-0 print:p-0">
        <table
          ref={grid}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table is what a grid is made of.
          role="grid"
          aria-labelledby={labelledBy}
          className="w-full table-fixed"
          onKeyDown={onKeyDown}
          onClick={onClick}
        >
          <thead>
            <tr>
              {weekdays.map(({ long, short }, index) => (
                <th
                  key={long}
                  scope="col"
                  abbr={long}
                  className={classes(
                    'py-2 text-xs font-semibold text-muted at-640:px-2.5 at-640:py-1.5 at-640:text-left',
                    (index === 0 || index === 6) && 'at-640:bg-weekend',
                  )}
                >
                  {short}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className={classes('transition-opacity', busy && 'opacity-60')}>
            {weeks.map((week, row) => (
              <tr key={week[0]}>
                {week.map((day, column) => (
                  <DayCell
                    key={day}
                    day={day}
                    cell={lanes[row]?.[column] ?? free}
                    marks={marks[day] ?? none}
                    calendar={calendar}
                    isOutside={!inMonth(day)}
                    isToday={day === today}
                    isPast={day < today}
                    isOver={over[row] ?? false}
                    isSelected={day === selected}
                    isStop={day === stop}
                    hint={props.hint}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

interface DayCellProps {
  day: Day
  cell: CellLanes<ShownEvent>
  marks: DayMarks
  calendar: ChipCalendar
  /** Whether the day belongs to a neighboring month. */
  isOutside: boolean
  isToday: boolean
  isPast: boolean
  /** Its week is over and takes less room. */
  isOver: boolean
  isSelected: boolean
  /** The grid's one tab stop. */
  isStop: boolean
  hint?: string
}

const DayCell = memo((props: DayCellProps) => {
  const { day, cell, marks, calendar, isOutside, isToday, isPast, isOver, isSelected, isStop, hint } = props
  const isWeekend = weekdayOf(day) % 6 === 0
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: inside a grid a td is a gridcell.
    <td
      aria-selected={isSelected}
      className={classes(
        'relative h-13 align-top at-640:border-t at-640:border-l at-640:border-line at-640:first:border-l-0',
        isOver ? 'at-640:h-14' : 'at-640:h-22 at-1024:h-34.25',
        isWeekend && 'at-640:bg-weekend',
      )}
    >
      <button
        type="button"
        data-day={day}
        tabIndex={isStop ? 0 : -1}
        aria-current={isToday ? 'date' : undefined}
        aria-label={describeDay(day, marks)}
        aria-description={hint}
        className={classes(
          'absolute inset-0.5 flex flex-col items-center justify-center gap-1 rounded-lg border-2 leading-none at-640:-inset-px at-640:items-start at-640:justify-start at-640:rounded-none at-640:p-1 focus-visible:z-20 focus-visible:outline-offset-[-3px]',
          isSelected ? 'border-bell-line font-semibold' : 'border-transparent hover:bg-sunk',
          isOutside && 'text-muted',
        )}
      >
        <span
          className={classes(
            'grid h-7 min-w-7 place-items-center rounded-full text-sm tabular-nums at-640:h-6 at-640:min-w-6',
            isToday && 'bg-ink font-semibold text-paper',
            !isToday && !isOutside && 'at-640:font-semibold',
          )}
        >
          {Number(day.slice(8))}
        </span>
        <Dots dots={marks.dots} />
        <Bars bars={marks.bars} />
      </button>
      <Lanes
        cell={cell}
        day={day}
        calendar={calendar}
        isDim={isPast || isOutside}
        isStop={isStop}
        className="hidden pt-7.5 at-640:block"
      />
    </td>
  )
})

const DOTS_MAX = 4

/** Renders a row also without dots, so that all days have the same height. */
function Dots({ dots }: Pick<DayMarks, 'dots'>) {
  const shown = dots.length > DOTS_MAX ? dots.slice(0, 2) : dots
  return (
    <span aria-hidden="true" className="flex h-2 items-center justify-center gap-0.5 at-640:hidden">
      {shown.map((dot, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: dots have no identity.
        <CategoryDot key={index} {...dot} />
      ))}
      {dots.length > shown.length && (
        <span className="text-[0.6875rem] font-semibold tabular-nums">+{dots.length - shown.length}</span>
      )}
    </span>
  )
}

/** Draws bars up to the edges of the cell, so that the parts of neighboring days form one line. */
function Bars({ bars }: Pick<DayMarks, 'bars'>) {
  if (bars.length === 0) return null
  return (
    <span
      aria-hidden="true"
      className="pointer-events-none absolute inset-x-[-4px] bottom-0.5 flex flex-col gap-px at-640:hidden"
    >
      {bars.map((bar, lane) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: a lane is its place.
        bar ? <CategoryBar key={lane} {...bar} /> : <span key={lane} className="h-1" />,
      )}
    </span>
  )
}

const none: DayMarks = { dots: [], bars: [] }
const free: CellLanes<ShownEvent> = { lanes: [], more: { few: 0, many: 0 }, few: 0 }

/** Returns "Friday, July 4, 2025, 3 events: 2 Event, 1 Alert; 1 cancelled or postponed". */
function describeDay(day: Day, marks: DayMarks): string {
  const count = countOf(marks)
  if (count === 0) return gridTexts.nothing(longDay(day))
  const all = everyMark(marks)
  const counts = eventCategories
    .map((category) => ({ category, count: all.filter((mark) => mark.category === category).length }))
    .filter(({ count }) => count > 0)
    .map(({ category, count }) => `${count} ${categoryNames[category]}`)
  const off = all.filter(({ isOff }) => isOff).length
  return gridTexts.events(longDay(day), count, counts.join(', ')) + (off > 0 ? gridTexts.off(off) : '')
}

const shortNames = weekdayNames('short')
const weekdays = weekdayNames('long').map((long, index) => ({ long, short: shortNames[index] }))
