import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Day } from '#domain/dates.ts'
import { dayOfView, shownWords, stepFrom, type ViewQuery, viewHref } from '#domain/views.ts'
import { buttonClasses } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { viewTexts } from './texts.ts'

/** Names the shown days and links to the days before and after, as MonthSteps does for months. */
export function ViewSteps({ viewQuery, today }: { viewQuery: ViewQuery; today: Day }) {
  const { view } = viewQuery
  const day = dayOfView(viewQuery, today)
  const [before, after] = [stepFrom(view, day, -1), stepFrom(view, day, 1)]
  const address = (date: Day) => viewHref({ ...viewQuery, month: null, date: date === today ? null : date })
  return (
    <div className="mb-4 flex flex-wrap items-center gap-1">
      <h2 aria-live="polite" className="flex-1 basis-36 text-xl first-letter:uppercase sm:text-2xl">
        {shownWords(view, day)}
      </h2>
      <div className="ml-auto flex gap-1">
        <Step to={address(today)} label={viewTexts.today}>
          {viewTexts.today}
        </Step>
        {before && (
          <Step to={address(before)} label={viewTexts.previous(view, shownWords(view, before))}>
            <ChevronLeft aria-hidden="true" className="size-5" />
          </Step>
        )}
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
  const className = classes(buttonClasses({ variant: 'secondary', size: 'small' }), 'px-2 max-sm:min-w-11 print:hidden')
  return (
    <Link to={to} aria-label={label} className={className} replace preventScrollReset rel="nofollow">
      {children}
    </Link>
  )
}
