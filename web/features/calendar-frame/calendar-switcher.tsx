import { ChevronsUpDown } from 'lucide-react'
import { Suspense } from 'react'
import { frameTexts } from '#web/features/calendars/frame-texts.ts'
import { DropDown } from '#web/ui/drop-down.tsx'
import { lazyExport } from '#web/ui/lazy-export.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { CalendarTile } from './calendar-tile.tsx'

const CalendarChoice = lazyExport(() => import('./calendar-choice.tsx'), 'CalendarChoice')

/** Names the calendar that is open, and lists the others. */
export function CalendarSwitcher({ calendar }: { calendar?: { id: string; name: string } | null }) {
  const name = calendar?.name ?? frameTexts.allCalendars
  return (
    <DropDown
      trigger={
        <>
          {calendar && <CalendarTile name={calendar.name} />}
          <span className="truncate">{name}</span>
          <span className="sr-only">{frameTexts.switchCalendar}</span>
          <ChevronsUpDown aria-hidden="true" className="size-4 shrink-0 text-muted" />
        </>
      }
      className="flex h-9 max-w-72 min-w-0 items-center gap-2 rounded-lg border border-line px-2.5 text-sm font-semibold hover:bg-sunk max-lg:h-11"
      panelClassName="top-13 left-3 w-80 max-w-[calc(100vw-1.5rem)] sm:left-[max(3.75rem,50vw-46.25rem)]"
    >
      <Suspense fallback={<Spinner />}>
        <CalendarChoice current={calendar?.id} />
      </Suspense>
    </DropDown>
  )
}
