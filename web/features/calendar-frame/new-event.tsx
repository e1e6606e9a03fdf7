import { Plus, TriangleAlert } from 'lucide-react'
import { useLocation } from 'react-router'
import { frameTexts } from '#web/features/calendars/frame-texts.ts'
import { NEW_EVENT, openNewEventForm } from '#web/features/calendars/new-event-form.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'

/** Opens the form for a new event, on the day that the calendar shows. */
export function NewEvent({ calendarId, variant }: { calendarId: string; variant?: 'primary' | 'secondary' }) {
  const { pathname, search } = useLocation()
  const path = `/calendars/${calendarId}`
  const query = new URLSearchParams(pathname === path ? search : '')
  query.set(NEW_EVENT, '1')
  return (
    <ButtonLink
      to={`${path}?${query}`}
      size="small"
      variant={variant}
      preventScrollReset
      // A phone has it above the days, as a round button, and not on the other screens of a calendar.
      data-floating={pathname === path || undefined}
      className={classes(newEventButton, pathname.startsWith(`${path}/`) && 'max-sm:hidden')}
      onClick={(click) => {
        // With a modifier it is the browser's, for a new tab or a window.
        const isModified = click.ctrlKey || click.metaKey || click.shiftKey || click.altKey
        if (!isModified && openNewEventForm()) click.preventDefault()
      }}
    >
      <Plus aria-hidden="true" className="size-4.5 max-sm:size-6 lg:max-xl:hidden" />
      <span className="max-sm:sr-only">{frameTexts.newEvent}</span>
    </ButtonLink>
  )
}

/** Leads to the form that sends an alert. */
export function NewAlert({ calendarId }: { calendarId: string }) {
  return (
    <ButtonLink
      to={`/calendars/${calendarId}/alert`}
      title={frameTexts.newAlert}
      size="small"
      variant="secondary"
      className={classes(newEventButton, 'border-danger! text-danger! max-sm:hidden')}
    >
      {/* Where there is least room, the words say more. */}
      <TriangleAlert aria-hidden="true" className="size-4.5 lg:max-xl:hidden" />
      {frameTexts.newAlert}
    </ButtonLink>
  )
}

export const newEventButton = 'whitespace-nowrap max-lg:min-h-11 max-sm:w-11 max-sm:px-0!'
