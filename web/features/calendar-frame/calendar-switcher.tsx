import { ChevronsUpDown } from 'lucide-react'
import { Suspense } from 'react'
import { frameTexts } from '#web/features/calendars/frame-texts.ts'
import { DropDown } from '#web/ui/drop-down.tsx'
import { lazyExport } from '#web/ui/lazy-export.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { CalendarTile } from './calendar-tile.tsx'
import { useInlineEdit } from './use-inline-edit.ts'

const CalendarChoice = lazyExport(() => import('./calendar-choice.tsx'), 'CalendarChoice')
const EditName = lazyExport(() => import('./edit-name.tsx'), 'EditName')

interface CalendarSwitcherProps {
  calendar?: { id: string; name: string } | null
  /** Whether the person may change the calendar's name. */
  isEditable?: boolean
}

/** Names the calendar that is open, and lists the others. The name is edited in its place. */
export function CalendarSwitcher({ calendar, isEditable = false }: CalendarSwitcherProps) {
  const edit = useInlineEdit()
  const name = calendar?.name ?? frameTexts.allCalendars
  return (
    <>
      <DropDown
        ref={edit.opener}
        trigger={
          <>
            {calendar && <CalendarTile name={calendar.name} />}
            <span className="truncate">{name}</span>
            <span className="sr-only">{frameTexts.switchCalendar}</span>
            <ChevronsUpDown aria-hidden="true" className="size-4 shrink-0 text-muted" />
          </>
        }
        className="flex h-9 max-w-72 min-w-0 items-center gap-2 rounded-lg border border-line px-2.5 text-sm font-semibold hover:bg-sunk max-lg:h-11 max-sm:-ml-2.5 max-sm:border-transparent"
        panelClassName="w-80"
      >
        <Suspense fallback={<Spinner />}>
          <CalendarChoice current={calendar?.id} onEditName={isEditable ? edit.open : undefined} />
        </Suspense>
      </DropDown>
      {calendar && edit.editing && (
        <Suspense>
          <EditName calendar={calendar} edit={edit} />
        </Suspense>
      )}
    </>
  )
}
