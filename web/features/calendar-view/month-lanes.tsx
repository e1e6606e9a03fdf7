import type { Day } from '#domain/dates.ts'
import { classes } from '#web/ui/classes.ts'
import { type ChipCalendar, MonthChip } from './month-chip.tsx'
import type { ShownEvent } from './shown-event.ts'
import { gridTexts } from './texts.ts'
import type { CellLanes } from './week-lanes.ts'

interface LanesProps {
  cell: CellLanes<ShownEvent>
  day: Day
  calendar: ChipCalendar
  /** The day is over, or of another month. */
  isDim: boolean
  /** Whether Tab stops at the events. */
  isStop: boolean
  className?: string
}

/** Shows the events of a cell. Lets clicks beside them through to what is below. */
export function Lanes({ cell, className, ...chip }: LanesProps) {
  const { lanes, more, few } = cell
  if (lanes.length === 0 && more.many === 0) return null
  return (
    <ul className={classes('pointer-events-none relative space-y-0.5 px-1', className)}>
      {lanes.map((entry, lane) => (
        <li
          key={entry === null || entry === 'covered' ? `free ${lane}` : entry.event.id}
          aria-hidden={entry === null || entry === 'covered' || undefined}
          className={classes('h-5.5', lane >= few && 'hidden at-1024:block')}
        >
          {entry !== null && entry !== 'covered' && <MonthChip entry={entry} {...chip} />}
        </li>
      ))}
      <More count={more.few} className="at-1024:hidden" />
      <More count={more.many} className="hidden at-1024:block" />
    </ul>
  )
}

/** Part of the day's button, which shows all of the day. */
function More({ count, className }: { count: number; className: string }) {
  if (count === 0) return null
  return (
    <li
      aria-hidden="true"
      className={classes('h-5.5 truncate px-1.5 pt-0.5 text-xs font-semibold text-muted', className)}
    >
      {gridTexts.more(count)}
    </li>
  )
}
