// Mails a change of events to somebody who answered, also that they don't come: they may be able to now, or who signed up for what an event needs. Planned with the mailing of the
// change, for those who do not get it as recipients, so that each mailbox gets one mail with all events of the mailing that it answered or signed up for.
import type { Task } from 'graphile-worker'
import type pg from 'pg'
import * as z from 'zod'
import { changeOf, changesSubject, type NotifiedEvent } from '#domain/event-changes.ts'
import { eventPath } from '#domain/event-path.ts'
import type { Language } from '#domain/languages.ts'
import type { RsvpState } from '#domain/rsvp-answers.ts'
import { takesPlace } from '#domain/statuses.ts'
import { automaticHeaders } from '#messages/email/automatic-headers.ts'
import { type InvitedEvent, invitationPart } from '#messages/email/invitation-part.ts'
import { inLanguage, listHeaders, messageId } from '#messages/mail-links.ts'
import { plainName } from '#messages/plain-name.ts'
import { rsvpLink } from '#messages/rsvp-link.ts'
import { slotLink } from '#messages/slot-link.ts'
import { renderLetter } from '#messages/templates/letter.ts'
import { rsvpLetters } from '#messages/templates/rsvps/letters.ts'
import { replyAddress } from '#messages/verp.ts'
import { systemClock } from '#runtime/clock.ts'
import { isUnwanted } from '#worker/sending/plan-deliveries.ts'
import { type LetterOptions, sendLetter } from './send-letter.ts'

/** In the transaction that plans the mailings, after their deliveries. */
export async function planForAnswered(client: pg.ClientBase, mailingIds: string[]): Promise<void> {
  await client.query(addJobs, [mailingIds])
}

/** `answer` is the id of an answer or of a sign-up. */
const payload = z.object({ mailing: z.guid(), answer: z.guid() })

export function sendRsvpNotice(options: LetterOptions): Task {
  const { pool, linkSecret, siteUrl, mailFrom, bounceAddress, clock = systemClock } = options
  return async (given) => {
    const { mailing, answer: answerId } = payload.parse(given)
    const { rows } = await pool.query<Found>(findNotice, [answerId, mailing])
    const [found] = rows
    // The answer or sign-up was deleted, the calendar is paused, or the address may not be written to.
    if (!found) return
    // The queue tries again later.
    if (found.is_held) throw new Error('sending is held')
    const { calendar_id: calendarId, email, language, time_zone: zone } = found
    const changes = found.changes.flatMap(({ before, after }) => changeOf(before, after, zone, language) ?? [])
    if (changes.length === 0) return
    const name = plainName(found.calendar_name)
    const { kind } = found
    const links = {
      answer: () => rsvpLink({ siteUrl, linkSecret, answerId }),
      signup: () => slotLink({ siteUrl, linkSecret, signupId: answerId }),
    }
    const url = found.has_event ? inLanguage(links[kind](), language) : null
    const letter = rsvpLetters[language].changed(changes, changesSubject(changes, name, language), name, { kind, url })
    const calendarParts = bounceAddress
      ? found.changes.flatMap((change) => {
          const event = change.state && invitedEvent(change)
          if (!change.state || !event) return []
          const organizer = { name, address: replyAddress(bounceAddress, linkSecret, change.answer) }
          const eventUrl = siteUrl + eventPath({ id: calendarId }, change.before.id)
          const about = { zone, organizer, attendee: email, state: change.state, url: eventUrl, now: clock.now() }
          return [invitationPart(event, { ...about, method: isOff(change) ? 'CANCEL' : 'REQUEST' })]
        })
      : []
    const mail = {
      to: email,
      ...renderLetter(letter, options, language),
      messageId: messageId(linkSecret, mailFrom, 'rsvp-notice', `${mailing} ${answerId}`),
      headers: { ...listHeaders({ siteUrl, linkSecret, calendarId, email }), ...automaticHeaders(language) },
      calendarParts,
    }
    await sendLetter(options, mail, { mailing, answer: answerId })
  }
}

