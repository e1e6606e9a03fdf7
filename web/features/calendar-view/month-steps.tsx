import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { monthName } from '#domain/date-words.ts'
import { addMonths, type Month, monthOf } from '#domain/dates.ts'
import { buttonClasses } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { gridTexts } from './texts.ts'

interface MonthStepsProps {
  month: Month
  today: string
  headingId: string
  onMonthChange: (month: Month) => void
  monthHref?: (month: Month) => string
  /** Leads to other months of the year; not on public pages, whose scripts must stay small. */
  picker?: ReactNode
  /** It stands beside other days, which have a Today of their own. */
  isBeside?: boolean
}

/** Shows the month's name, and buttons to its neighbors. The name is a live region: screen readers announce a change. */
export function MonthSteps({ month, today, headingId, onMonthChange, monthHref, picker, isBeside }: MonthStepsProps) {
  const step = { onMonthChange, monthHref }
  const now = monthOf(today)
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-1">
      <div className="mr-auto flex min-h-11 items-center gap-1">
        <h2
          id={headingId}
          aria-live="polite"
          className={classes('first-letter:uppercase', isBeside ? 'text-base' : 'text-xl sm:text-2xl')}
        >
          {monthName(month)}
        </h2>
        {picker}
      </div>
      <div className="flex gap-1">
        {!isBeside && (
          <Step {...step} to={now} label={gridTexts.today}>
            {gridTexts.today}
          </Step>
        )}
        <Step {...step} to={addMonths(month, -1)} label={gridTexts.previous(monthName(addMonths(month, -1)))}>
          <ChevronLeft aria-hidden="true" className="size-5" />
        </Step>
        <Step {...step} to={addMonths(month, 1)} label={gridTexts.next(monthName(addMonths(month, 1)))}>
          <ChevronRight aria-hidden="true" className="size-5" />
        </Step>
      </div>
    </div>
  )
}

interface StepProps {
  to: Month
  label: string
  onMonthChange: (month: Month) => void
  monthHref?: (month: Month) => string
  children: React.ReactNode
}

function Step({ to, label, onMonthChange, monthHref, children }: StepProps) {
  const className = classes(buttonClasses({ variant: 'secondary', size: 'small' }), 'px-2 max-sm:min-w-11 print:hidden')

  if (monthHref) {
    return (
      <Link to={monthHref(to)} aria-label={label} className={className} replace preventScrollReset rel="nofollow">
        {children}
      </Link>
    )
  }
  return (
    <button type="button" aria-label={label} className={className} onClick={() => onMonthChange(to)}>
      {children}
    </button>
  )
}
