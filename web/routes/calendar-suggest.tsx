import { data } from 'react-router'
import { publicCalendarTexts } from '#domain/texts/public-calendar.ts'
import { publicClientsOf } from '#web/api/load-context.ts'
import { neverCache } from '#web/api/page-caching.ts'
import { CalendarFailed, CalendarNotFound } from '#web/features/public-calendar/calendar-not-found.tsx'
import { SuggestPage } from '#web/features/suggestions/suggest-page.tsx'
import { readSuggestPage } from '#web/features/suggestions/suggested-calendar.ts'
import { suggestPageTexts } from '#web/features/suggestions/texts.ts'
import { pageMeta } from '#web/page-meta.ts'
import type { Route } from './+types/calendar-suggest.ts'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { publicRest } = publicClientsOf(context)
  const page = await readSuggestPage(publicRest, params.id, new Date())
  // The page behind a link says itself what became of the suggestion.
  const isLink = new URL(request.url).searchParams.has('t')
  const status = page.status === 'suggest' || isLink ? 200 : page.status === 'failed' ? 503 : 404
  return data({ page, isLink }, { status, headers: neverCache() })
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export const meta: Route.MetaFunction = (args) => {
  const found = args.loaderData as Awaited<ReturnType<typeof loader>>['data'] | undefined
  const { title, body } = publicCalendarTexts.notFound
  const head =
    found?.page.status === 'suggest'
      ? suggestPageTexts.head(found.page.calendar.name)
      : { title: `${title} | Townbell`, description: body }
  return pageMeta({ ...head, noIndex: true }, args)
}

export default function CalendarSuggest({ loaderData: { page, isLink } }: Route.ComponentProps) {
  if (page.status === 'suggest') return <SuggestPage page={page} />
  if (isLink) return <SuggestPage page={null} />
  return page.status === 'failed' ? <CalendarFailed /> : <CalendarNotFound />
}
