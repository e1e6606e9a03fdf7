import { Plus } from 'lucide-react'
import { Link } from 'react-router'
import { membershipIn } from '#web/features/calendars/calendar.ts'
import { frameTexts } from '#web/features/calendars/frame-texts.ts'
import { NEW_EVENT } from '#web/features/calendars/new-event-form.ts'
import { useMyCalendars } from '#web/features/calendars/queries.ts'
import { buttonClasses } from '#web/ui/button.tsx'
import { DropDown } from '#web/ui/drop-down.tsx'
import { canAddEvent } from '../../../domain/roles.ts'
import { CalendarTile } from './calendar-tile.tsx'
import { NewEvent, newEventButton } from './new-event.tsx'

/** New event where no calendar is open: with several it asks in which one. */
export function NewEventChoice({ userId }: { userId: string }) {
  const { data = [] } = useMyCalendars()
  const calendars = data.filter((calendar) => canAddEvent(membershipIn(calendar, userId)))
  const [first, ...others] = calendars
  if (!first) return null
  if (others.length === 0) return <NewEvent calendarId={first.id} variant="secondary" />
  return (
    <DropDown
      trigger={
        <>
          <Plus aria-hidden="true" className="size-4.5" />
          <span className="max-sm:sr-only">{frameTexts.newEvent}</span>
        </>
      }
      className={`${buttonClasses({ variant: 'secondary', size: 'small' })} ${newEventButton}`}
      panelClassName="w-72"
    >
      <p className="px-3 py-1 text-sm font-semibold text-muted">{frameTexts.newEventIn}</p>
      <ul>
        {calendars.map(({ id, name }) => (
          <li key={id}>
            <Link
              to={`/calendars/${id}?${NEW_EVENT}=1`}
              className="flex min-h-11 items-center gap-3 rounded-lg px-3 py-1.5 text-sm font-semibold no-underline hover:bg-sunk"
            >
              <CalendarTile name={name} />
              <span className="min-w-0 flex-1 truncate">{name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </DropDown>
  )
}
