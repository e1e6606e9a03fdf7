import { ChevronDown } from 'lucide-react'
import { Link } from 'react-router'
import { monthName, shortDay } from '#domain/date-words.ts'
import { addMonths, type Day, firstDayOf, type Month, monthOf } from '#domain/dates.ts'
import { dayOfView, type ViewQuery, viewHref } from '#domain/views.ts'
import { classes } from '#web/ui/classes.ts'
import { DropDown } from '#web/ui/drop-down.tsx'
import { gridTexts } from './texts.ts'

/** Leads to any month of the year, and to the years before and after. */
export function MonthPicker({ viewQuery, today }: { viewQuery: ViewQuery; today: Day }) {
  const month = monthOf(dayOfView(viewQuery, today))
  const year = month.slice(0, 4)
  const months = Array.from({ length: 12 }, (_, index) => addMonths(`${year}-01`, index))
  const choice = { viewQuery, shown: month }
  return (
    <DropDown
      label={gridTexts.pick}
      trigger={<ChevronDown aria-hidden="true" className="size-5" />}
      className="grid size-9 shrink-0 place-items-center rounded-lg hover:bg-sunk max-sm:h-11 max-sm:w-8 print:hidden"
      panelClassName="w-60 p-3"
    >
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
    </DropDown>
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
