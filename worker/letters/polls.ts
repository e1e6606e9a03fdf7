import { CONFIRMATION_LIFETIME_MS } from '#domain/limits.ts'
import { linkedLink } from '#messages/linked-token.ts'
import { plainName } from '#messages/plain-name.ts'
import { words } from '#messages/templates/letters.ts'
import type { Found, LetterKind } from './letter-kind.ts'

type Answer = Found & { id: string; list_id: string; poll_id: string; calendar_name: string; title: string }

/** Asks to confirm an answer. Who opted out of the calendar is written to about what they ask for this moment. */
const confirm: LetterKind<Answer> = {
  ids: ['answer'],
  find: `
    select a.id, a.email, a.language, a.calendar_id as list_id, a.created_at as asked_at, a.poll_id, c.name as calendar_name, p.title
    from public.poll_answers a
    join public.calendars c on c.id = a.calendar_id and not c.disabled
    join public.polls p on p.id = a.poll_id and p.closed_at is null and p.closes_at > $1
    where a.id = $2 and c.sending_paused_by is distinct from 'suspension'
      and (a.confirmed_at is not null or a.created_at > $1::timestamptz - interval '${CONFIRMATION_LIFETIME_MS} milliseconds')`,
  stoppedBy: 'newSuppression',
  compose({ id, list_id: calendarId, poll_id: pollId, language, title, calendar_name }, { siteUrl, linkSecret }) {
    const path = `/calendar/${calendarId}/poll/${pollId}`
    const url = linkedLink({ siteUrl, path, linkSecret, kind: 'poll', id })
    return words[language].polls.confirm(plainName(title), plainName(calendar_name), url)
  },
}

export const polls = { confirm }
