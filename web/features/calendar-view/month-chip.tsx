import type { EventCategory } from '#domain/categories.ts'
import { briefTime } from '#domain/date-words.ts'
import { type Day, daysBetween } from '#domain/dates.ts'
import { eventPath } from '#domain/event-path.ts'
import { shownStatus, statusNames, takesPlace } from '#domain/statuses.ts'
import { categoryNames } from '#domain/texts/categories.ts'
import { classes } from '#web/ui/classes.ts'
import { CategoryDot } from './category-mark.tsx'
import type { ShownEvent } from './shown-event.ts'
import { gridTexts } from './texts.ts'
import { type Entry, isBar } from './week-lanes.ts'

export interface ChipCalendar {
  id: string
  time_zone: string
  /** True for a calendar that is not public. */
  disabled?: boolean
  /** Invented: its events have no page. */
  isExample?: boolean
}

interface MonthChipProps {
  entry: Entry<ShownEvent>
  /** The day of the cell. */
  day: Day
  calendar: ChipCalendar
  /** It is over, or of another month. */
  isDim: boolean
  /** Whether Tab stops here. */
  isStop: boolean
}

/** An event in a cell of the month: a chip, or a bar that runs over the next cells. A plain link, which the grid's click handler takes over. */
export function MonthChip({ entry, day, calendar, isDim, isStop }: MonthChipProps) {
  const { event, span, isCutBefore, isCutAfter } = entry
  const { title, category } = event
  const status = shownStatus(event)
  const isOff = !takesPlace(status)
  const isSolid = category === 'Alert' && !isOff && !isDim
  const bar = isBar(event)
  return (
    <a
      href={calendar.isExample ? undefined : eventPath(calendar, event.id)}
      data-event={event.id}
      tabIndex={isStop ? 0 : -1}
      className={classes(
        'pointer-events-auto relative z-10 flex h-5.5 items-center gap-1 rounded-[5px] px-1.5 text-xs whitespace-nowrap no-underline at-1024:gap-1.5',
        'hover:ring-1 hover:ring-line-strong focus-visible:z-20 focus-visible:outline-offset-1 forced-colors:border',
        isDim && 'text-muted',
        bar && !isOff && 'font-semibold',
        groundOf({ category, isBar: bar, isOff, isSolid, isDim }),
        span > 1 && `days-${span}`,
        isCutBefore && '-ml-1 rounded-l-none pl-2.5',
        isCutAfter && 'cut-after rounded-r-none',
      )}
    >
      <CategoryDot category={category} isOff={isOff} isPlain={isSolid} className="size-2.25" />
      <span className="sr-only">
        {categoryNames[category]}, {status !== 'scheduled' && `${statusNames[status]}, `}
      </span>
      {!bar && (
        <span className={classes('hidden tabular-nums at-1024:inline', !isSolid && !isDim && timeColors[category])}>
          {briefTime(event.start_time, calendar.time_zone)}
        </span>
      )}
      <span className={classes('min-w-0 truncate', isOff && 'line-through')}>
        {isCutBefore ? gridTexts.continued(title, daysBetween(event.event_date, day) + 1) : title}
      </span>
    </a>
  )
}

interface Look {
  category: EventCategory
  isBar: boolean
  isOff: boolean
  isSolid: boolean
  isDim: boolean
}

function groundOf({ category, isBar, isOff, isSolid, isDim }: Look): string {
  if (isOff) return 'border border-line-strong bg-card'
  if (isSolid) return 'bg-alert-solid font-semibold text-white'
  const { chip, bar, dimChip, dimBar } = grounds[category]
  if (isDim) return isBar ? dimBar : dimChip
  return isBar ? bar : chip
}

const grounds: Record<EventCategory, Record<'chip' | 'bar' | 'dimChip' | 'dimBar', string>> = {
  Event: { chip: 'bg-event-soft', bar: 'bg-event-mid', dimChip: 'bg-event-soft/50', dimBar: 'bg-event-mid/50' },
  Alert: { chip: 'bg-alert-soft', bar: 'bg-alert-mid', dimChip: 'bg-alert-soft/50', dimBar: 'bg-alert-mid/50' },
  Notice: { chip: 'bg-notice-soft', bar: 'bg-notice-mid', dimChip: 'bg-notice-soft/50', dimBar: 'bg-notice-mid/50' },
  FYI: { chip: 'bg-fyi-soft', bar: 'bg-fyi-mid', dimChip: 'bg-fyi-soft/50', dimBar: 'bg-fyi-mid/50' },
}

const timeColors: Record<EventCategory, string> = {
  Event: 'text-event',
  Alert: 'text-alert',
  Notice: 'text-notice',
  FYI: 'text-fyi',
}
