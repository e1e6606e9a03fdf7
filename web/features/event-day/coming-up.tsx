import { CategoryDot } from '#web/features/calendar-view/category-mark.tsx'
import { isPlainClick } from '#web/features/calendar-view/plain-click.ts'
import type { CalendarEvent, EventCalendar } from '#web/features/events/event.ts'
import { quickTexts } from '#web/features/events/quick-texts.ts'
import { clockTime, weekdayAndDate } from '../../../domain/date-words.ts'
import type { Day } from '../../../domain/dates.ts'
import { eventPath } from '../../../domain/event-path.ts'
import { allDayWords } from '../../../domain/event-words.ts'
import { takesPlace } from '../../../domain/statuses.ts'
import { categoryNames } from '../../../domain/texts/categories.ts'

const MOST = 8

interface ComingUpProps {
  /** The chosen day: what it has is shown above. */
  day: Day
  today: Day
  calendar: EventCalendar
  /** The events of the weeks on screen, in the order of their start. */
  events: readonly CalendarEvent[]
  onOpen: (event: CalendarEvent, row: HTMLElement) => void
}

/** Lists what follows the chosen day in the month on screen, in the room below the day. */
export function ComingUp({ day, today, calendar, events, onOpen }: ComingUpProps) {
  const coming = events.filter(
    ({ event_date, status }) => event_date > day && event_date >= today && takesPlace(status),
  )
  if (coming.length === 0) return null
  return (
    <section className="mt-5 border-t border-line pt-4">
      <h3 className="mb-1 font-sans text-sm font-semibold text-muted">{quickTexts.coming}</h3>
      <ul className="text-sm">
        {coming.slice(0, MOST).map((event) => (
          <li key={event.id}>
            <a
              href={eventPath(calendar, event.id)}
              className="-mx-2 flex min-h-8 items-center gap-2 rounded-lg px-2 no-underline hover:bg-sunk"
              onClick={(click) => {
                if (!isPlainClick(click)) return
                click.preventDefault()
                onOpen(event, click.currentTarget)
              }}
            >
              <span className="w-13 shrink-0 whitespace-nowrap text-muted tabular-nums">
                {weekdayAndDate(event.event_date)}
              </span>
              <CategoryDot category={event.category} className="size-2.25 shrink-0" />
              <span className="sr-only">{categoryNames[event.category]}</span>
              <span className="line-clamp-2 min-w-0 flex-1 py-0.5 leading-snug font-semibold wrap-anywhere">
                {event.title}
              </span>
              <span className="shrink-0 text-muted tabular-nums">
                {event.all_day ? allDayWords() : clockTime(event.start_time, calendar.time_zone)}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
