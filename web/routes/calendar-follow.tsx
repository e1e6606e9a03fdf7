import { data } from 'react-router'
import { plainStates } from '#domain/plain-follow.ts'
import { publicCalendarTexts } from '#domain/texts/public-calendar.ts'
import { isUuid } from '#domain/uuid.ts'
import { publicClientsOf } from '#web/api/load-context.ts'
import { FollowPage } from '#web/features/follow/follow-page.tsx'
import { followPageTexts } from '#web/features/follow/page-texts.ts'
import { followDialogTexts } from '#web/features/follow/texts.ts'
import { CalendarNotFound } from '#web/features/public-calendar/calendar-not-found.tsx'
import { pageMeta } from '#web/page-meta.ts'
import type { Route } from './+types/calendar-follow.ts'

export async function loader({ context, params: { id }, request }: Route.LoaderArgs) {
  const { publicRest } = publicClientsOf(context)
  const read = publicRest.from('calendars').select('id,name,is_full').match({ id, allow_guest_users: true })
  const { data: calendar } = isUuid(id) ? await read.maybeSingle() : { data: null }
  const asked = new URL(request.url).searchParams.get('state')
  const state = plainStates.find((one) => one === asked) ?? null
  return data({ calendar, state }, { status: calendar ? 200 : 404, headers: { 'cache-control': 'no-store' } })
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export const meta: Route.MetaFunction = (args) => {
  const { calendar } = (args.loaderData as Awaited<ReturnType<typeof loader>>['data'] | undefined) ?? {}
  const { title, body } = publicCalendarTexts.notFound
  const head = calendar
    ? {
        title: `${followDialogTexts.title(calendar.name)} | Townbell`,
        description: followPageTexts.description(calendar.name),
      }
    : { title: `${title} | Townbell`, description: body }
  return pageMeta({ ...head, noIndex: true }, args)
}

export default function CalendarFollow({ loaderData: { calendar, state } }: Route.ComponentProps) {
  return calendar ? <FollowPage calendar={calendar} state={state} /> : <CalendarNotFound />
}
