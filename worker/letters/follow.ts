import { confirmContactLink, undoLink } from '#messages/mail-links.ts'
import { plainName } from '#messages/plain-name.ts'
import { openRecipient, preferencesLink } from '#messages/preferences-link.ts'
import { oneTimeToken } from '#messages/signatures.ts'
import { words } from '#messages/templates/letters.ts'
import type { Found, LetterKind } from './letter-kind.ts'

type Pending = Found & {
  name: string
  /** The calendars that its link confirms, where it was made with others on a town page. */
  together: string[]
  town_page: string | null
  consent_address: string | null
  mail_id: string
}

/**
 * Nothing if it was used, replaced or has expired, or the calendar is gone. A language that the recipient has followed in comes before
 * the one of the request. Of several calendars none can be left by one click.
 */
const confirmation: LetterKind<Pending> = {
  // The town page is named only where it was one.
  ids: ['confirmation', 'collection'],
  find: `
    select p.email, c.name, p.consent_address, joint.names as together, (
        select l.name from public.collections l where l.id = $3::uuid and not private.is_suspended(l.owner_id)
      ) as town_page, p.id as mail_id, p.created_at as asked_at,
      case when cardinality(joint.names) > 1 then null else p.calendar_id end as list_id, coalesce((
        select k.language from public.calendar_contacts k
        where k.calendar_id = c.id and k.contact_type = 'email' and k.normalised = p.email and k.confirmed_at is not null
          and not exists (select from public.opt_outs o where o.calendar_id = c.id and o.email = p.email)
      ), p.language) as language
    from public.pending_contact_confirmations p
    join public.calendars c on c.id = p.calendar_id
    cross join lateral (
      select array(
        select other.name
        from public.pending_contact_confirmations o join public.calendars other on other.id = o.calendar_id
        where o.group_id = p.group_id and p.asked_at is null and o.used_at is null and not other.disabled and other.allow_guest_users
        order by other.name, other.id
      ) as names
    ) as joint
    where p.id = $2 and p.used_at is null and (p.waiting_since is null or p.asked_at is not null) and p.expires_at > $1
      and not c.disabled and c.sending_paused_by is distinct from 'suspension' and c.allow_guest_users`,
  stoppedBy: 'newSuppression',
  compose({ mail_id: id, name, consent_address: network, language, ...pending }, { siteUrl, linkSecret }) {
    const url = confirmContactLink({ siteUrl, token: oneTimeToken(linkSecret, id) })
    const together = pending.together.map(plainName)
    const { several, confirmation: one } = words[language].follow
    return together.length > 1
      ? several(together, pending.town_page && plainName(pending.town_page), url, network)
      : one(plainName(name), url, network)
  },
}

/** Answers somebody who asked to follow what they follow: the form told nobody. Nothing if they have left since. */
const already: LetterKind<Found & { email: string; name: string }> = {
  ids: ['contact'],
  find: `
    select k.normalised as email, c.name, c.id as list_id, k.language
    from public.calendar_contacts k
    join public.calendars c on c.id = k.calendar_id
    where k.id = $2 and k.contact_type = 'email' and not c.disabled and c.sending_paused_by is distinct from 'suspension'`,
  stoppedBy: 'optOut',
  compose: ({ email: address, name, language }, { siteUrl, linkSecret, now }) =>
    words[language].follow.already(plainName(name), preferencesLink({ siteUrl, linkSecret, address, now })),
}

/** Notifies an address that it was unsubscribed without a link from one of our mails. Nothing if that was undone already. */
const undo: LetterKind<Found & { name: string; mail_id: string }> = {
  ids: ['opt_out'],
  find: `
    select o.email, c.name, o.id as mail_id, coalesce(choice.language, 'en') as language
    from public.opt_outs o
    join public.calendars c on c.id = o.calendar_id
    left join private.contact_choices choice
      on choice.calendar_id = c.id and choice.channel = 'email' and choice.address = o.email
    where o.id = $2 and o.source = 'form' and c.sending_paused_by is distinct from 'suspension'`,
  hasChosenLanguage: true,
  stoppedBy: 'suppression',
  compose: ({ mail_id: optOutId, name, language }, { siteUrl, linkSecret }) =>
    words[language].follow.undo(plainName(name), undoLink({ siteUrl, linkSecret, optOutId })),
}

