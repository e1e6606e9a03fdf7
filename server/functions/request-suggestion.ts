// Suggests an event without an account, first half: nobody sees it before the link of the mail confirms it.
import * as z from 'zod'
import { dayInZone } from '#domain/dates.ts'
import { AppError, sqlState } from '#domain/errors.ts'
import { SUGGESTIONS_PENDING_MAX } from '#domain/limits.ts'
import { suggestionFormWith } from '#domain/suggestions.ts'
import { eventProblemTexts } from '#domain/texts/events.ts'
import { publicCalendarTexts } from '#domain/texts/public-calendar.ts'
import { suggestionTexts } from '#domain/texts/suggestions.ts'
import { formFields } from './follow-proof.ts'
import { linkedRequest, type Standing, standingOf } from './linked/request.ts'

type Found = Standing & { time_zone: string; is_open: boolean; pending: number }

export const requestSuggestion = linkedRequest({
  summary: 'Suggests an event; a mail confirms it.',
  door: 'suggestion',
  body: suggestionFormWith({ calendar_id: z.guid('calendar_id must be the id of a calendar'), ...formFields }),
  async find(client, { calendar_id, email, day }, now) {
    const { rows } = await client.query<Found>(findStanding, [calendar_id, email, now])
    const [found] = rows
    if (!found) throw new AppError('calendar_not_found', 404, publicCalendarTexts.notFoundOrDisabled.body)
    if (!found.is_open) throw new AppError('suggestions_closed', 400, suggestionTexts.closed)
    if (day < dayInZone(now, found.time_zone)) throw pastDay()
    if (found.pending >= SUGGESTIONS_PENDING_MAX)
      throw new AppError('too_many_suggestions', 400, suggestionTexts.tooMany)
    return found
  },
  async store(client, request, _, now) {
    const { title, description, location_name, location, link_url, day, start, end_day, end, all_day } = request
    const event = [title, description, location_name, location, link_url, day, start, end_day, end, all_day]
    const values = [request.calendar_id, request.email, request.name, request.language ?? 'en', now, ...event]
    const { rows } = await client.query<{ id: string }>(insertSuggestion, values)
    return rows[0]?.id as string
  },
  queueMail: (client, id) => client.query(queueMail, [id]),
})

export function pastDay(): AppError {
  const { title, body } = eventProblemTexts.pastDay
  return new AppError(sqlState('TB005'), 400, title, { details: body })
}

const findStanding = `
  select ${standingOf('$2', '$3')},
    c.time_zone,
    c.takes_suggestions and c.sending_paused_by is distinct from 'suspension' as is_open,
    (select count(*)::int from public.event_suggestions s where s.calendar_id = c.id and s.state = 'pending') as pending
  from public.calendars c
  where c.id = $1 and not c.disabled and c.deleted_at is null`

const insertSuggestion = `
  insert into public.event_suggestions (
    calendar_id, email, name, language, created_at, title, description, location_name, location, link_url,
    day, starts_at, end_day, ends_at, all_day
  )
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
  returning id`

const queueMail = `select private.send_letter('suggestions/confirm', json_build_object('suggestion', $1::uuid))`
