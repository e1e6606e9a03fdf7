import { eventPath } from '#domain/event-path.ts'
import { dayWords, placeWords, whenWords } from '#domain/event-words.ts'
import { CONFIRMATION_LIFETIME_MS } from '#domain/limits.ts'
import { takenHome } from '#messages/email/invitation-part.ts'
import { linkedLink } from '#messages/linked-token.ts'
import { plainName } from '#messages/plain-name.ts'
import { capitalised } from '#messages/templates/day-of/data.ts'
import { words } from '#messages/templates/letters.ts'
import type { Found, LetterKind, LetterSender } from './letter-kind.ts'

type Signup = Found & {
  id: string
  calendar_name: string
  time_zone: string
  title: string
  start_time: Date
  end_time: Date
  all_day: boolean
  event_id: string
  list_id: string
  uid: string
  is_confirmed: boolean
  sequence: number
  location: string | null
  location_name: string | null
  slots: { title: string; amount: number }[]
}

/** For an event that has not begun and takes place. */
const signup = `
  select person.id, person.email, person.language, person.calendar_id as list_id, person.created_at as asked_at, person.confirmed_at is not null as is_confirmed,
    c.name as calendar_name, c.time_zone, e.title, e.start_time, e.end_time, e.all_day, e.id as event_id, e.uid, e.sequence,
    e.location, e.location_name,
    coalesce((
      select json_agg(json_build_object('title', s.title, 'amount', a.amount) order by s.position, s.id)
      from public.slot_amounts a join public.event_slots s on s.id = a.slot_id where a.signup_id = person.id
    ), '[]') as slots
  from public.slot_signups person
  join public.calendars c on c.id = person.calendar_id and not c.disabled
  join public.events e on e.id = person.event_id and e.start_time > $1 and e.status not in ('cancelled', 'postponed')
  where person.id = $2 and person.email is not null and c.sending_paused_by is distinct from 'suspension'`

/** Asks to confirm a sign-up. Who opted out of the calendar is written to about what they ask for this moment. */
const confirm: LetterKind<Signup> = {
  ids: ['signup'],
  find: `${signup}
    and (person.confirmed_at is not null or person.created_at > $1::timestamptz - interval '${CONFIRMATION_LIFETIME_MS} milliseconds')`,
  stoppedBy: 'newSuppression',
  compose: (found, sender) => words[found.language].slots.confirm(about(found, sender)),
}

const confirmed: LetterKind<Signup> = {
  ids: ['signup'],
  find: `${signup} and person.confirmed_at is not null and exists (select from public.slot_amounts a where a.signup_id = person.id)`,
  stoppedBy: 'optOut',
  compose(found, sender) {
    const url = sender.siteUrl + eventPath({ id: found.list_id }, found.event_id)
    const event = { ...found, title: plainName(found.title) }
    return {
      ...words[found.language].slots.confirmed(about(found, sender)),
      calendarParts: [takenHome(event, { zone: found.time_zone, url, now: sender.now })],
    }
  },
}

/**
 * The reminder of the evening before. It is marked before it is handed over: a worker that dies meanwhile may lose it, but nobody gets it
 * twice.
 */
const reminder: LetterKind<Signup> = {
  ids: ['signup'],
  find: `${signup}
    and c.sending_paused_at is null and person.reminder = 'planned' and person.reminder_day = e.event_date
    and e.event_date > ($1::timestamptz at time zone c.time_zone)::date
    and exists (select from public.slot_amounts a where a.signup_id = person.id)`,
  stoppedBy: 'anything',
  waitsWhileHeld: true,
  compose: (found, sender) => words[found.language].slots.reminder(about(found, sender)),
  async around(send, { id }, { pool }) {
    const turn = async (from: string, to: string) => (await pool.query(turnReminder, [id, from, to])).rowCount === 1
    if (!(await turn('planned', 'committing'))) return
    try {
      await send()
    } catch (error) {
      await turn('committing', 'planned')
      throw error
    }
    await turn('committing', 'sent')
  },
}

const turnReminder = 'update public.slot_signups set reminder = $3 where id = $1 and reminder = $2'

function about(found: Signup, { siteUrl, linkSecret }: LetterSender) {
  return {
    event: plainName(found.title),
    when: capitalised(whenWords(found, found.time_zone, found.language)),
    day: dayWords(found, found.time_zone, found.language),
    isConfirmed: found.is_confirmed,
    calendar: plainName(found.calendar_name),
    place: placeWords(found),
    slots: found.slots.map(({ title, amount }) => plainName(title) + (amount > 1 ? ` (${amount})` : '')),
    url: linkedLink({ siteUrl, path: '/slots', linkSecret, kind: 'slots', id: found.id }),
  }
}

export const slots = { confirm, confirmed, reminder }
