import { data } from 'react-router'
import { coverOf } from '#domain/event-cover.ts'
import { previewPath } from '#domain/preview-pictures.ts'
import { siteLanguage } from '#domain/site-language.ts'
import { takesPlace } from '#domain/statuses.ts'
import { publicClientsOf } from '#web/api/load-context.ts'
import { cacheByCalendar } from '#web/api/page-caching.ts'
import { eventMeta } from '#web/features/event-page/event-meta.ts'
import { EventNotFound } from '#web/features/event-page/event-not-found.tsx'
import { readEventPage } from '#web/features/event-page/event-page.ts'
import { EventScreen } from '#web/features/event-page/event-screen.tsx'
import { AddPopover } from '#web/features/feeds/add-popover.tsx'
import { ShareButton } from '#web/features/feeds/share-button.tsx'
import { FollowButton } from '#web/features/follow/follow-button.tsx'
import { FollowCard } from '#web/features/follow/follow-card.tsx'
import { CalendarFailed } from '#web/features/public-calendar/calendar-not-found.tsx'
import { ManageBar } from '#web/features/public-calendar/manage-bar.tsx'
import { structuredEvents } from '#web/features/public-calendar/structured-events.ts'
import { RsvpCard } from '#web/features/rsvps/rsvp-card.tsx'
import { SlotsCard } from '#web/features/slots/slots-card.tsx'
import type { Route } from './+types/event.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  const { publicRest } = publicClientsOf(context)
  const answer = await readEventPage(publicRest, { calendarId: params.id, eventId: params.eventId })
  if (answer.status === 'found') {
    const preview = previewPath(answer.calendar, answer.event, siteLanguage)
    return data(
      { ...answer, preview, cover: coverOf(answer.event, answer.calendar) },
      { headers: cacheByCalendar(answer.calendar) },
    )
  }
  return data(answer, { status: answer.status === 'failed' ? 503 : 404 })
}

/** Lets the screen itself say that the server cannot be reached. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return serverLoader().catch(() => ({ status: 'failed' as const }))
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export const meta: Route.MetaFunction = (args) => eventMeta(args, import.meta.env.SSR ? structuredEvents : () => [])

export default function Event({ loaderData, params }: Route.ComponentProps) {
  const calendarPath = `/calendar/${params.id}`
  if (loaderData.status === 'not-found') return <EventNotFound calendarPath={calendarPath} />
  if (loaderData.status === 'failed') return <CalendarFailed />
  const { calendar, event, rsvp, slots } = loaderData
  return (
    <>
      <ManageBar calendarId={calendar.id} to={`/calendars/${calendar.id}/events/${event.id}`} />
      <EventScreen
        shown={loaderData}
        calendarPath={calendarPath}
        cover={loaderData.cover}
        share={<ShareButton calendar={calendar} event={event} className="max-sm:flex-1" />}
        actions={<AddPopover calendar={calendar} event={event} />}
        rsvp={rsvp && takesPlace(event.status) && <RsvpCard calendar={calendar} event={event} rsvp={rsvp} />}
        slots={
          slots.length > 0 && takesPlace(event.status) && <SlotsCard calendar={calendar} event={event} slots={slots} />
        }
        follow={calendar.allow_guest_users && <FollowCard calendar={calendar} />}
        followButton={calendar.allow_guest_users && <FollowButton calendar={calendar} />}
      />
    </>
  )
}
