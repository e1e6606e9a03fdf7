// Mails the link to a sign-up: to confirm it, or as the reminder of the evening before. The job holds only an id; the link is made here,
// so that no working one lies in the queue. A reminder is marked before it is handed over: a worker that dies meanwhile may lose it, but
// nobody gets it twice.
import type { Task } from 'graphile-worker'
import * as z from 'zod'
import { whenWords } from '#domain/event-words.ts'
import type { Language } from '#domain/languages.ts'
import { CONFIRMATION_LIFETIME_MS } from '#domain/limits.ts'
import { automaticHeaders } from '#messages/email/automatic-headers.ts'
import { inLanguage, listHeaders, messageId } from '#messages/mail-links.ts'
import { plainName } from '#messages/plain-name.ts'
import { slotLink } from '#messages/slot-link.ts'
import { renderLetter } from '#messages/templates/letter.ts'
import { slotLetters } from '#messages/templates/slots/letters.ts'
import { systemClock } from '#runtime/clock.ts'
import { isUnwanted } from '#worker/sending/plan-deliveries.ts'
import { type LetterOptions, sendLetter } from './send-letter.ts'

const payload = z.object({ signup: z.guid(), kind: z.enum(['confirm', 'reminder']) })

export function sendSlotMail(options: LetterOptions): Task {
  const { pool, linkSecret, siteUrl, mailFrom, clock = systemClock } = options
  return async (given, { job }) => {
    const { signup: signupId, kind } = payload.parse(given)
    const now = clock.now()
    const fresh = new Date(now.getTime() - CONFIRMATION_LIFETIME_MS)
    const { rows } = await pool.query<Found>(find[kind], kind === 'confirm' ? [signupId, now, fresh] : [signupId, now])
    const [found] = rows
    // It was given back or has expired, the event is over, off or on another day, or the address may not be written to.
    if (!found) return
    // The queue tries again later.
    if (kind === 'reminder' && found.is_held) throw new Error('sending is held')
    const { calendar_id: calendarId, email, language } = found
    const letter = slotLetters[language][kind]({
      event: plainName(found.title),
      when: whenWords(found, found.time_zone, language),
      calendar: plainName(found.calendar_name),
      slots: found.slots.map(({ title, amount }) => plainName(title) + (amount > 1 ? ` (${amount})` : '')),
      url: inLanguage(slotLink({ siteUrl, linkSecret, signupId }), language),
    })
    const mail = {
      to: email,
      ...renderLetter(letter, options, language),
      messageId: messageId(linkSecret, mailFrom, 'slots', job.id),
      headers: { ...listHeaders({ siteUrl, linkSecret, calendarId, email }), ...automaticHeaders(language) },
    }
    if (kind === 'confirm') await sendLetter(options, mail, { signup: signupId })
    else await once(mail)

    async function once(reminder: typeof mail) {
      if (!(await turn('planned', 'committing'))) return
      try {
        await sendLetter(options, reminder, { signup: signupId })
      } catch (error) {
        await turn('committing', 'planned')
        throw error
      }
      await turn('committing', 'sent')
    }

    async function turn(from: string, to: string): Promise<boolean> {
      const { rowCount } = await pool.query(turnReminder, [signupId, from, to])
      return rowCount === 1
    }
  }
}

type Found = {
  calendar_id: string
  calendar_name: string
  time_zone: string
  email: string
  language: Language
  title: string
  start_time: Date
  end_time: Date
  all_day: boolean
  is_held: boolean
  slots: { title: string; amount: number }[]
}

const turnReminder = 'update public.slot_signups set reminder = $3 where id = $1 and reminder = $2'

const findSignup = `
  select person.calendar_id, c.name as calendar_name, c.time_zone, person.email, e.title, e.start_time, e.end_time, e.all_day,
    coalesce((
      select chosen.language from private.contact_preferences chosen
      where chosen.channel = 'email' and chosen.address = person.email
      order by chosen.updated_at desc limit 1
    ), person.language) as language,
    exists (select from private.sending s where s.held_at is not null) as is_held,
    coalesce((
      select json_agg(json_build_object('title', s.title, 'amount', a.amount) order by s.position, s.id)
      from public.slot_amounts a join public.event_slots s on s.id = a.slot_id where a.signup_id = person.id
    ), '[]') as slots
  from public.slot_signups person
  join public.calendars c on c.id = person.calendar_id and c.deleted_at is null and not c.disabled
  join public.events e on e.id = person.event_id and e.start_time > $2 and e.status not in ('cancelled', 'postponed')
  where person.id = $1 and person.email is not null and c.sending_paused_by is distinct from 'suspension'`

// Who opted out of the calendar is written to only about what they ask for this moment: a confirmation, not a reminder.
const find = {
  confirm: `${findSignup} and (person.confirmed_at is not null or person.created_at > $3)
    and not exists (
      select from public.suppressions s where s.channel = 'email' and s.address = person.email and s.created_at > person.created_at
    )`,
  reminder: `${findSignup} and c.sending_paused_at is null and person.reminder = 'planned' and person.reminder_day = e.event_date
    and e.event_date > ($2::timestamptz at time zone c.time_zone)::date
    and exists (select from public.slot_amounts a where a.signup_id = person.id)
    and not ${isUnwanted('person.calendar_id', "'email'", 'person.email')}`,
}
