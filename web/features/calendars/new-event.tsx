import { Plus } from 'lucide-react'
import { useLocation } from 'react-router'
import { ButtonLink } from '#web/ui/button.tsx'
import { frameTexts } from './frame-texts.ts'
import { NEW_EVENT } from './new-event-parameter.ts'

/** Opens the form for a new event, on the day that the calendar shows. */
export function NewEvent({ calendarId, variant }: { calendarId: string; variant?: 'primary' | 'secondary' }) {
  const { pathname, search } = useLocation()
  const path = `/calendars/${calendarId}`
  const query = new URLSearchParams(pathname === path ? search : '')
  query.set(NEW_EVENT, '1')
  return (
    <ButtonLink to={`${path}?${query}`} size="small" variant={variant} preventScrollReset className={newEventButton}>
      <Plus aria-hidden="true" className="size-4.5" />
      <span className="max-sm:sr-only">{frameTexts.newEvent}</span>
    </ButtonLink>
  )
}

export const newEventButton = 'whitespace-nowrap max-lg:min-h-11 max-sm:w-11 max-sm:px-0!'
