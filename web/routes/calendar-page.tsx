import { Suspense } from 'react'
import { data } from 'react-router'
import { monthOf } from '#domain/dates.ts'
import { paperStyleOf } from '#domain/paper.ts'
import { publicCalendarTexts } from '#domain/texts/public-calendar.ts'
import { defaultViewQuery, parseViewQuery } from '#domain/views.ts'
import { publicClientsOf } from '#web/api/load-context.ts'
import { cacheByCalendar, neverCache } from '#web/api/page-caching.ts'
import { QrImage } from '#web/features/feeds/qr-code.tsx'
import { type Paper, PaperScreen } from '#web/features/paper/paper-screen.tsx'
import { paperTexts } from '#web/features/paper/texts.ts'
import { CalendarFailed, CalendarNotFound } from '#web/features/public-calendar/calendar-not-found.tsx'
import { readPublicCalendar } from '#web/features/public-calendar/public-calendar.ts'
import { readSuggestPage } from '#web/features/suggestions/suggested-calendar.ts'
import { suggestPageTexts } from '#web/features/suggestions/texts.ts'
import { pageMeta } from '#web/page-meta.ts'
import { lazyExport } from '#web/ui/lazy-export.ts'
import type { Route } from './+types/calendar-page.ts'

const SuggestPage = lazyExport(() => import('#web/features/suggestions/suggest-page.tsx'), 'SuggestPage')

/**
 * /calendar/{id}/print and /calendar/{id}/suggest: one route, because every page loads the list of routes. Reads as a guest, also for a
 * signed-in person: what is printed hangs where everybody sees it.
 */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { publicRest } = publicClientsOf(context)
  const { searchParams } = new URL(request.url)
  if (params.page === 'suggest') {
    const answer = await readSuggestPage(publicRest, params.id, new Date())
    // The page behind a link says itself what became of the suggestion.
    const isLink = searchParams.has('t')
    const status = answer.status === 'suggest' || isLink ? 200 : answer.status === 'failed' ? 503 : 404
    return data(isLink && answer.status !== 'suggest' ? { status: 'link' as const } : answer, {
      status,
      headers: neverCache(),
    })
  }
  if (params.page !== 'print') return data({ status: 'not-found' as const }, { status: 404 })
  const style = paperStyleOf(searchParams.get('style'))
  const { month } = parseViewQuery(searchParams)
  const viewQuery =
    style === 'flyer' ? { ...defaultViewQuery, view: 'agenda' as const } : { ...defaultViewQuery, month }
  const answer = await readPublicCalendar(publicRest, { id: params.id, viewQuery, now: new Date() })
  if (answer.status !== 'found') return data(answer, { status: answer.status === 'failed' ? 503 : 404 })
  const { calendar, events, today } = answer
  const paper: Paper = { style, month: month ?? monthOf(today), events, calendar }
  return data({ status: 'found' as const, paper }, { headers: cacheByCalendar(calendar) })
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export const meta: Route.MetaFunction = (args) => {
  const found = args.loaderData as Awaited<ReturnType<typeof loader>>['data'] | undefined
  return pageMeta({ ...headOf(found), noIndex: true }, args)
}

function headOf(found: Awaited<ReturnType<typeof loader>>['data'] | undefined) {
  if (found?.status === 'found') return paperTexts.head(found.paper.calendar.name)
  if (found?.status === 'suggest') return suggestPageTexts.head(found.calendar.name)
  const { title, body } = publicCalendarTexts.notFound
  return { title: `${title} | Townbell`, description: body }
}

export default function CalendarPage({ loaderData }: Route.ComponentProps) {
  if (loaderData.status === 'failed') return <CalendarFailed />
  if (loaderData.status === 'not-found') return <CalendarNotFound />
  return (
    <Suspense>
      {loaderData.status === 'found' ? (
        <PaperScreen paper={loaderData.paper} qr={(url) => <QrImage url={url} className="w-full" />} />
      ) : (
        <SuggestPage page={loaderData.status === 'suggest' ? loaderData : null} />
      )}
    </Suspense>
  )
}
