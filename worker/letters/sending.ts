import { plainName } from '#messages/plain-name.ts'
import { words } from '#messages/templates/letters.ts'
import type { Found, LetterKind } from './letter-kind.ts'

/** To the admins of a calendar that the review or an operator has paused. Nothing if it was resumed meanwhile. */
const paused: LetterKind<Found & { name: string; reason: string }> = {
  ids: ['calendar'],
  find: `
    select u.email, c.name, c.sending_paused_reason as reason, 'en' as language,
      concat_ws(' ', c.id, m.user_id, c.sending_paused_at) as mail_id
    from private.live_calendars c
    join public.calendar_members m on m.calendar_id = c.id and m.role = 'admin'
    join auth.users u on u.id = m.user_id and u.email_confirmed_at is not null
    where c.id = $2 and c.sending_paused_by in ('review', 'operator', 'suspension')
    order by m.user_id`,
  stoppedBy: 'suppression',
  compose: ({ name, reason, language }, { siteUrl, supportEmail }) =>
    words[language].sending.paused(name, reason, new URL('/dashboard', siteUrl).href, supportEmail),
}

/** To the operators, at the support address: mailings wait for a review. */
const review: LetterKind<Found & { count: number }> = {
  ids: [],
  find: `
    select null as email, 'en' as language, waiting.count
    from (
      select count(*)::int from public.mailings where review = 'waiting' and state in ('planned', 'sending')
    ) as waiting
    where waiting.count > 0`,
  stoppedBy: 'nothing',
  compose: ({ count }) => words.en.sending.review(count),
}

type Disabled = Found & { calendar_id: string; name: string; url: string; reason: 'failing' | 'gone' | 'left' }

/**
 * To the owner of a calendar: one of its webhooks was turned off, because posts to it kept failing, or the admin who added it has left.
 * Nothing if it was turned on again meanwhile.
 */
const webhookOff: LetterKind<Disabled> = {
  ids: ['webhook'],
  find: `
    select c.id as calendar_id, c.name, u.email, w.url, w.disabled_reason as reason, 'en' as language,
      concat_ws(' ', w.id, w.disabled_at) as mail_id
    from public.webhooks w
    join private.live_calendars c on c.id = w.calendar_id
    join auth.users u on u.id = c.owner_id and u.email_confirmed_at is not null
    where w.id = $2 and w.disabled_reason in ('failing', 'gone', 'left')`,
  stoppedBy: 'suppression',
  compose: ({ calendar_id: calendar, name, url, reason, language }, { siteUrl }) =>
    words[language].sending.webhookOff(
      name,
      new URL(url).host,
      reason,
      new URL(`/calendars/${calendar}/settings`, siteUrl).href,
    ),
}

type Refused = Found & { calendar_id: string; held: string; name: string; title: string; problem: string }

/** To whoever wrote an alert that could not be sent when its ten seconds were over. */
const alertRefused: LetterKind<Refused> = {
  ids: ['held'],
  find: `
    select u.email, c.id as calendar_id, h.id as held, c.name, coalesce(h.headline, e.title, '') as title, h.problem, 'en' as language
    from public.held_alerts h
    join private.live_calendars c on c.id = h.calendar_id
    join auth.users u on u.id = h.created_by and u.email_confirmed_at is not null
    left join public.events e on e.id = h.event_id
    where h.id = $2 and h.state = 'refused'`,
  stoppedBy: 'suppression',
  compose: ({ calendar_id: calendar, held, name, title, problem, language }, { siteUrl }) =>
    words[language].sending.alertRefused(
      plainName(name),
      plainName(title),
      problem,
      new URL(`/calendars/${calendar}/alert?held=${held}`, siteUrl).href,
    ),
}

export const sending = { paused, review, 'webhook-off': webhookOff, 'alert-refused': alertRefused }
