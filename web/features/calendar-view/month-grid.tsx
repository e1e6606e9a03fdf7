import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { eventCategories } from '#domain/categories.ts'
import { longDay, weekdayNames } from '#domain/date-words.ts'
import { type Day, firstDayOf, type Month, monthGrid, monthOf } from '#domain/dates.ts'
import { categoryNames } from '#domain/texts/categories.ts'
import { classes } from '#web/ui/classes.ts'
import { CategoryBar, CategoryDot } from './category-mark.tsx'
import { dayForKey } from './month-keys.ts'
import { countOf, type DayMarks, everyMark } from './month-marks.ts'
import { MonthSteps } from './month-steps.tsx'
import { gridTexts } from './texts.ts'

export interface MonthGridProps {
  month: Month
  /** Today in the calendar's zone. */
  today: Day
  selected: Day | null
  /** The dots and bars of each day (month-marks.ts). */
  marks: Readonly<Record<Day, DayMarks>>
  onSelect: (day: Day) => void
  onMonthChange: (month: Month) => void
  /** Makes the arrows links, which work without scripts. */
  monthHref?: (month: Month) => string
  /** The next month is loading. */
  busy?: boolean
  /** Tells screen readers what choosing a day does: "Shows the day's events". */
  hint?: string
}

/**
 * Shows a month as the grid of the ARIA practices: one tab stop, arrows by day and week, Home and End, PageUp and PageDown by month
 * (with Shift by year), the month announced when it changes. It always has six weeks, so nothing below it jumps.
 */
export function MonthGrid(props: MonthGridProps) {
  const { month, today, selected, marks, onSelect, onMonthChange, busy = false } = props
  const id = useId()
  const grid = useRef<HTMLTableElement>(null)
  const [reached, setReached] = useState<Day | null>(null)
  const focusPending = useRef(false)

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

  function choose(day: Day) {
    focusPending.current = false
    setReached(day)
    onSelect(day)
  }

  return (
    <section aria-labelledby={id} aria-busy={busy || undefined}>
      <MonthSteps {...props} headingId={id} />
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table is what a grid is made of. */}
      <table ref={grid} role="grid" aria-labelledby={id} className="w-full table-fixed" onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {weekdays.map(({ long, short }) => (
              <th key={long} scope="col" abbr={long} className="pb-2 text-sm font-semibold text-muted">
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={classes('transition-opacity', busy && 'opacity-60')}>
          {monthGrid(month).map((week) => (
            <tr key={week[0]}>
              {week.map((day) =>
                inMonth(day) ? (
                  <DayCell
                    key={day}
                    day={day}
                    marks={marks[day] ?? none}
                    isToday={day === today}
                    isSelected={day === selected}
                    isStop={day === stop}
                    hint={props.hint}
                    onChoose={choose}
                  />
                ) : (
                  <td key={day} aria-disabled="true" className="h-13 sm:h-17" />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface DayCellProps {
  day: Day
  marks: DayMarks
  isToday: boolean
  isSelected: boolean
  /** The grid's one tab stop. */
  isStop: boolean
  hint?: string
  onChoose: (day: Day) => void
}

function DayCell({ day, marks, isToday, isSelected, isStop, hint, onChoose }: DayCellProps) {
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: inside a grid a td is a gridcell.
    <td aria-selected={isSelected} className="h-13 p-0.5 sm:h-17">
      <button
        type="button"
        data-day={day}
        tabIndex={isStop ? 0 : -1}
        aria-current={isToday ? 'date' : undefined}
        aria-label={describeDay(day, marks)}
        aria-description={hint}
        onClick={() => onChoose(day)}
        className={classes(
          'relative flex size-full flex-col items-center justify-center gap-1 rounded-lg border leading-none',
          isSelected
            ? 'border-bell-line bg-bell-soft font-semibold'
            : 'border-transparent hover:border-line-strong hover:bg-sunk',
        )}
      >
        <span
          className={classes(
            'grid size-7 place-items-center rounded-full tabular-nums',
            isToday && 'bg-ink font-semibold text-paper',
          )}
        >
          {Number(day.slice(8))}
        </span>
        <Dots dots={marks.dots} />
        <Bars bars={marks.bars} />
      </button>
    </td>
  )
}

const DOTS_MAX = 4

/** Renders a row also without dots, so that all days have the same height. */
function Dots({ dots }: Pick<DayMarks, 'dots'>) {
  return (
    <span aria-hidden="true" className="flex h-2 items-center justify-center gap-0.5">
      {dots.slice(0, DOTS_MAX).map((dot, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: dots have no identity.
        <CategoryDot key={index} {...dot} />
      ))}
    </span>
  )
}

/** Draws bars up to the edges of the cell, so that the parts of neighboring days form one line. */
function Bars({ bars }: Pick<DayMarks, 'bars'>) {
  if (bars.length === 0) return null
  return (
    <span aria-hidden="true" className="pointer-events-none absolute inset-x-[-3px] bottom-0.5 flex flex-col gap-px">
      {bars.map((bar, lane) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: a lane is its place.
        bar ? <CategoryBar key={lane} {...bar} /> : <span key={lane} className="h-1" />,
      )}
    </span>
  )
}

const none: DayMarks = { dots: [], bars: [] }

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
