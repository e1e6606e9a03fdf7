import { ChevronDown } from 'lucide-react'
import { Suspense } from 'react'
import { type Day, monthOf } from '#domain/dates.ts'
import { dayOfView, type ViewQuery } from '#domain/views.ts'
import { DropDown } from '#web/ui/drop-down.tsx'
import { lazyExport } from '#web/ui/lazy-export.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { gridTexts } from './texts.ts'

const MonthChoice = lazyExport(() => import('./month-choice.tsx'), 'MonthChoice')

/** Leads to any month of the year, and to the years before and after. */
export function MonthPicker({ viewQuery, today }: { viewQuery: ViewQuery; today: Day }) {
  return (
    <DropDown
      trigger={
        <>
          <ChevronDown aria-hidden="true" className="size-5" />
          <span className="sr-only">{gridTexts.pick}</span>
        </>
      }
      className="grid size-9 shrink-0 place-items-center rounded-lg hover:bg-sunk max-sm:h-11 max-sm:w-8 print:hidden"
      panelClassName="w-60 p-3"
    >
      <Suspense fallback={<Spinner />}>
        <MonthChoice viewQuery={viewQuery} month={monthOf(dayOfView(viewQuery, today))} />
      </Suspense>
    </DropDown>
  )
}