/**
 * Tells the admins of a calendar whom the page without a link has unsubscribed before they ever got a mail: those people are not asked, so
 * that no admin can have us write to strangers, and nobody else would notice.
 */
const stopped: LetterKind<Found & { calendar_id: string; name: string; addresses: string[]; count: number }> = {
  ids: ['calendar'],
  find: `
    with stopped as (
      select o.email, o.created_at
      from public.opt_outs o
      join public.calendar_contacts k on k.calendar_id = o.calendar_id and k.contact_type = 'email' and k.normalised = o.email
      where o.calendar_id = $2 and o.source = 'form' and o.created_at > $1 - interval '7 days' and k.confirmed_at is null
        and not exists (
          select from public.deliveries d where d.contact_id = k.id and d.state in ('sent', 'delivered', 'uncertain')
        )
    )
    select u.email, c.id as calendar_id, c.name, 'en' as language, listed.addresses, listed.count,
      concat_ws(' ', c.id, m.user_id, listed.newest) as mail_id
    from (
      select (array_agg(s.email order by s.created_at desc))[:20] as addresses, count(*)::int as count, max(s.created_at) as newest
      from stopped s
    ) as listed
    join private.live_calendars c on c.id = $2 and listed.count > 0
    join public.calendar_members m on m.calendar_id = c.id and m.role = 'admin'
    join auth.users u on u.id = m.user_id and u.email_confirmed_at is not null
    order by m.user_id`,
  stoppedBy: 'suppression',
  compose: ({ calendar_id: calendar, name, addresses, count, language }, { siteUrl }) =>
    words[language].follow.stopped(
      plainName(name),
      addresses,
      count,
      new URL(`/calendars/${calendar}/people`, siteUrl).href,
    ),
}

/** Notifies the owner of a calendar that somebody else put it on a town page. Nothing if it was removed or declined meanwhile. */
const collected: LetterKind<Found & { calendar_name: string; collection_name: string; key: string; person: string }> = {
  ids: ['collection', 'calendar'],
  find: `
    select u.email, c.name as calendar_name, l.name as collection_name, coalesce(l.slug, l.id::text) as key,
      p.display_name as person, 'en' as language
    from public.collection_calendars m
    join public.collections l on l.id = m.collection_id and not private.is_suspended(l.owner_id)
    join public.profiles p on p.user_id = l.owner_id
    join private.live_calendars c on c.id = m.calendar_id
    join auth.users u on u.id = c.owner_id and u.email_confirmed_at is not null
    where m.collection_id = $2 and m.calendar_id = $3 and m.declined_at is null`,
  stoppedBy: 'suppression',
  compose: ({ calendar_name: calendar, collection_name: page, key, person, language }, { siteUrl }) =>
    words[language].follow.collected(
      plainName(calendar),
      plainName(page),
      plainName(person),
      new URL(`/town/${key}`, siteUrl).href,
      new URL('/towns', siteUrl).href,
    ),
}

/**
 * The link that somebody asked for on the opt-out page. Nothing for an address that no calendar writes to. `recipient` is the address,
 * sealed, so that the queue holds none.
 */
const link: LetterKind<Found & { email: string }> = {
  ids: ['recipient'],
  open: (sealed, linkSecret) => openRecipient(linkSecret, sealed),
  find: `
    select $2::text as email, 'en' as language
    where exists (
      select from private.contact_choices k
      join public.calendars c on c.id = k.calendar_id and not c.disabled
      where k.channel = 'email' and k.address = $2
    )`,
  hasChosenLanguage: true,
  stoppedBy: 'suppression',
  compose: ({ email: address, language }, { siteUrl, linkSecret, now }) =>
    words[language].follow.link(preferencesLink({ siteUrl, linkSecret, address, now })),
}

export const follow = { confirmation, already, undo, stopped, collected, link }
