import { data } from 'react-router'
import { monthOf } from '#domain/dates.ts'
import { paperStyleOf } from '#domain/paper.ts'
import { publicCalendarTexts } from '#domain/texts/public-calendar.ts'
import { defaultViewQuery, parseViewQuery } from '#domain/views.ts'
import { publicClientsOf } from '#web/api/load-context.ts'
import { cacheByCalendar } from '#web/api/page-caching.ts'
import { QrImage } from '#web/features/feeds/qr-code.tsx'
import { type Paper, PaperScreen } from '#web/features/paper/paper-screen.tsx'
import { paperTexts } from '#web/features/paper/texts.ts'
import { CalendarFailed, CalendarNotFound } from '#web/features/public-calendar/calendar-not-found.tsx'
import { readPublicCalendar } from '#web/features/public-calendar/public-calendar.ts'
import { pageMeta } from '#web/page-meta.ts'
import type { Route } from './+types/calendar-print.ts'

/** Reads as a guest, also for a signed-in person: what is printed hangs where everybody sees it. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { publicRest } = publicClientsOf(context)
  const { searchParams } = new URL(request.url)
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
  const { title, body } = publicCalendarTexts.notFound
  const head =
    found?.status === 'found'
      ? paperTexts.head(found.paper.calendar.name)
      : { title: `${title} | Townbell`, description: body }
  return pageMeta({ ...head, noIndex: true }, args)
}

export default function CalendarPrint({ loaderData }: Route.ComponentProps) {
  if (loaderData.status === 'failed') return <CalendarFailed />
  if (loaderData.status === 'not-found') return <CalendarNotFound />
  return <PaperScreen paper={loaderData.paper} qr={(url) => <QrImage url={url} className="w-full" />} />
}
