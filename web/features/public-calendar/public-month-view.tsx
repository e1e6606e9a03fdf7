import { Suspense, useMemo, useState } from 'react'
import { useNavigate, useNavigation } from 'react-router'
import { eventCategories } from '#domain/categories.ts'
import { longDay, monthName } from '#domain/date-words.ts'
import { addDays, type Day, firstDayOf, type Month, monthOf } from '#domain/dates.ts'
import type { PublicEvent } from '#domain/event-columns.ts'
import { eventPath } from '#domain/event-path.ts'
import { categoryNames } from '#domain/texts/categories.ts'
import { publicCalendarTexts } from '#domain/texts/public-calendar.ts'
import { viewHref } from '#domain/views.ts'
import { CategoryDot } from '#web/features/calendar-view/category-mark.tsx'
import { MonthGrid } from '#web/features/calendar-view/month-grid.tsx'
import { viewTexts } from '#web/features/calendar-view/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { classes } from '#web/ui/classes.ts'
import { lazyExport } from '#web/ui/lazy-export.ts'
import { ViewerZone } from '#web/ui/viewer-zone.tsx'
import { calendarPageTexts } from './calendar-page-texts.ts'
import { ComingList, NextUp, RunningAlerts, revealed, SHOWN_DAYS } from './coming-events.tsx'
import type { ShownCalendar } from './public-calendar.ts'
import { PublicEventItem } from './public-event-item.tsx'
import type { PublicViewProps } from './view-props.ts'

// Most visitors only see the current month, with what comes next.
const MonthList = lazyExport(() => import('./month-list.tsx'), 'MonthList')

/** Shows the month as a grid with the chosen day beside it, and as a list, which also serves printing and readers without scripts. */
export function PublicMonthView({ shown, eventAction }: PublicViewProps) {
  const { calendar, viewQuery, month, today, events } = shown
  const navigate = useNavigate()
  const navigation = useNavigation()
  const ofMonth = useMemo(() => eventsIn(month, events), [month, events])
  const byDay = groupByDay(ofMonth)
  const [picked, setPicked] = useState<Day | null>(null)
  // A day picked in another month no longer counts. The grid is not remounted, so it keeps the focus.
  const selected = picked && monthOf(picked) === month ? picked : firstSelection(shown, ofMonth)
  const monthHref = (wanted: Month) => viewHref({ ...viewQuery, date: null, month: wanted })
  const goTo = (wanted: Month) => navigate(monthHref(wanted), { replace: true, preventScrollReset: true })

  function select(day: Day) {
    setPicked(day)
    if (monthOf(day) !== month) goTo(monthOf(day))
  }

  return (
    <>
      <RunningAlerts shown={shown} />
      <NextUp shown={shown} eventAction={eventAction} />
      <div className="@container/calendar">
        <div className="grid gap-5 at-1200:grid-cols-[minmax(0,1fr)_19.25rem]">
          <div id="month" className={classes('min-w-0', shown.coming && revealed)}>
            <MonthGrid
              month={month}
              today={today}
              calendar={calendar}
              selected={selected}
              events={events}
              onSelect={select}
              onMonthChange={goTo}
              onOpen={({ id }) => navigate(eventPath(calendar, id))}
              labelledBy={SHOWN_DAYS}
              busy={navigation.state !== 'idle'}
            />
            <Legend />
          </div>
          <div className="min-w-0 space-y-5">
            <Card data-print="no" className={classes('p-4 sm:p-6', shown.coming && 'with-month')}>
              <section aria-live="polite" aria-label={calendarPageTexts.chosenDay}>
                <h2 className="text-xl">
                  {selected ? publicCalendarTexts.eventsFor(longDay(selected)) : calendarPageTexts.chooseADay}
                </h2>
                <DayEvents
                  events={selected ? byDay.get(selected) : undefined}
                  calendar={calendar}
                  eventAction={eventAction}
                />
              </section>
              <NextDay day={nextDay(byDay, selected, month)} onSelect={setPicked} />
            </Card>
            <Suspense>
              <ViewerZone>
                <ComingList shown={shown} />
              </ViewerZone>
            </Suspense>
          </div>
        </div>
      </div>

      {/* A boundary, so that React hydrates what is above before the long list. */}
      {!shown.coming && (
        <Suspense>
          <ViewerZone>
            <MonthList
              shown={shown}
              title={calendarPageTexts.allOf(monthName(month))}
              events={ofMonth}
              eventAction={eventAction}
            />
          </ViewerZone>
        </Suspense>
      )}
    </>
  )
}

interface DayEventsProps extends Pick<PublicViewProps, 'eventAction'> {
  events: PublicEvent[] | undefined
  calendar: ShownCalendar['calendar']
}

function DayEvents({ events, calendar, eventAction }: DayEventsProps) {
  if (!events) return <p className="mt-3 text-muted">{viewTexts.nothing.day}</p>
  return (
    <ul className="mt-4 space-y-5">
      {events.map((event) => (
        <PublicEventItem key={event.id} event={event} calendar={calendar} action={eventAction?.(calendar, event)} />
      ))}
    </ul>
  )
}

/** Leads from a day to the next one with events. */
function NextDay({ day, onSelect }: { day: Day | null; onSelect: (day: Day) => void }) {
  if (!day) return null
  return (
    <Button variant="secondary" size="small" className="mt-5" onClick={() => onSelect(day)}>
      {calendarPageTexts.nextDay(longDay(day))}
    </Button>
  )
}

function Legend() {
  return (
    <ul className="mt-4 flex flex-wrap gap-x-5 gap-y-1 border-t border-line pt-3 text-sm text-muted">
      {eventCategories.map((category) => (
        <li key={category} className="flex items-center gap-1.5">
          <CategoryDot category={category} className="size-2.5" />
          {categoryNames[category]}
        </li>
      ))}
    </ul>
  )
}

/** Returns the requested day; otherwise today if it is in the month; otherwise the first day with events. */
function firstSelection({ viewQuery, month, today }: ShownCalendar, events: readonly PublicEvent[]): Day | null {
  if (viewQuery.date !== null) return viewQuery.date
  if (monthOf(today) === month) return today
  return events[0] ? firstDayIn(month, events[0]) : null
}

/** Leaves out what only touches the other days of the first and last week. */
function eventsIn(month: Month, events: readonly PublicEvent[]): PublicEvent[] {
  return events.filter(({ event_date, end_date }) => monthOf(event_date) <= month && monthOf(end_date) >= month)
}

function nextDay(byDay: Map<Day, PublicEvent[]>, selected: Day | null, month: Month): Day | null {
  return [...byDay.keys()].sort().find((day) => selected !== null && day > selected && monthOf(day) === month) ?? null
}

/** Groups events by each day that they touch. */
function groupByDay(events: readonly PublicEvent[]): Map<Day, PublicEvent[]> {
  const days = new Map<Day, PublicEvent[]>()
  for (const event of events) {
    for (let day = event.event_date; day <= event.end_date; day = addDays(day, 1)) {
      days.set(day, [...(days.get(day) ?? []), event])
    }
  }
  return days
}

/** Returns the day under which the month lists an event: the first of the month if it began earlier. */
function firstDayIn(month: Month, { event_date }: PublicEvent): Day {
  return monthOf(event_date) < month ? firstDayOf(month) : event_date
}
