import { eventPath } from '#domain/event-path.ts'
import { dayWords, whenWords } from '#domain/event-words.ts'
import { CONFIRMATION_LIFETIME_MS } from '#domain/limits.ts'
import { type InvitedEvent, takenHome } from '#messages/email/invitation-part.ts'
import { linkedLink } from '#messages/linked-token.ts'
import { plainName } from '#messages/plain-name.ts'
import { capitalised } from '#messages/templates/day-of/data.ts'
import { words } from '#messages/templates/letters.ts'
import type { Found, LetterKind, LetterSender } from './letter-kind.ts'

type Suggestion = Found & { id: string; list_id: string; calendar_name: string; title: string; reason: string | null }

const suggestion = `
  select s.id, s.email, s.language, s.calendar_id as list_id, s.created_at as asked_at, c.name as calendar_name,
    coalesce(e.title, s.title) as title, s.reason
  from public.event_suggestions s
  join public.calendars c on c.id = s.calendar_id and not c.disabled
  left join public.events e on e.id = s.event_id and s.state = 'accepted'
  where s.id = $2 and c.sending_paused_by is distinct from 'suspension'`

/** Nothing if it has expired. */
const confirm: LetterKind<Suggestion> = {
  ids: ['suggestion'],
  find: `${suggestion}
    and s.state = 'unconfirmed' and s.created_at > $1::timestamptz - interval '${CONFIRMATION_LIFETIME_MS} milliseconds'`,
  stoppedBy: 'newSuppression',
  compose: (found, sender) =>
    words[found.language].suggestions.confirm(plainName(found.calendar_name), linkTo(found, sender)),
}

type Accepted = Suggestion & InvitedEvent & { event_id: string; time_zone: string }

/** Nothing if it was decided otherwise meanwhile. */
const accepted: LetterKind<Accepted> = {
  ids: ['suggestion'],
  find: `
    select s.*, e.id as event_id, e.uid, e.sequence, e.start_time, e.end_time, e.all_day, e.location, e.location_name, c.time_zone
    from (${suggestion} and s.state = 'accepted') as s
    join public.event_suggestions said on said.id = s.id
    join public.events e on e.id = said.event_id
    join public.calendars c on c.id = s.list_id`,
  stoppedBy: 'optOut',
  compose(found, sender) {
    const { language, time_zone: zone } = found
    const event = { ...found, title: plainName(found.title) }
    const url = sender.siteUrl + eventPath({ id: found.list_id }, found.event_id)
    const when = capitalised(whenWords(found, zone, language))
    const day = dayWords(found, zone, language)
    return {
      ...words[language].suggestions.accepted(
        event.title,
        when,
        day,
        plainName(found.calendar_name),
        linkTo(found, sender),
      ),
      calendarParts: [takenHome(event, { zone, url, now: sender.now })],
    }
  },
}

const declined: LetterKind<Suggestion> = {
  ids: ['suggestion'],
  find: `${suggestion} and s.state = 'declined'`,
  stoppedBy: 'optOut',
  compose: (found, sender) =>
    words[found.language].suggestions.declined(
      plainName(found.title),
      found.reason && plainName(found.reason.replace(/\s+/g, ' ')),
      plainName(found.calendar_name),
      linkTo(found, sender),
    ),
}

function linkTo({ id, list_id: calendarId }: Suggestion, { siteUrl, linkSecret }: LetterSender): string {
  return linkedLink({ siteUrl, path: `/calendar/${calendarId}/suggest`, linkSecret, kind: 'suggestion', id: id })
}

/** To an admin: which suggestions wait. Confirmed, and as plain words: nothing in them can be a link. Nothing if they were decided, or the person is no admin or has switched the calendar's mails off. */
type Waiting = Found & { list_id: string; name: string; time_zone: string; count: number; first: SuggestedRow[] }
type SuggestedRow = { title: string; name: string; start_time: string; end_time: string; all_day: boolean }

const waiting: LetterKind<Waiting> = {
  ids: ['calendar', 'user'],
  find: `
    select u.email, c.name, c.id as list_id, c.time_zone, waiting.count, 'en' as language, (
        select coalesce(json_agg(one order by one.confirmed_at, one.title), '[]') from (
          select s.title, s.name, s.all_day, s.confirmed_at, (s.day + s.starts_at) at time zone c.time_zone as start_time,
            (s.end_day + s.ends_at) at time zone c.time_zone as end_time
          from public.event_suggestions s where s.calendar_id = c.id and s.state = 'pending'
          order by s.confirmed_at, s.id limit 3
        ) as one
      ) as first
    from private.live_calendars c
    join public.calendar_members m on m.calendar_id = c.id and m.user_id = $3 and m.role = 'admin'
    join public.notification_preferences p
      on p.calendar_id = m.calendar_id and p.user_id = m.user_id and p.email_notifications
    join auth.users u on u.id = m.user_id and u.email_confirmed_at is not null
    cross join lateral (
      select count(*)::int + private.cohost_offer_count(c.id)::int as count
      from public.event_suggestions s where s.calendar_id = c.id and s.state = 'pending'
    ) waiting
    where c.id = $2 and waiting.count > 0 and c.sending_paused_by is distinct from 'suspension'`,
  stoppedBy: 'suppression',
  compose: ({ list_id: calendar, name, time_zone: zone, count, first, language }, { siteUrl }) =>
    words[language].suggestions.waiting(
      plainName(name),
      count,
      first.map((one) => ({
        title: plainName(one.title),
        name: plainName(one.name),
        when: capitalised(whenWords(one, zone, language)),
        day: dayWords(one, zone, language),
      })),
      new URL(`/calendars/${calendar}/setup/suggestions`, siteUrl).href,
    ),
}

export const suggestions = { confirm, accepted, declined, waiting }
