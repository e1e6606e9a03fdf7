import { eventPath } from '#domain/event-path.ts'
import { dayWords, placeWords, whenWords } from '#domain/event-words.ts'
import { CONFIRMATION_LIFETIME_MS } from '#domain/limits.ts'
import type { RsvpState } from '#domain/rsvp-answers.ts'
import type { CalendarPart } from '#messages/email/calendar-part.ts'
import { invitationPart, takenHome } from '#messages/email/invitation-part.ts'
import { linkedLink } from '#messages/linked-token.ts'
import { plainName } from '#messages/plain-name.ts'
import { capitalised } from '#messages/templates/day-of/data.ts'
import { words } from '#messages/templates/letters.ts'
import type { RsvpLetter } from '#messages/templates/rsvps/letters.ts'
import { replyAddress } from '#messages/verp.ts'
import type { Found, LetterKind, LetterSender } from './letter-kind.ts'
import { changed } from './rsvps-changed.ts'

type Answer = Found & {
  id: string
  email: string
  list_id: string
  event_id: string
  uid: string
  sequence: number
  state: RsvpState
  is_confirmed: boolean
  calendar_name: string
  time_zone: string
  title: string
  start_time: Date
  end_time: Date
  all_day: boolean
  location: string | null
  location_name: string | null
}

/** Of an event that is not over and takes place. */
const answer = `
  select a.id, a.email, a.language, a.calendar_id as list_id, a.created_at as asked_at, a.event_id, e.uid, e.sequence,
    case when a.waiting_since is null then a.answer else 'waiting' end as state, a.confirmed_at is not null as is_confirmed,
    c.name as calendar_name, c.time_zone, e.title, e.start_time, e.end_time, e.all_day, e.location, e.location_name
  from public.rsvp_answers a
  join private.live_calendars c on c.id = a.calendar_id
  join public.events e on e.id = a.event_id and e.end_time > $1 and e.status not in ('cancelled', 'postponed')
  where a.id = $2 and a.email is not null and c.sending_paused_by is distinct from 'suspension'`

/** Asks to confirm an answer. Who opted out of the calendar is written to about what they ask for this moment. */
const confirm: LetterKind<Answer> = {
  ids: ['answer'],
  find: `${answer} and not c.disabled
    and (a.confirmed_at is not null or a.created_at > $1::timestamptz - interval '${CONFIRMATION_LIFETIME_MS} milliseconds')`,
  stoppedBy: 'newSuppression',
  compose: (found, sender) => words[found.language].rsvps.confirm(about(found, sender)),
}

/** Planned by worker/sending/plan-reminders.ts. */
const reminder: LetterKind<Answer> = {
  ids: ['answer'],
  find: `${answer} and not c.disabled and c.sending_paused_at is null and a.reminded_at is not null
    and a.answer <> 'no' and a.waiting_since is null`,
  stoppedBy: 'optOut',
  waitsWhileHeld: true,
  compose: (found, sender) => words[found.language].rsvps.reminder(about(found, sender)),
}

const confirmed = invitation('confirmed', `a.confirmed_at is not null and a.answer <> 'no' and a.waiting_since is null`)
const waiting = invitation('waiting', 'a.waiting_since is not null')
const promoted = invitation('promoted', `a.promoted_at is not null and a.answer = 'going' and a.waiting_since is null`)

/**
 * Holds the event for the person's calendar. Only to addresses that are confirmed: some programs put it there by themselves, and anybody can
 * type an address.
 */
function invitation(name: 'confirmed' | 'waiting' | 'promoted', condition: string): LetterKind<Answer> {
  return {
    ids: ['answer'],
    find: `${answer} and ${condition}`,
    stoppedBy: 'optOut',
    compose(found, sender) {
      return {
        ...words[found.language].rsvps[name](about(found, sender)),
        calendarParts: [partOf(found, sender)],
      }
    },
    async around(send, { id }, { pool, now, bounceAddress }) {
      if ((await send()) && bounceAddress)
        await pool.query('update public.rsvp_answers set invited_at = $2 where id = $1', [id, now])
    },
  }
}

function about(found: Answer, { siteUrl, linkSecret }: LetterSender): RsvpLetter {
  const { language, time_zone: zone, state, is_confirmed: isConfirmed } = found
  return {
    event: plainName(found.title),
    when: capitalised(whenWords(found, zone, language)),
    day: dayWords(found, zone, language),
    calendar: plainName(found.calendar_name),
    place: placeWords(found),
    url: linkedLink({ siteUrl, path: '/rsvp', linkSecret, kind: 'rsvp', id: found.id }),
    state,
    isConfirmed,
  }
}

/** An invitation that can be answered, where replies are read; otherwise the event alone. */
function partOf(found: Answer, { siteUrl, linkSecret, bounceAddress, now }: LetterSender): CalendarPart {
  const event = { ...found, title: plainName(found.title) }
  const about = { zone: found.time_zone, url: siteUrl + eventPath({ id: found.list_id }, found.event_id), now }
  if (!bounceAddress) return takenHome(event, about)
  const organizer = {
    name: plainName(found.calendar_name),
    address: replyAddress(bounceAddress, linkSecret, found.id),
  }
  return invitationPart(event, {
    ...about,
    method: 'REQUEST',
    person: { organizer, email: found.email, state: found.state },
  })
}

export const rsvps = { confirm, reminder, confirmed, waiting, promoted, changed }
