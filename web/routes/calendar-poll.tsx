import { data } from 'react-router'
import type { Poll } from '#domain/polls.ts'
import { publicCalendarTexts } from '#domain/texts/public-calendar.ts'
import { isUuid } from '#domain/uuid.ts'
import { publicClientsOf } from '#web/api/load-context.ts'
import { neverCache } from '#web/api/page-caching.ts'
import { PollAnswerScreen, PollScreen, type PollScreenProps } from '#web/features/polls/poll-page.tsx'
import { pollPageTexts } from '#web/features/polls/texts.ts'
import { CalendarFailed, CalendarNotFound } from '#web/features/public-calendar/calendar-not-found.tsx'
import { pageMeta } from '#web/page-meta.ts'
import type { Route } from './+types/calendar-poll.ts'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { publicRest } = publicClientsOf(context)
  const page = await readPoll(publicRest, params.id, params.pollId)
  // The page behind a link says itself what became of the answer.
  const isLink = new URL(request.url).searchParams.has('t')
  const status = isLink || typeof page === 'object' ? 200 : page === 'failed' ? 503 : 404
  return data({ page, isLink }, { status, headers: neverCache() })
}

type Rest = ReturnType<typeof publicClientsOf>['publicRest']

/** Reads a poll as a guest. */
async function readPoll(rest: Rest, id: string, pollId: string): Promise<PollScreenProps | 'not-found' | 'failed'> {
  if (!isUuid(id) || !isUuid(pollId)) return 'not-found'
  const [calendars, polls] = await Promise.all([
    rest.from('calendars').select('id,name,time_zone').eq('id', id).eq('disabled', false).maybeSingle(),
    rest.from('polls').select('*,is_open').eq('calendar_id', id).eq('id', pollId).maybeSingle<Poll>(),
  ])
  if (calendars.error || polls.error) return 'failed'
  const poll = polls.data
  if (!calendars.data || !poll) return 'not-found'
  const event = poll.event_id
    ? await rest.from('events').select('id').eq('calendar_id', id).eq('id', poll.event_id).maybeSingle()
    : null
  return { calendar: calendars.data, poll, eventId: event?.data?.id ?? null }
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export const meta: Route.MetaFunction = (args) => {
  const found = args.loaderData as Awaited<ReturnType<typeof loader>>['data'] | undefined
  const { title, body } = publicCalendarTexts.notFound
  const page = found?.page
  const head =
    typeof page === 'object'
      ? pollPageTexts.head(page.poll.title, page.calendar.name)
      : { title: `${title} | Townbell`, description: body }
  return pageMeta({ ...head, noIndex: true }, args)
}

export default function CalendarPoll({ loaderData: { page, isLink } }: Route.ComponentProps) {
  if (isLink) return <PollAnswerScreen />
  if (typeof page === 'object') return <PollScreen {...page} />
  return page === 'failed' ? <CalendarFailed /> : <CalendarNotFound />
}
