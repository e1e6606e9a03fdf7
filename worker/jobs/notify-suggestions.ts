// Notifies the admins of a calendar that suggestions or invitations to host an event wait, at most once an hour: what comes sooner waits for the next mail.
import type { Task } from 'graphile-worker'
import type pg from 'pg'
import * as z from 'zod'
import { inTransaction } from '#database/scope.ts'
import type { Language } from '#domain/languages.ts'
import { automaticHeaders } from '#messages/email/automatic-headers.ts'
import { inLanguage, listHeaders, messageId } from '#messages/mail-links.ts'
import { plainName } from '#messages/plain-name.ts'
import { renderLetter } from '#messages/templates/letter.ts'
import { suggestionLetters } from '#messages/templates/suggestions/letters.ts'
import { type LetterOptions, sendLetter } from './send-letter.ts'

const calendarPayload = z.object({ calendar: z.guid() })
const adminPayload = z.object({ calendar: z.guid(), user: z.guid() })

/** Queues one mail for each admin, or itself for later. */
export function notifySuggestions({ pool }: { pool: pg.Pool }): Task {
  return async (given) => {
    const { calendar } = calendarPayload.parse(given)
    await inTransaction(pool, async (client) => {
      const { rows } = await client.query(takeHour, [`suggestions-notice:${calendar}`])
      if (rows[0]?.allowed) await client.query(queueMails, [calendar])
      else await client.query(queueLater, [calendar, rows[0]?.retry_after])
    })
  }
}

export function sendSuggestionsNotice(options: LetterOptions): Task {
  const { pool, linkSecret, siteUrl, mailFrom } = options
  return async (given, { job }) => {
    const { calendar, user } = adminPayload.parse(given)
    const { rows } = await pool.query<Found>(findAdmin, [calendar, user])
    const [found] = rows
    // Nothing waits any more, or the person is no admin or has switched the mails of the calendar off.
    if (!found) return
    const { email, name, count, language } = found
    const url = inLanguage(new URL(`/calendars/${calendar}/setup/suggestions`, siteUrl).href, language)
    const letter = suggestionLetters[language].waiting(plainName(name), count, url)
    const mail = {
      to: email,
      ...renderLetter(letter, options, language),
      messageId: messageId(linkSecret, mailFrom, 'suggestions', job.id),
      headers: { ...listHeaders({ siteUrl, linkSecret, calendarId: calendar, email }), ...automaticHeaders(language) },
    }
    await sendLetter(options, mail, { calendar })
  }
}

type Found = { email: string; name: string; count: number; language: Language }

const takeHour = `select allowed, retry_after from private.take_limit($1, 1, interval '1 hour')`

const queueMails = `
  select graphile_worker.add_job(
    'send-suggestions-notice', json_build_object('calendar', m.calendar_id, 'user', m.user_id), max_attempts := 12
  )
  from public.calendar_members m
  where m.calendar_id = $1 and m.role = 'admin'
    and (
      private.cohost_offer_count($1) > 0
      or exists (select from public.event_suggestions s where s.calendar_id = $1 and s.state = 'pending')
    )`

// Not under the key of the job that runs: that one could not be replaced.
const queueLater = `
  select graphile_worker.add_job(
    'notify-suggestions', json_build_object('calendar', $1::uuid), max_attempts := 12,
    run_at := now() + make_interval(secs => $2), job_key := 'notify-suggestions-later:' || $1::uuid,
    job_key_mode := 'preserve_run_at'
  )`

const findAdmin = `
  select u.email, c.name, waiting.count, coalesce((
      select chosen.language from private.contact_preferences chosen
      where chosen.channel = 'email' and chosen.address = u.email
      order by chosen.updated_at desc limit 1
    ), 'en') as language
  from public.calendars c
  join public.calendar_members m on m.calendar_id = c.id and m.user_id = $2 and m.role = 'admin'
  join public.notification_preferences p
    on p.calendar_id = m.calendar_id and p.user_id = m.user_id and p.email_notifications
  join auth.users u on u.id = m.user_id and u.email_confirmed_at is not null
  cross join lateral (
    select count(*)::int + private.cohost_offer_count(c.id)::int as count
    from public.event_suggestions s where s.calendar_id = c.id and s.state = 'pending'
  ) waiting
  where c.id = $1 and c.deleted_at is null and waiting.count > 0 and c.sending_paused_by is distinct from 'suspension'
    and not exists (select from public.suppressions s where s.channel = 'email' and s.address = u.email)`
