import { data, redirect } from 'react-router'
import { calendarNumber } from '#domain/calendar-number.ts'
import { publicCalendarTexts } from '#domain/texts/public-calendar.ts'
import { publicClientsOf } from '#web/api/load-context.ts'
import { findByNumber } from '#web/features/locate/search.ts'
import { CalendarFailed, CalendarNotFound } from '#web/features/public-calendar/calendar-not-found.tsx'
import { pageMeta } from '#web/page-meta.ts'
import type { Route } from './+types/calendar-number.ts'

/** Leads from a short address to its calendar. One that is not listed answers like one that does not exist. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const number = calendarNumber(params.number)
  const found = number === null ? null : await findByNumber(publicClientsOf(context).publicRest, number)
  if (found?.error) return data({ status: 'failed' as const }, { status: 503 })
  const calendar = found?.data[0]
  if (!calendar) return data({ status: 'not-found' as const }, { status: 404 })
  throw redirect(`/calendar/${calendar.id}`)
}

export const meta: Route.MetaFunction = (args) => {
  const { title, body } = publicCalendarTexts.notFound
  return pageMeta({ title: `${title} | Townbell`, description: body, noIndex: true }, args)
}

export default function CalendarNumber({ loaderData }: Route.ComponentProps) {
  return loaderData.status === 'failed' ? <CalendarFailed /> : <CalendarNotFound />
}
