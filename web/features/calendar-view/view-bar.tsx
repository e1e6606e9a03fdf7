import { Link } from 'react-router'
import { type Day, monthOf } from '#domain/dates.ts'
import {
  type CalendarView,
  calendarViews,
  dayOfView,
  defaultViewQuery,
  type ViewQuery,
  viewHref,
} from '#domain/views.ts'
import { classes } from '#web/ui/classes.ts'
import { viewTexts } from './texts.ts'

/** Links to the views of a calendar, which work without scripts. Choosing one ends a search. */
export function ViewBar({ viewQuery, today }: { viewQuery: ViewQuery; today: Day }) {
  const day = dayOfView(viewQuery, today)
  const date = day === today ? null : day
  const isSearch = viewQuery.search !== ''
  // Named, because without it a phone starts with what comes next.
  const monthOn = (view: CalendarView) => (view === 'month' ? monthOf(day) : null)
  return (
    <nav aria-label={viewTexts.views} className="flex rounded-lg border border-line-strong bg-card max-sm:flex-1">
      {calendarViews.map((view) => {
        const isShown = view === viewQuery.view && !isSearch
        return (
          <Link
            key={view}
            to={viewHref({ ...defaultViewQuery, view, date, month: monthOn(view), categories: viewQuery.categories })}
            aria-current={isShown ? 'page' : undefined}
            preventScrollReset
            rel="nofollow"
            className={classes(
              'grid min-h-11 flex-auto place-items-center px-1 text-sm font-semibold no-underline first:rounded-l-[7px] last:rounded-r-[7px] sm:min-h-9 sm:px-3.5',
              isShown ? 'bg-bell-soft text-ink' : 'text-muted hover:bg-sunk hover:text-ink',
            )}
          >
            {viewTexts.names[view]}
          </Link>
        )
      })}
    </nav>
  )
}
