import { data, Link } from 'react-router'
import { isUuid } from '#domain/uuid.ts'
import { publicClientsOf } from '#web/api/load-context.ts'
import { readEventPage } from '#web/features/event-page/event-page.ts'
import type { SharedCalendar } from '#web/features/feeds/share-dialog.tsx'
import { SharePanel } from '#web/features/feeds/share-dialog.tsx'
import { shareTexts } from '#web/features/feeds/share-texts.ts'
import { CalendarNotFound } from '#web/features/public-calendar/calendar-not-found.tsx'
import { pageMeta } from '#web/page-meta.ts'
import { Page } from '#web/ui/page.tsx'
import type { Route } from './+types/share.ts'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { publicRest } = publicClientsOf(context)
  const { id = '', eventId } = params as { id?: string; eventId?: string }
  const page = eventId ? await eventOf(publicRest, id, eventId) : await calendarOf(publicRest, id)
  const back = new URL(request.url).pathname.replace(/\/share$/, '')
  return data({ page, back }, { status: page ? 200 : 404, headers: { 'cache-control': 'no-store' } })
}

type Rest = ReturnType<typeof publicClientsOf>['publicRest']

async function eventOf(rest: Rest, calendarId: string, eventId: string): Promise<SharedCalendar | null> {
  const answer = await readEventPage(rest, { calendarId, eventId })
  return answer.status === 'found' ? { calendar: answer.calendar, event: answer.event } : null
}

async function calendarOf(rest: Rest, id: string): Promise<SharedCalendar | null> {
  if (!isUuid(id)) return null
  const columns = 'id,name,city,state,time_zone,identifier,allow_guest_users'
  const { data: calendar } = await rest.from('calendars').select(columns).eq('id', id).maybeSingle()
  return calendar && { calendar }
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export const meta: Route.MetaFunction = (args) =>
  pageMeta({ title: `${shareTexts.calendar} | Townbell`, description: shareTexts.qrLead, noIndex: true }, args)

/** The ways to share a calendar or an event, where no dialog opens: without scripts, or before they have arrived. */
export default function Share({ loaderData: { page, back } }: Route.ComponentProps) {
  if (!page) return <CalendarNotFound />
  return (
    <Page width="narrow" className="space-y-6">
      <h1 className="text-3xl">{page.event ? shareTexts.event : shareTexts.calendar}</h1>
      <SharePanel {...page} />
      <p>
        <Link to={back} className="link">
          {page.event?.title ?? page.calendar.name}
        </Link>
      </p>
    </Page>
  )
}
