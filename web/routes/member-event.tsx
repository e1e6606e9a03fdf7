import { Suspense } from 'react'
import { useOutletContext, useParams } from 'react-router'
import { coverOf } from '#domain/event-cover.ts'
import { takesPlace } from '#domain/statuses.ts'
import { useMemberImage } from '#web/api/member-image.ts'
import { useMemberCalendar } from '#web/features/calendars/queries.ts'
import { memberCalendarHead, titleOf } from '#web/features/calendars/texts.ts'
import { EventNotFound } from '#web/features/event-page/event-not-found.tsx'
import { EventScreen } from '#web/features/event-page/event-screen.tsx'
import { EventSkeleton } from '#web/features/event-page/event-skeleton.tsx'
import { useEventPage } from '#web/features/event-page/queries.ts'
import { AddPopover } from '#web/features/feeds/add-popover.tsx'
import { ShareButton } from '#web/features/feeds/share-button.tsx'
import { CalendarFailed } from '#web/features/public-calendar/calendar-not-found.tsx'
import { MemberRsvp } from '#web/features/rsvps/member-rsvp.tsx'
import type { Person } from '#web/features/sign-in/signed-in-only.tsx'
import { MemberSlots } from '#web/features/slots/member-slots.tsx'
import { pageMeta } from '#web/page-meta.ts'
import { lazyExport } from '#web/ui/lazy-export.ts'
import { usePageHead } from '#web/ui/use-page-head.ts'
import type { Route } from './+types/member-event.ts'

const EventTools = lazyExport(() => import('./event-tools.tsx'), 'EventTools')

export function meta(args: Route.MetaArgs) {
  return pageMeta({ ...memberCalendarHead, noIndex: true }, args)
}

/** Shows an event to members, also of a private calendar. */
export default function MemberEvent() {
  const { id = '', eventId = '' } = useParams()
  const person = useOutletContext<Person>()
  const { data: mine } = useMemberCalendar(id, person.id)
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
      cover={coverOf(event, calendar)}
      share={!calendar.disabled && <ShareButton calendar={calendar} event={event} className="max-sm:flex-1" />}
      tools={
        mine && (
          <Suspense>
            <EventTools
              calendar={mine}
              eventId={eventId}
              userId={person.id}
              hasGuests={rsvp !== null || slots.length > 0}
            />
          </Suspense>
        )
      }
      rsvp={
        rsvp &&
        takesPlace(event.status) && <MemberRsvp calendar={calendar} event={event} rsvp={rsvp} userId={person.id} />
      }
      slots={
        slots.length > 0 &&
        takesPlace(event.status) && <MemberSlots calendar={calendar} event={event} slots={slots} userId={person.id} />
      }
      actions={<AddPopover calendar={calendar} event={event} />}
    />
  )
}
