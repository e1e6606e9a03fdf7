import { Link } from 'react-router'
import { longDay, weekdayAndDate } from '#domain/date-words.ts'
import { addDays, type Day } from '#domain/dates.ts'
import { timeWords } from '#domain/event-words.ts'
import { shownStatus, statusNames, takesPlace } from '#domain/statuses.ts'
import { categoryNames } from '#domain/texts/categories.ts'
import { classes } from '#web/ui/classes.ts'
import { CategoryDot } from './category-mark.tsx'
import { isPlainClick } from './plain-click.ts'
import type { ShownEvent } from './shown-event.ts'
import { viewTexts } from './texts.ts'

interface WeekDaysProps<E extends ShownEvent> {
  first: Day
  today: Day
  events: readonly E[]
  zone: string
  dayHref: (day: Day) => string
  eventHref: (event: E) => string
  /** A click that the browser is not asked to open in a new tab. Without it, the link leads to the event. */
  onOpen?: ((event: E, entry: HTMLElement) => void) | undefined
}

/** Shows seven days as columns, or as rows on small screens. */
export function WeekDays<E extends ShownEvent>({
  first,
  today,
  events,
  zone,
  dayHref,
  eventHref,
  onOpen,
}: WeekDaysProps<E>) {
  return (
    <ol className="grid gap-x-2 gap-y-3 lg:grid-cols-7">
      {Array.from({ length: 7 }, (_, index) => addDays(first, index)).map((day) => {
        const touching = events.filter(({ event_date, end_date }) => event_date <= day && day <= end_date)
        return (
          <li
            key={day}
            data-print="together"
            className={classes(
              'min-w-0 gap-x-3 rounded-lg border p-2 max-lg:grid max-lg:grid-cols-[5rem_1fr] lg:min-h-48',
              day === today ? 'border-bell-line' : 'border-line',
            )}
          >
            <h3 className="font-sans text-base font-semibold">
              <Link
                to={dayHref(day)}
                aria-current={day === today ? 'date' : undefined}
                preventScrollReset
                rel="nofollow"
                className={classes(
                  'inline-block rounded-md px-1.5 py-0.5 no-underline hover:bg-sunk',
                  day === today && 'bg-ink text-paper hover:bg-ink',
                )}
              >
                <span aria-hidden="true">{weekdayAndDate(day)}</span>
                <span className="sr-only">{longDay(day)}</span>
              </Link>
            </h3>
            {touching.length === 0 ? (
              <p className="px-1.5 py-0.5 text-sm text-muted lg:mt-1">{viewTexts.free}</p>
            ) : (
              <ul className="space-y-1.5 lg:mt-2">
                {touching.map((event) => (
                  <li key={event.id}>
                    <WeekEntry
                      event={event}
                      zone={zone}
                      href={eventHref(event)}
                      onOpen={onOpen && ((entry) => onOpen(event, entry))}
                    />
                  </li>
                ))}
              </ul>
            )}
          </li>
        )
      })}
    </ol>
  )
}

interface WeekEntryProps {
  event: ShownEvent
  zone: string
  href: string
  onOpen?: ((entry: HTMLElement) => void) | undefined
}

function WeekEntry({ event, zone, href, onOpen }: WeekEntryProps) {
  const { title, category } = event
  const status = shownStatus(event)
  return (
    <Link
      to={href}
      onClick={(click) => {
        if (!onOpen || !isPlainClick(click)) return
        click.preventDefault()
        onOpen(click.currentTarget)
      }}
      className="block rounded-md bg-sunk px-2 py-1.5 text-sm no-underline hover:underline"
    >
      <span className="flex items-center gap-1.5 text-muted lg:text-xs">
        <CategoryDot category={category} isOff={!takesPlace(status)} />
        <span className="sr-only">{categoryNames[category]}, </span>
        {timeWords(event, zone)}
      </span>
      <span className={classes('block font-semibold wrap-anywhere', !takesPlace(status) && 'line-through')}>
        {title}
      </span>
      {status !== 'scheduled' && (
        <span className={classes('font-semibold', status === 'over' ? 'text-ok' : 'text-danger')}>
          {statusNames[status]}
        </span>
      )}
    </Link>
  )
}