type Found = {
  calendar_id: string
  calendar_name: string
  time_zone: string
  email: string
  language: Language
  is_held: boolean
  kind: 'answer' | 'signup'
  /** Whether the event of this answer still exists. */
  has_event: boolean
  changes: AnsweredChange[]
}

type AnsweredChange = {
  /** Notices of before invitations were sent have no UID. */
  before: NotifiedEvent & { id: string; uid?: string; sequence?: number }
  after: (NotifiedEvent & { uid: string; sequence: number }) | null
  answer: string
  /** Null for a sign-up, which is no invitation. */
  state: RsvpState | null
}

const isOff = ({ after }: AnsweredChange) => after === null || !takesPlace(after.status)

/** As it is now; a deleted one as it was, with the next number, because it has none of its own any more. */
function invitedEvent({ before, after }: AnsweredChange): InvitedEvent | null {
  const { uid, sequence = 0 } = after ?? { uid: before.uid, sequence: (before.sequence ?? 0) + 1 }
  const event = after ?? before
  const times = { start_time: new Date(event.start_time), end_time: new Date(event.end_time) }
  return uid ? { ...event, ...times, title: plainName(event.title), uid, sequence } : null
}

/** Selects who has answered or signed up, with their address confirmed. An answer comes before a sign-up of the same person. */
const taking = `(
  select a.id, a.event_id, a.calendar_id, a.email, a.language, 'answer' as kind,
    case when a.waiting_since is null then a.answer else 'waiting' end as state
  from public.rsvp_answers a where a.email is not null and a.confirmed_at is not null
  union all
  select s.id, s.event_id, s.calendar_id, s.email, s.language, 'signup', null
  from public.slot_signups s where s.email is not null and s.confirmed_at is not null
)`

const addJobs = `
  select graphile_worker.add_job(
    'send-rsvp-notice', json_build_object('mailing', one.mailing_id, 'answer', one.id),
    max_attempts := 12, job_key := 'send-rsvp-notice:' || one.mailing_id || ':' || one.id
  )
  from (
    select distinct on (n.mailing_id, a.email) n.mailing_id, a.id
    from public.change_notices n
    join ${taking} as a on a.event_id = (n.before ->> 'id')::uuid and a.calendar_id = n.calendar_id
    where n.mailing_id = any ($1)
      and not ${isUnwanted('n.calendar_id', "'email'", 'a.email')}
      and not exists (
        select from public.deliveries d
        where d.mailing_id = n.mailing_id and d.calendar_id = n.calendar_id and d.channel = 'email' and d.address = a.email
      )
    order by n.mailing_id, a.email, a.kind, a.id
  ) as one`

const findNotice = `
  select a.calendar_id, c.name as calendar_name, c.time_zone, a.email, a.kind,
    coalesce((
      select chosen.language from private.contact_preferences chosen
      where chosen.channel = 'email' and chosen.address = a.email
      order by chosen.updated_at desc limit 1
    ), a.language) as language,
    exists (select from private.sending s where s.held_at is not null) as is_held,
    exists (select from public.events e where e.id = a.event_id) as has_event,
    (
      select json_agg(json_build_object('before', n.before, 'after', to_json(e), 'answer', o.id, 'state', o.state)
        order by n.before ->> 'start_time', n.id)
      from public.change_notices n
      cross join lateral (
        select o.id, o.state from ${taking} as o
        where o.event_id = (n.before ->> 'id')::uuid and o.email = a.email order by o.kind limit 1
      ) as o
      left join public.events e on e.id = n.event_id
      where n.mailing_id = m.id
    ) as changes
  from ${taking} as a
  join public.mailings m on m.id = $2 and m.calendar_id = a.calendar_id and m.state <> 'cancelled'
  join public.calendars c on c.id = a.calendar_id and c.deleted_at is null and not c.disabled and c.sending_paused_at is null
  where a.id = $1 and not ${isUnwanted('a.calendar_id', "'email'", 'a.email')}`
