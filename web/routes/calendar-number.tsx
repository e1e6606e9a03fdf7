import type { PostgrestClient } from '@supabase/postgrest-js'
import { data, redirect } from 'react-router'
import { calendarNumber } from '#domain/calendar-number.ts'
import { eventPath, idsOfCode } from '#domain/event-path.ts'
import { publicCalendarTexts } from '#domain/texts/public-calendar.ts'
import { publicClientsOf } from '#web/api/load-context.ts'
import { findByNumber } from '#web/features/locate/search.ts'
import { CalendarFailed, CalendarNotFound } from '#web/features/public-calendar/calendar-not-found.tsx'
import { pageMeta } from '#web/page-meta.ts'
import type { Route } from './+types/calendar-number.ts'

/**
 * Leads from a short address to its calendar or event. A calendar that is not listed answers like one that does not exist; an event that
 * is gone leads to its calendar.
 */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { publicRest } = publicClientsOf(context)
  const number = calendarNumber(params.number)
  const found = number === null ? null : await findByNumber(publicRest, number)
  if (found?.error) return data({ status: 'failed' as const }, { status: 503 })
  const calendar = found?.data[0]
  if (!calendar) return data({ status: 'not-found' as const }, { status: 404 })
  const event = await findByCode(publicRest, calendar.id, params.code)
  throw redirect(event ? eventPath(calendar, event) : `/calendar/${calendar.id}`)
}

async function findByCode(rest: PostgrestClient, calendarId: string, code = ''): Promise<string | undefined> {
  const ids = idsOfCode(code)
  if (!ids) return undefined
  const [first, last] = ids
  const events = rest.from('events').select('id').eq('calendar_id', calendarId)
  const { data } = await events.gte('id', first).lte('id', last).limit(2)
  return data?.length === 1 ? data[0]?.id : undefined
}

export const meta: Route.MetaFunction = (args) => {
  const { title, body } = publicCalendarTexts.notFound
  return pageMeta({ title: `${title} | Townbell`, description: body, noIndex: true }, args)
}

export default function CalendarNumber({ loaderData }: Route.ComponentProps) {
  return loaderData.status === 'failed' ? <CalendarFailed /> : <CalendarNotFound />
}
