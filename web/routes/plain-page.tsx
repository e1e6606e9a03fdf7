import { Suspense } from 'react'
import { data } from 'react-router'
import { plainStates } from '#domain/plain-follow.ts'
import { isUuid } from '#domain/uuid.ts'
import { publicClientsOf } from '#web/api/load-context.ts'
import { notFoundTexts } from '#web/features/company/error-page-texts.ts'
import { readEventPage } from '#web/features/event-page/event-page.ts'
import { pageMeta } from '#web/page-meta.ts'
import { lazyExport } from '#web/ui/lazy-export.ts'
import type { Route } from './+types/plain-page.ts'
import type { PlainPageProps } from './plain-pages.tsx'

/** The pages behind Follow and Share, for who has no scripts or not yet. */
export async function loader({ context, params: { id, page }, request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams
  const shown = await read(publicClientsOf(context).publicRest, id, page, query)
  return data(shown, { status: shown.what === 'nothing' ? 404 : 200, headers: { 'cache-control': 'no-store' } })
}

type Rest = ReturnType<typeof publicClientsOf>['publicRest']

async function read(rest: Rest, id: string, page: string, query: URLSearchParams): Promise<PlainPageProps> {
  if (!isUuid(id) || (page !== 'follow' && page !== 'share')) return { what: 'nothing' }
  const eventId = query.get('event')
  if (page === 'share' && eventId) {
    const answer = await readEventPage(rest, { calendarId: id, eventId })
    return answer.status === 'found'
      ? { what: 'share', calendar: answer.calendar, event: answer.event }
      : { what: 'nothing' }
  }
  const columns = 'id,name,city,state,time_zone,identifier,allow_guest_users,is_full'
  const { data: calendar } = await rest.from('calendars').select(columns).eq('id', id).maybeSingle()
  if (!calendar) return { what: 'nothing' }
  if (page === 'share') return { what: 'share', calendar }
  if (!calendar.allow_guest_users) return { what: 'nothing' }
  return { what: 'follow', calendar, state: plainStates.find((state) => state === query.get('state')) ?? null }
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export const meta: Route.MetaFunction = (args) => {
  const shown = args.loaderData as PlainPageProps | undefined
  const name = shown && shown.what !== 'nothing' ? shown.calendar.name : undefined
  const head = name === undefined ? notFoundTexts.head : { title: `${name} | Townbell`, description: name }
  return pageMeta({ ...head, noIndex: true }, args)
}

// Apart from the route, so that the list of routes, which every page loads, stays short.
const PlainPage = lazyExport(() => import('./plain-pages.tsx'), 'PlainPage')

export default function PlainPageRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Suspense>
      <PlainPage {...loaderData} />
    </Suspense>
  )
}
