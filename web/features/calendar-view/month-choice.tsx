import { Link } from 'react-router'
import { monthName, shortDay } from '#domain/date-words.ts'
import { addMonths, firstDayOf, type Month } from '#domain/dates.ts'
import { type ViewQuery, viewHref } from '#domain/views.ts'
import { classes } from '#web/ui/classes.ts'

/** The months of the year, and the years before and after. */
export function MonthChoice({ viewQuery, month }: { viewQuery: ViewQuery; month: Month }) {
  const year = month.slice(0, 4)
  const months = Array.from({ length: 12 }, (_, index) => addMonths(`${year}-01`, index))
  const choice = { viewQuery, shown: month }
  return (
    <>
      <div className="mb-1 flex items-center justify-between">
        <Choice {...choice} to={addMonths(month, -12)}>
          {Number(year) - 1}
        </Choice>
        <span className="font-semibold">{year}</span>
        <Choice {...choice} to={addMonths(month, 12)}>
          {Number(year) + 1}
        </Choice>
      </div>
      <ul className="grid grid-cols-3 gap-1">
        {months.map((each) => (
          <li key={each}>
            <Choice {...choice} to={each}>
              {shortDay(firstDayOf(each)).replace(/[\s\d]+/g, '')}
            </Choice>
          </li>
        ))}
      </ul>
    </>
  )
}

interface ChoiceProps {
  viewQuery: ViewQuery
  shown: Month
  to: Month
  children: React.ReactNode
}

function Choice({ viewQuery, shown, to, children }: ChoiceProps) {
  return (
    <Link
      to={viewHref({ ...viewQuery, date: null, month: to })}
      replace
      preventScrollReset
      aria-label={monthName(to)}
      aria-current={to === shown ? 'date' : undefined}
      className={classes(
        'grid min-h-9 w-full place-items-center rounded-lg px-2 text-sm no-underline hover:bg-sunk',
        to === shown && 'bg-ink font-semibold text-paper hover:bg-ink',
      )}
    >
      {children}
    </Link>
  )
}
