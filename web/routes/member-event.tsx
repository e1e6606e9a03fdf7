import { useOutletContext, useParams } from 'react-router'
import { canAddEvent } from '#domain/roles.ts'
import { takesPlace } from '#domain/statuses.ts'
import { useMemberImage } from '#web/api/member-image.ts'
import { membershipIn } from '#web/features/calendars/calendar.ts'
import { useMemberCalendar } from '#web/features/calendars/queries.ts'
import { memberCalendarHead, titleOf } from '#web/features/calendars/texts.ts'
import { EventNotFound } from '#web/features/event-page/event-not-found.tsx'
import { EventScreen } from '#web/features/event-page/event-screen.tsx'
import { EventSkeleton } from '#web/features/event-page/event-skeleton.tsx'
import { useEventPage } from '#web/features/event-page/queries.ts'
import { eventPageTexts } from '#web/features/event-page/texts.ts'
import { AddPopover } from '#web/features/feeds/add-popover.tsx'
import { ShareButton } from '#web/features/feeds/share-button.tsx'
import { CalendarFailed } from '#web/features/public-calendar/calendar-not-found.tsx'
import { MemberRsvp } from '#web/features/rsvps/member-rsvp.tsx'
import type { Person } from '#web/features/sign-in/signed-in-only.tsx'
import { MemberSlots } from '#web/features/slots/member-slots.tsx'
import { pageMeta } from '#web/page-meta.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { usePageHead } from '#web/ui/use-page-head.ts'
import type { Route } from './+types/member-event.ts'

export function meta(args: Route.MetaArgs) {
  return pageMeta({ ...memberCalendarHead, noIndex: true }, args)
}

/** Shows an event to members, also of a private calendar. */
export default function MemberEvent() {
  const { id = '', eventId = '' } = useParams()
  const person = useOutletContext<Person>()
  const { data: mine } = useMemberCalendar(id, person.id)
  const isAdmin = mine ? canAddEvent(membershipIn(mine, person.id)) : false
  const { data: shown, isPending } = useEventPage(id, eventId)
  const found = shown?.status === 'found' ? shown : undefined
  const imageSrc = useMemberImage(found?.calendar, found?.event.image)
  const title = shown?.status === 'found' ? titleOf(shown.event.title) : memberCalendarHead.title
  usePageHead({ title, description: memberCalendarHead.description })
  if (isPending) return <EventSkeleton />
  if (!shown || shown.status === 'failed') return <CalendarFailed />
  if (shown.status === 'not-found') return <EventNotFound calendarPath={`/calendars/${id}`} />
  const { calendar, event, rsvp, slots } = shown
  return (
    <EventScreen
      shown={shown}
      calendarPath={`/calendars/${id}`}
      imageSrc={imageSrc}
      share={!calendar.disabled && <ShareButton calendar={calendar} event={event} />}
      rsvp={
        takesPlace(event.status) && (
          <MemberRsvp calendar={calendar} event={event} rsvp={rsvp} userId={person.id} isAdmin={isAdmin} />
        )
      }
      slots={
        takesPlace(event.status) && (
          <>
            <MemberSlots calendar={calendar} event={event} slots={slots} userId={person.id} isAdmin={isAdmin} />
            {isAdmin && (
              <ButtonLink variant="secondary" className="w-full" to={`/calendars/${id}/events/${eventId}/cohosts`}>
                {eventPageTexts.cohosts}
              </ButtonLink>
            )}
          </>
        )
      }
      actions={<AddPopover calendar={calendar} event={event} />}
    />
  )
}
