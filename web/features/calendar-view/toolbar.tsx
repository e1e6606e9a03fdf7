import type { ReactNode } from 'react'
import type { Day } from '#domain/dates.ts'
import type { ViewQuery } from '#domain/views.ts'
import { EventSearch } from './event-search.tsx'
import { ViewBar } from './view-bar.tsx'
import { ViewSteps } from './view-steps.tsx'

interface ToolbarProps {
  viewQuery: ViewQuery
  today: Day
  headingId: string
  picker?: ReactNode
  /** Stands at the right; on phones beside the steps, above the views. */
  children?: ReactNode
}

/** The one line above the days of a calendar: which they are, how they are shown, and what is searched for. */
export function Toolbar({ viewQuery, today, headingId, picker, children }: ToolbarProps) {
  return (
    <>
      {viewQuery.search === '' && <ViewSteps {...{ viewQuery, today, headingId, picker }} />}
      <div data-print="no" className="flex items-center gap-1 max-sm:order-1 max-sm:w-full sm:ml-auto sm:gap-2">
        <EventSearch viewQuery={viewQuery} />
        <ViewBar viewQuery={viewQuery} today={today} />
      </div>
      {children && (
        <div data-print="no" className="ml-auto flex gap-2 sm:ml-0">
          {children}
        </div>
      )}
    </>
  )
}

export const toolbar = 'mb-2 flex flex-wrap items-center gap-x-2 gap-y-1.5'
