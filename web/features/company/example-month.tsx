import { longDay, monthName } from '#domain/date-words.ts'
import { type Day, dayInZone, type Month, monthGrid, monthOf } from '#domain/dates.ts'
import { placeWords, timeWords } from '#domain/event-words.ts'
import { EXAMPLE_PLACE, EXAMPLE_ZONE, type ExampleEvent, exampleEvents } from '#domain/example-calendar.ts'
import { exampleCalendarTexts } from '#domain/texts/example-calendar.ts'
import { CategoryBadge } from '#web/features/calendar-view/category-mark.tsx'
import { MonthGrid } from '#web/features/calendar-view/month-grid.tsx'
import { homeTexts } from './home-texts.ts'

const calendar = { id: 'example', time_zone: EXAMPLE_ZONE, isExample: true }

/** The current month and day of the example calendar, drawn by the parts of the real one. */
export function ExampleMonth() {
  const today = dayInZone(Date.now(), EXAMPLE_ZONE)
  const month = monthOf(today)
  const events = exampleEvents(daysOf(month), today, exampleCalendarTexts)
  const ofToday = events.filter(({ event_date, end_date }) => event_date <= today && end_date >= today)
  return (
    <>
      <p className="mb-4 border-b border-line pb-4">
        <strong className="font-display text-xl font-semibold">{exampleCalendarTexts.name}</strong>
        <span className="block text-sm text-muted">
          {EXAMPLE_PLACE.city}, {EXAMPLE_PLACE.state} · {homeTexts.example.invented}
        </span>
      </p>
      <div className="@container/calendar">
        <div className="grid gap-5 at-1024:grid-cols-[minmax(0,1fr)_16rem]">
          <div className="@container/calendar">
            <p id="example-month" className="mb-3 font-display text-xl font-semibold first-letter:uppercase">
              {monthName(month)}
            </p>
            <MonthGrid
              labelledBy="example-month"
              month={month}
              today={today}
              calendar={calendar}
              selected={today}
              events={events}
              onSelect={nothing}
              onMonthChange={nothing}
              onOpen={nothing}
            />
          </div>
          <div className="at-1024:pt-2.5">
            <p className="font-display text-xl font-semibold first-letter:uppercase">{longDay(today)}</p>
            <ul className="mt-4 space-y-5">
              {ofToday.map((event) => (
                <ExampleItem key={event.id} event={event} />
              ))}
            </ul>
          </div>
        </div>
      </div>
    </>
  )
}

function nothing(): void {}

function ExampleItem({ event }: { event: ExampleEvent }) {
  return (
    <li>
      <CategoryBadge category={event.category} />
      <p className="mt-1.5 font-semibold">{event.title}</p>
      <p className="text-sm">{timeWords(event, EXAMPLE_ZONE)}</p>
      <p className="text-sm text-muted">{placeWords(event)}</p>
    </li>
  )
}

/** Returns the days of all weeks that the month touches. */
function daysOf(month: Month) {
  const days = monthGrid(month).flat()
  return { first: days[0] as Day, last: days.at(-1) as Day }
}
