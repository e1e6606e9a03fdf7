// Says of every table that belongs to a calendar what of it travels in a calendar file, and for whom. Tables and columns come from the
// catalogue: a test fails for a table that is neither here nor signed off, for a column that looks like a secret, and for one that an
// owner gets in the file and may not read otherwise.

export type FileTable = {
  /** Which rows `t` belong to the calendars of $1. Also checked after an import: no row may lead to another calendar. */
  rows: string
  /** Columns that never leave, or that are made anew. */
  without?: string[]
  /** What the owner's file lacks; `false`: all of it. */
  owner?: { rows?: string; without?: string[] } | false
  order?: string
  /** How an import fills columns, `r` being the row of the file. */
  fill?: Record<string, string>
  /** Rows of a file that an import leaves out. */
  only?: string
}

const own = 't.calendar_id = any ($1)'
const ofEvent = 't.event_id in (select e.id from public.events e where e.calendar_id = any ($1))'

/** Answers survive their event for a while; in a file they need one, so that none can name an event of another calendar. */
const storedEvent = (event: string, calendar: string) => `(
  select e.id from public.events e where e.id = ${event} and e.calendar_id = ${calendar}
  union all select d.id from public.deleted_events d where d.id = ${event} and d.calendar_id = ${calendar}
)`
const hasEvent = (t: string) =>
  `${t}.calendar_id = any ($1) and exists ${storedEvent(`${t}.event_id`, `${t}.calendar_id`)}`
const sameEvent = { event_id: storedEvent('r.event_id', 'r.calendar_id') }
const itsEvent = `exists ${storedEvent('r.event_id', 'r.calendar_id')}`

/** A mailing that has not begun is planned again where the calendar lives on; one that has begun is over. */
const begun = (mailing: string) => `(
  ${mailing}.state in ('finished', 'cancelled')
  or exists (select from public.deliveries d where d.mailing_id = ${mailing}.id and d.copies > 0)
)`
const ofBegun = `t.mailing_id in (select m.id from public.mailings m where m.calendar_id = any ($1) and ${begun('m')})`

