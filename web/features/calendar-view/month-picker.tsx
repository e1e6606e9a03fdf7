import { ChevronDown } from 'lucide-react'
import { useRef } from 'react'
import { monthName, shortDay } from '#domain/date-words.ts'
import { addMonths, firstDayOf, type Month } from '#domain/dates.ts'
import { classes } from '#web/ui/classes.ts'
import { gridTexts } from './texts.ts'

interface MonthPickerProps {
  month: Month
  onMonthChange: (month: Month) => void
}

/** Leads to any month of the year, and to the years before and after. A details element, which needs no code to open. */
export function MonthPicker({ month, onMonthChange }: MonthPickerProps) {
  const details = useRef<HTMLDetailsElement>(null)
  const year = month.slice(0, 4)
  const months = Array.from({ length: 12 }, (_, index) => addMonths(`${year}-01`, index))
  const choice = { onMonthChange }

  function close(pressed: React.KeyboardEvent) {
    if (pressed.key !== 'Escape' || !details.current?.open) return
    details.current.open = false
    details.current.querySelector('summary')?.focus()
  }

  return (
    // Another month is another element, which is closed.
    <details key={month} ref={details} onKeyDown={close} className="relative print:hidden">
      <summary
        aria-label={gridTexts.pick}
        className="grid size-9 list-none place-items-center rounded-lg hover:bg-sunk [&::-webkit-details-marker]:hidden"
      >
        <ChevronDown aria-hidden="true" className="size-5" />
      </summary>
      <div className="absolute top-full left-0 z-30 mt-1 w-60 rounded-xl border border-line bg-raised p-3 shadow-high max-sm:-left-24">
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
              <Choice {...choice} to={each} isShown={each === month}>
                {shortDay(firstDayOf(each)).replace(/[\s\d]+/g, '')}
              </Choice>
            </li>
          ))}
        </ul>
      </div>
    </details>
  )
}

interface ChoiceProps extends Omit<MonthPickerProps, 'month'> {
  to: Month
  isShown?: boolean
  children: React.ReactNode
}

function Choice({ to, isShown = false, onMonthChange, children }: ChoiceProps) {
  return (
    <button
      type="button"
      aria-label={monthName(to)}
      aria-current={isShown ? 'date' : undefined}
      onClick={() => onMonthChange(to)}
      className={classes(
        'grid min-h-9 w-full place-items-center rounded-lg px-2 text-sm hover:bg-sunk',
        isShown && 'bg-ink font-semibold text-paper hover:bg-ink',
      )}
    >
      {children}
    </button>
  )
}
