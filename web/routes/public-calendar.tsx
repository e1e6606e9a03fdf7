import { Suspense } from 'react'
import { data, Link, redirect } from 'react-router'
import type { LinkedEvent } from '#domain/calendar-links.ts'
import { type Collection, collectionPath } from '#domain/collections.ts'
import { previewPath } from '#domain/preview-pictures.ts'
import { siteLanguage } from '#domain/site-language.ts'
import { suggestionTexts } from '#domain/texts/suggestions.ts'
import { parseViewQuery } from '#domain/views.ts'
import { publicClientsOf } from '#web/api/load-context.ts'
import { cacheByCalendar } from '#web/api/page-caching.ts'
import { AddToCalendar } from '#web/features/feeds/add-to-calendar.tsx'
import type { LinkedCalendar } from '#web/features/feeds/event-links.tsx'
import { ShareButton } from '#web/features/feeds/share-button.tsx'
import { FollowButton } from '#web/features/follow/follow-button.tsx'
import { pollPageTexts } from '#web/features/polls/texts.ts'
import { ManageBar } from '#web/features/public-calendar/manage-bar.tsx'
import { readPublicCalendar } from '#web/features/public-calendar/public-calendar.ts'
import { publicCalendarMeta } from '#web/features/public-calendar/public-calendar-meta.ts'
import { PublicCalendarScreen } from '#web/features/public-calendar/public-calendar-screen.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { lazyExport } from '#web/ui/lazy-export.ts'
import type { Route } from './+types/public-calendar.ts'

const loadNotFound = () => import('#web/features/public-calendar/calendar-not-found.tsx')
const CalendarNotFound = lazyExport(loadNotFound, 'CalendarNotFound')
// In the menu, which nobody opens first.
const FeedButtons = lazyExport(() => import('#web/features/feeds/feed-buttons.tsx'), 'FeedButtons')
const LiveCalendar = lazyExport(() => import('#web/features/public-calendar/live-calendar.tsx'), 'LiveCalendar')
const CalendarFailed = lazyExport(loadNotFound, 'CalendarFailed')

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { publicRest } = publicClientsOf(context)
  const viewQuery = parseViewQuery(new URL(request.url).searchParams)
  const now = new Date()
  const [answer, polls] = await Promise.all([
    readPublicCalendar(publicRest, { id: params.id, viewQuery, now }),
    publicRest
      .from('polls')
      .select('id,title')
      .match({ calendar_id: params.id, is_open: true })
      .order('closes_at')
      .order('id')
      .limit(3),
  ])
  if (answer.status === 'found') {
    const preview = previewPath(answer.calendar, null, siteLanguage)
    // Words of a link that few calendars have, so that not every page loads them.
    const suggest = answer.calendar.takes_suggestions ? suggestionTexts.suggest : null
    const help = polls.data?.length ? { title: pollPageTexts.help, polls: polls.data } : null
    return data({ ...answer, preview, suggest, help }, { headers: cacheByCalendar(answer.calendar) })
  }
  // The code of an embedded town page links here.
  if (answer.status === 'not-found') {
    const { data: town } = await publicRest.rpc('get_collection', { p_key: params.id })
    if (town) throw redirect(collectionPath(town as Collection))
  }
  return data(answer, { status: answer.status === 'failed' ? 503 : 404 })
}

/** Lets the screen itself say that the server cannot be reached. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return serverLoader().catch(() => ({ status: 'failed' as const }))
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export const meta: Route.MetaFunction = publicCalendarMeta

export default function PublicCalendar({ loaderData }: Route.ComponentProps) {
  if (loaderData.status !== 'found') {
    return <Suspense>{loaderData.status === 'failed' ? <CalendarFailed /> : <CalendarNotFound />}</Suspense>
  }
  const { calendar, suggest, help } = loaderData
  return (
    <>
      <ManageBar calendarId={calendar.id} to={`/calendars/${calendar.id}`} />
      {help && (
        <aside aria-label={help.title} data-print="no" className="bg-bell-soft px-4 py-1.5 text-center">
          {`${help.title}: `}
          {help.polls.map(({ id, title }) => (
            <Link key={id} to={`/calendar/${calendar.id}/poll/${id}`} className="link mx-2 font-semibold wrap-anywhere">
              {title}
            </Link>
          ))}
        </aside>
      )}
      <PublicCalendarScreen
        shown={loaderData}
        actions={
          <>
            {calendar.allow_guest_users && <FollowButton calendar={calendar} />}
            <ShareButton calendar={calendar} className="max-sm:flex-1" />
            <Suspense>
              <LiveCalendar calendar={calendar} />
            </Suspense>
          </>
        }
        moreActions={
          <>
            <Suspense>
              <FeedButtons calendar={calendar} />
            </Suspense>
            {suggest && (
              <ButtonLink to={`/calendar/${calendar.id}/suggest`} variant="secondary">
                {suggest}
              </ButtonLink>
            )}
          </>
        }
        eventAction={addToCalendar}
      />
    </>
  )
}

/** Defined once: a new function each time would rerender every event of a month. */
function addToCalendar(calendar: LinkedCalendar, event: LinkedEvent, look?: 'link' | 'button') {
  return <AddToCalendar calendar={calendar} event={event} look={look} />
}
