import { changeOf, changesSubject, type NotifiedEvent } from '#domain/event-changes.ts'
import { eventPath } from '#domain/event-path.ts'
import type { RsvpState } from '#domain/rsvp-answers.ts'
import { takesPlace } from '#domain/statuses.ts'
import type { CalendarPart } from '#messages/email/calendar-part.ts'
import { type InvitedEvent, invitationPart } from '#messages/email/invitation-part.ts'
import { linkedLink } from '#messages/linked-token.ts'
import { plainName } from '#messages/plain-name.ts'
import { words } from '#messages/templates/letters.ts'
import { replyAddress } from '#messages/verp.ts'
import { taking } from '#worker/sending/plan-answered.ts'
import type { Found, LetterKind, LetterSender } from './letter-kind.ts'

type Notice = Found & {
  id: string
  email: string
  list_id: string
  calendar_name: string
  time_zone: string
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

/**
 * Mails a change of events to somebody who answered, also that they don't come: they may be able to now; or who signed up for what an
 * event needs. Planned by worker/sending/plan-answered.ts. `answer` is the id of an answer or of a sign-up.
 */
export const changed: LetterKind<Notice> = {
  ids: ['mailing', 'answer'],
  find: `
    select a.id, a.calendar_id as list_id, c.name as calendar_name, c.time_zone, a.email, a.kind, a.language,
      concat_ws(' ', m.id, a.id) as mail_id,
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
    join public.calendars c on c.id = a.calendar_id and not c.disabled and c.sending_paused_at is null
    where a.id = $3`,
  stoppedBy: 'anything',
  waitsWhileHeld: true,
  compose(found, sender) {
    const { siteUrl, linkSecret } = sender
    const { id, kind, language, time_zone: zone } = found
    const changes = found.changes.flatMap(({ before, after }) => changeOf(before, after, zone, language) ?? [])
    if (changes.length === 0) return null
    const links = {
      answer: () => linkedLink({ siteUrl, path: '/rsvp', linkSecret, kind: 'rsvp', id: id }),
      signup: () => linkedLink({ siteUrl, path: '/slots', linkSecret, kind: 'slots', id: id }),
    }
    const url = found.has_event ? links[kind]() : null
    const name = plainName(found.calendar_name)
    const letter = words[language].rsvps.changed(changes, changesSubject(changes, name, language), name, { kind, url })
    return { ...letter, calendarParts: partsOf(found, sender) }
  },
}

function partsOf(found: Notice, { siteUrl, linkSecret, bounceAddress, now }: LetterSender): CalendarPart[] {
  if (!bounceAddress) return []
  return found.changes.flatMap((change) => {
    const event = change.state && invitedEvent(change)
    if (!change.state || !event) return []
    const organizer = {
      name: plainName(found.calendar_name),
      address: replyAddress(bounceAddress, linkSecret, change.answer),
    }
    const url = siteUrl + eventPath({ id: found.list_id }, change.before.id)
    const person = { organizer, email: found.email, state: change.state }
    const method = isOff(change) ? 'CANCEL' : 'REQUEST'
    return [invitationPart(event, { zone: found.time_zone, url, now, method, person })]
  })
}