/** In the order in which they are loaded: what others refer to comes first. */
export const fileTables: Record<string, FileTable> = {
  'public.calendars': {
    rows: 't.id = any ($1)',
    // The number is of an installation; the others are counted.
    without: ['identifier', 'version', 'stored_events', 'is_full'],
    fill: {
      sending_paused_at: 'coalesce(r.sending_paused_at, now())',
      // Where nobody is suspended, nothing would lift that pause.
      sending_paused_by:
        "coalesce(nullif(r.sending_paused_by, 'suspension'), case when r.sending_paused_by is null then 'admin' else 'operator' end)",
      sending_paused_reason:
        "coalesce(r.sending_paused_reason, 'Imported. Resume when the old installation has stopped sending.')",
    },
  },
  'public.calendar_members': { rows: own },
  'public.notification_preferences': { rows: own, owner: { rows: 't.user_id = $2' } },
  'private.event_images': { rows: own },
  'public.event_series': { rows: own },
  // Who hosts an event together is agreed between calendars of one installation.
  'public.events': { rows: own, without: ['cohost_id'] },
  'public.mailings': {
    rows: `${own} and ${begun('t')}`,
    fill: {
      state: "case r.state when 'cancelled' then r.state else 'finished' end",
      review: 'null',
      review_reason: 'null',
    },
  },
  'public.deleted_events': {
    rows: own,
    order: "t.kind = 'event'",
    owner: { without: ['told'] },
    // Restored, it becomes a row with these columns.
    fill: {
      event: "(r.event - 'cohost_id') || jsonb_build_object('id', r.id, 'calendar_id', r.calendar_id)",
      told: `(
        select coalesce(jsonb_agg(one.line || jsonb_build_object('event_id', r.id)), '[]')
        from jsonb_array_elements(coalesce(r.told, '[]')) as one (line)
        where exists (
          select from public.mailings m where m.id::text = one.line ->> 'mailing_id' and m.calendar_id = r.calendar_id
        )
      )`,
    },
  },
  'private.event_imports': { rows: own },
  'private.imported_events': {
    rows: 't.import_id in (select i.id from private.event_imports i where i.calendar_id = any ($1))',
    without: ['id'],
  },
  'public.inbound_feeds': {
    rows: own,
    owner: { without: ['accepted', 'known', 'etag', 'last_modified', 'failures', 'created_at'] },
  },
  'public.event_rsvps': { rows: hasEvent('t'), without: ['taken'], only: itsEvent },
  'public.rsvp_answers': {
    rows: `${own} and t.event_id in (select r.event_id from public.event_rsvps r where ${hasEvent('r')})`,
    // Hashes with a key of this installation.
    without: ['origins'],
    owner: { rows: 't.confirmed_at is not null' },
    only: itsEvent,
  },
  'public.event_slots': { rows: hasEvent('t'), without: ['taken'], only: itsEvent },
  'public.slot_signups': { rows: hasEvent('t'), owner: { rows: 't.confirmed_at is not null' }, only: itsEvent },
  'public.slot_amounts': {
    rows: `t.signup_id in (select s.id from public.slot_signups s where ${hasEvent('s')})`,
    owner: {
      rows: 'exists (select from public.slot_signups s where s.id = t.signup_id and s.confirmed_at is not null)',
    },
    only: 'exists (select from public.slot_signups s where s.id = r.signup_id)',
  },
  'public.polls': { rows: own, fill: sameEvent },
  'public.poll_answers': { rows: own, owner: { rows: 't.confirmed_at is not null' } },
  'public.event_suggestions': { rows: own, owner: { rows: "t.state <> 'unconfirmed'" }, fill: sameEvent },
  'public.trusted_submitters': { rows: own },
  'public.calendar_contacts': { rows: own },
  'private.phone_companions': {
    rows: 't.contact_id in (select k.id from public.calendar_contacts k where k.calendar_id = any ($1))',
    owner: false,
  },
  'private.phone_confirmations': {
    rows: 't.contact_id in (select k.id from public.calendar_contacts k where k.calendar_id = any ($1))',
    without: ['provider_id', 'last_error'],
    owner: false,
  },
  'private.contact_preferences': {
    rows: own,
    // Who stopped is seen in every mailing; what else people chose is theirs.
    owner: {
      rows: `not t.is_on and exists (
        select from public.calendar_contacts k where k.calendar_id = t.calendar_id and k.normalised = t.address
      )`,
      without: ['categories', 'timing', 'paused_until', 'language'],
    },
  },
  'public.opt_outs': {
    rows: own,
    owner: {
      rows: 'exists (select from public.calendar_contacts k where k.calendar_id = t.calendar_id and k.normalised = t.email)',
    },
  },
  'public.pending_contact_confirmations': {
    rows: own,
    without: ['token_hash', 'group_id'],
    owner: false,
    // Nobody has a link for it.
    fill: { token_hash: 'sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))' },
  },
  'public.event_messages': { rows: `${ofBegun} and ${ofEvent}` },
  'public.mailing_events': { rows: `${ofBegun} and ${ofEvent}` },
  'private.mailing_totals': { rows: ofBegun, without: ['id'] },
  'public.deliveries': {
    rows: `${own} and ${ofBegun}`,
    without: ['lease_token', 'lease_until', 'lease_holder', 'message_id', 'provider_id'],
    owner: {
      rows: 't.contact_id is not null',
      without: ['member_id', 'time_zone', 'event_ids', 'copies', 'complained_at', 'resent_at'],
    },
    fill: {
      state: "case when r.state in ('planned', 'claimed', 'committing') then 'cancelled' else r.state end",
      event_ids: `case when r.event_ids is not null
        then array(select e.id from public.events e where e.id = any (r.event_ids) and e.calendar_id = r.calendar_id) end`,
    },
  },
  'public.change_notices': {
    rows: `${own} and ${ofBegun}`,
    owner: { without: ['told_in'] },
    fill: {
      told_in:
        'array(select m.id from public.mailings m where m.id = any (r.told_in) and m.calendar_id = r.calendar_id)',
    },
  },
  'public.alert_updates': { rows: ofEvent, owner: { without: ['mailing_id', 'created_by'] } },
  'public.held_alerts': { rows: `${own} and t.state <> 'waiting'` },
  'public.webhooks': {
    rows: own,
    without: ['secret', 'old_secret', 'failures', 'retry_at'],
    // Nothing is posted, and with a new secret nobody could tell that it is from us, until an admin has looked.
    fill: { disabled_at: 'coalesce(r.disabled_at, now())', disabled_reason: "coalesce(r.disabled_reason, 'admin')" },
  },
  'public.audit_logs': { rows: own, without: ['id'] },
}

/** Tables with a path to calendars that stay behind, each with the reason. */
export const staysBehind: Record<string, string> = {
  'private.calendar_invites': 'A secret link of this installation; a new one is made when somebody asks for it.',
  'private.transfer_offers': 'An offer between two accounts here.',
  'public.member_invitations': 'Mailed links of this installation, with hashes of their secrets. Invite again.',
  'public.feed_links': 'Hashes of secrets; members make new links.',
  'public.webhook_deliveries': 'What was posted during the last 14 days, of use to debug a receiver only.',
  'private.waiting_events': 'Ten minutes before a mailing, over before a move is.',
  'private.cohost_offers': 'An offer between two calendars here.',
  'public.collection_calendars': 'Belongs to a town page and its owner, who often is somebody else.',
  'private.collection_declines': 'What an owner answered to town pages here.',
  'auth.one_time_tokens': 'Mailed links of this installation.',
}

/** Columns that an owner cannot read over the API and gets in the file, each with the reason. */
export const ownerMaySee: Record<string, string> = {
  'private.event_images *': 'The pictures of events whose members see them.',
  'private.event_imports *': 'The list of imports, which admins read by a function.',
  'private.imported_events *': 'Which events an import brought; its admins undo it by them.',
  'private.contact_preferences *': 'That somebody stopped their texts, which every mailing shows as a reason.',
  'public.opt_outs *': 'That a contact left, which People shows with the reason.',
  'private.mailing_totals *': 'The numbers of a mailing, which Mailings shows.',
  'public.event_rsvps created_at': 'When an admin asked who comes.',
  'public.event_rsvps updated_at': 'When somebody answered.',
  'public.event_slots created_at': 'When an admin added it.',
  'public.event_slots updated_at': 'When somebody took one.',
  'public.deliveries address': 'Of contacts only, whose addresses People shows.',
}
