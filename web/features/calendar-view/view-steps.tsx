import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type Day, monthOf } from '#domain/dates.ts'
import { type CalendarView, dayOfView, shownWords, stepFrom, type ViewQuery, viewHref } from '#domain/views.ts'
import { buttonClasses } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { viewTexts } from './texts.ts'

interface ViewStepsProps {
  viewQuery: ViewQuery
  today: Day
  headingId: string
  /** Leads to other months of the year; not on public pages, whose scripts must stay small. */
  picker?: ReactNode
}

/** Names the shown days and links to those before and after. The name is a live region: screen readers announce a change. */
export function ViewSteps({ viewQuery, today, headingId, picker }: ViewStepsProps) {
  const { view } = viewQuery
  const day = dayOfView(viewQuery, today)
  const [before, after] = [stepFrom(view, day, -1), stepFrom(view, day, 1)]
  const address = (date: Day) => hrefOf(viewQuery, date, today)
  return (
    <div className="flex min-w-0 items-center max-sm:flex-1 sm:gap-1">
      <h2 id={headingId} aria-live="polite" className="text-xl first-letter:uppercase max-[24rem]:text-lg sm:text-2xl">
        <span className="max-sm:sr-only">{shownWords(view, day)}</span>
        <span aria-hidden="true" className="sm:hidden">
          {shortWords(view, day, today)}
        </span>
      </h2>
      {picker}
      <div className="ml-auto flex shrink-0 gap-0.5 sm:ml-1 sm:gap-1">
        {before && (
          <Step to={address(before)} label={viewTexts.previous(view, shownWords(view, before))}>
            <ChevronLeft aria-hidden="true" className="size-5" />
          </Step>
        )}
        <Step to={address(today)} label={viewTexts.today}>
          {viewTexts.today}
        </Step>
        {after && (
          <Step to={address(after)} label={viewTexts.next(view, shownWords(view, after))}>
            <ChevronRight aria-hidden="true" className="size-5" />
          </Step>
        )}
      </div>
    </div>
  )
}

function Step({ to, label, children }: { to: string; label: string; children: ReactNode }) {
  const className = classes(
    buttonClasses({ variant: 'secondary', size: 'small' }),
    'px-2! max-sm:min-w-11 max-sm:px-1! print:hidden',
  )
  return (
    <Link to={to} aria-label={label} className={className} replace preventScrollReset rel="nofollow">
      {children}
    </Link>
  )
}

/** A month is named by itself: a phone starts with what comes next when no month is named. */
function hrefOf(viewQuery: ViewQuery, date: Day, today: Day): string {
  if (viewQuery.view === 'month') return viewHref({ ...viewQuery, date: null, month: monthOf(date) })
  return viewHref({ ...viewQuery, month: null, date: date === today ? null : date })
}

/** "November": a phone has no room for the year that everybody knows, nor for the days of an agenda. */
function shortWords(view: CalendarView, day: Day, today: Day): string {
  const words = shownWords(view === 'agenda' ? 'month' : view, day)
  return words.endsWith(today.slice(0, 4)) ? words.replace(/(,| de)? \d{4}$/, '') : words
}
