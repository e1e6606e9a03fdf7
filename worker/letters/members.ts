import type { InvitedRole, MemberRole } from '#domain/roles.ts'
import { inviteLink } from '#messages/mail-links.ts'
import { plainName } from '#messages/plain-name.ts'
import { oneTimeToken } from '#messages/signatures.ts'
import { words } from '#messages/templates/letters.ts'
import type { Found, LetterKind } from './letter-kind.ts'

type Invitation = Found & {
  id: string
  role: InvitedRole
  name: string
  person: string
  /** As text: a date of JavaScript has no microseconds. */
  asked_at: string
  /** The address must not be written to. It counts as sent, so that no admin learns who unsubscribed, bounced or complained. */
  is_blocked: boolean
}

/** Nothing if it was used, withdrawn or sent, has expired, or the owner may not invite any more. */
const invitation: LetterKind<Invitation> = {
  ids: ['invitation'],
  find: `
    select i.id, i.email, i.role, c.name, p.display_name as person, i.asked_at::text, i.language, i.calendar_id as list_id, i.id || ' ' || i.asked_at as mail_id,
      private.cannot_invite(i.calendar_id, i.email) as is_blocked
    from public.member_invitations i
    join public.calendars c on c.id = i.calendar_id
    join public.profiles p on p.user_id = i.invited_by
    where i.id = $2 and i.expires_at > now() and (i.sent_at is null or i.sent_at < i.asked_at) and not c.disabled
      and (c.sending_paused_by is null or c.sending_paused_by = 'admin')`,
  stoppedBy: 'nothing',
  compose: ({ id, name, person, role, language }, { siteUrl, linkSecret }) =>
    words[language].members.invitation(
      plainName(name),
      plainName(person),
      role,
      inviteLink({ siteUrl, token: oneTimeToken(linkSecret, id) }),
    ),
  async around(send, { id, asked_at: askedAt, is_blocked: isBlocked }, { pool }) {
    if (isBlocked || (await send())) await pool.query(noteSent, [id, askedAt])
  },
}

const noteSent = 'update public.member_invitations set sent_at = now() where id = $1 and asked_at = $2::timestamptz'

/** Notifies the owner of a calendar that somebody has accepted an invitation. Nothing if the member has left. */
const joined: LetterKind<Found & { calendar_id: string; name: string; person: string; role: MemberRole }> = {
  ids: ['calendar', 'member'],
  find: `
    select u.email, c.id as calendar_id, c.name, p.display_name as person, m.role, 'en' as language
    from private.live_calendars c
    join auth.users u on u.id = c.owner_id and u.email_confirmed_at is not null
    join public.calendar_members m on m.calendar_id = c.id and m.user_id = $3 and m.user_id <> c.owner_id
    join public.profiles p on p.user_id = m.user_id
    where c.id = $2`,
  stoppedBy: 'suppression',
  compose: ({ calendar_id: calendar, name, person, role, language }, { siteUrl }) =>
    words[language].members.joined(plainName(name), plainName(person), role, peoplePage(siteUrl, calendar)),
}

/** Notifies the owner of a full free calendar that people wait for a place. */
const waiting: LetterKind<Found & { calendar_id: string; name: string; count: number }> = {
  ids: ['calendar'],
  find: `
    select u.email, c.id as calendar_id, c.name, waiting.count::int, 'en' as language
    from private.live_calendars c
    join auth.users u on u.id = c.owner_id and u.email_confirmed_at is not null,
    private.waiting_count(c.id, $1) as waiting (count)
    where c.id = $2 and waiting.count > 0`,
  stoppedBy: 'suppression',
  compose: ({ calendar_id: calendar, name, count, language }, { siteUrl }) =>
    words[language].members.waiting(plainName(name), count, peoplePage(siteUrl, calendar)),
}

/** About who owns a calendar: who offers it, to whom, who has it now, and who could take it when its owner has left. */
function transfer(
  name: 'offerMade' | 'offered' | 'taken' | 'takenBack' | 'ownerLeft',
  page: (siteUrl: string, calendarId: string) => string,
): LetterKind<Found & { calendar_id: string; name: string }> {
  return {
    ids: ['calendar', 'user'],
    find: `
      select u.email, c.id as calendar_id, c.name, coalesce((
        select s.language from auth.sessions s where s.user_id = u.id order by s.refreshed_at desc limit 1
      ), 'en') as language
      from public.calendars c, auth.users u
      where c.id = $2 and u.id = $3 and u.email_confirmed_at is not null`,
    hasChosenLanguage: true,
    stoppedBy: 'suppression',
    compose: ({ calendar_id: calendar, language, ...found }, { siteUrl }) =>
      words[language].members[name](plainName(found.name), page(siteUrl, calendar)),
  }
}

function peoplePage(siteUrl: string, calendarId: string): string {
  return new URL(`/calendars/${calendarId}/people`, siteUrl).href
}

function dashboard(siteUrl: string): string {
  return new URL('/dashboard', siteUrl).href
}

export const members = {
  invitation,
  joined,
  waiting,
  'offer-made': transfer('offerMade', peoplePage),
  offered: transfer('offered', dashboard),
  taken: transfer('taken', peoplePage),
  'taken-back': transfer('takenBack', dashboard),
  'owner-left': transfer('ownerLeft', dashboard),
}
