// Inserts a row into every table for every calendar, so that "cannot see it" never means "does not exist".
import type pg from 'pg'
import { emptyTables } from '#testing/empty-tables.ts'
import { type Calendar, calendars, fellowOf, id, ownerOf } from './people.ts'

const copies = new WeakMap<pg.Pool, string>()

/** Resets the database to the seed rows. All their triggers run only the first time; from then on a copy of the rows is put back. */
export async function seedDatabase(pool: pg.Pool): Promise<void> {
  await emptyTables(pool)
  await pool.query(`
    delete from public.places where city = 'Luckenbach';
    insert into public.places values ('Texas', 'Austin', 'America/Chicago')
      on conflict (state, city) do update set time_zone = excluded.time_zone`)
  const putBack = copies.get(pool)
  if (putBack) return void (await pool.query(putBack))
  await insertRows(pool)
  copies.set(pool, await copyRows(pool))
}

/** Copies every row into a schema of its own. Returns the statements that put them back, without triggers. */
async function copyRows(pool: pg.Pool): Promise<string> {
  await pool.query('create schema seeded')
  const tables = await pool.query<{ name: string; copy: string; columns: string }>(listTables)
  const filled = []
  for (const table of tables.rows) {
    const { rows } = await pool.query(`select from ${table.name} limit 1`)
    if (rows.length === 0) continue
    await pool.query(`create table ${table.copy} as table ${table.name}`)
    filled.push(table)
  }
  const sequences = await pool.query<{ statement: string }>(listSequences)
  return [
    'begin; set local session_replication_role = replica',
    ...filled.map(
      ({ name, copy, columns }) =>
        `insert into ${name} (${columns}) overriding system value select ${columns} from ${copy}`,
    ),
    ...sequences.rows.map(({ statement }) => statement),
    'commit',
  ].join(';\n')
}

/** Without the tables whose rows the schema brings. */
const listTables = `
  select c.oid::regclass::text as name, 'seeded.' || quote_ident(nspname || '.' || relname) as copy,
    string_agg(quote_ident(attname), ', ' order by attnum) as columns
  from pg_class c join pg_namespace n on n.oid = relnamespace join pg_attribute on attrelid = c.oid
  where relkind = 'r' and nspname in ('public', 'auth', 'private') and attnum > 0 and not attisdropped and attgenerated = ''
    and c.oid not in ('public.places'::regclass, 'private.sending'::regclass)
  group by c.oid, nspname, relname order by c.oid`
const listSequences = `
  select format('select setval(%L, %s)', seqrelid::regclass, pg_sequence_last_value(seqrelid)) as statement
  from pg_sequence join pg_depend on objid = seqrelid and deptype = 'i'
  where seqrelid::regclass::text not like 'graphile_worker.%' and pg_sequence_last_value(seqrelid) is not null`

async function insertRows(pool: pg.Pool): Promise<void> {
  await pool.query(`
    ${accounts.map(account).join('\n')}
    update public.profiles set trial = false where user_id in (${paying.map((name) => `'${id(name)}'`).join(', ')});
    ${calendars.map(calendar).join('\n')}
    ${seats.map(seat).join('\n')}
    ${calendars.map(contents).join('\n')}
    ${['unconfirmed', 'member', 'admin', 'stranger'].map((creator) => event('town', creator)).join('\n')}
    update public.calendars set disabled = true where id = '${id('mill')}';
    insert into public.suppressions (id, channel, address, reason) values ('${id('suppression')}', 'email', 'bounced@example.org', 'bounce');
    insert into private.rate_limits values ('signin:somebody', now(), now() + interval '1 hour', 3);
    insert into private.workers (id) values ('a worker');
    insert into private.letter_copies (job_id, message_id) values (1, '<a@town.example>');
    insert into private.send_paces values ('email', now());
    insert into private.moved_calendars (calendar_id, identifier, url) values ('${id('moved calendar')}', 1, 'https://new.example');
    insert into private.holds (kind, reason) values ('operator', 'moving');
    insert into private.transfer_offers (calendar_id, offered_by, offered_to) values ('${id('harbour')}', '${id('otherAdmin')}', '${id('sailor')}');
    insert into private.cohost_offers (event_id, calendar_id) values ('${id('event of admin in town')}', '${id('garden')}');
    insert into private.collection_declines (owner_id, calendar_id) values ('${id('member')}', '${id('town')}');
    insert into private.collection_names (slug, owner_id) values ('old-town', '${id('member')}');
    insert into private.senders (owner_id, mailbox) values ('${id('owner')}', '${'a'.repeat(64)}');
    insert into private.operators (user_id, role) values ('${id('owner')}', 'operator');
    insert into private.operator_codes (code_hash, expires_at) values ('\\x01', now());
    insert into private.operator_history (operator_id, operator_name, act) values ('${id('owner')}', 'owner@example.org', 'hold');
    insert into public.push_subscriptions (user_id, endpoint, p256dh, auth)
      select id, 'https://fcm.googleapis.com/fcm/send/' || id, 'B' || repeat('A', 86), repeat('A', 22) from auth.users;
    insert into public.feed_links (calendar_id, user_id, secret_hash)
      select calendar_id, user_id, sha256(uuid_send(calendar_id) || uuid_send(user_id)) from public.calendar_members;
    insert into public.inbound_feeds (calendar_id) select id from public.calendars;
    insert into private.caught_messages (id, kind, sender, recipient) values ('${id('caught')}', 'email', 'bell@example.org', 'ann@example.org');
    insert into private.phone_confirmations (id, contact_id, phone) values ('${id('phone confirmation')}', '${id('contact of town')}', '+15125550100');
    insert into private.contact_preferences (id, channel, address) values ('${id('preferences')}', 'email', 'ann@example.org');
    insert into private.event_images (calendar_id, name, bytes) values ('${id('town')}', '${'0'.repeat(32)}-1x1.png', '\\x01');
    insert into private.mailing_totals (mailing_id, channel, state, deliveries) values ('${id('mailing of town')}', 'email', 'sent', 1);
    insert into private.digests values ('ann@example.org', '2035-07-04');
    insert into private.event_imports (id, calendar_id, source, added) values ('${id('import')}', '${id('town')}', 'file', 1);
    insert into private.imported_events (import_id, event_id, fingerprint)
    values ('${id('import')}', '${id('event of admin in town')}', 'as imported');
    insert into private.phone_companions (contact_id, email) values ('${id('contact of town')}', 'ann@example.org');
    insert into private.captcha_passes (pass_hash, network, expires_at) values ('\\x01', '192.0.2.1', now() + interval '2 minutes');
    insert into private.used_challenges values ('\\x01', now() + interval '10 minutes');
    insert into private.support_messages (id, first_name, last_name, email, subject, message)
      values ('${id('support message')}', 'Ann', 'Reader', 'ann@example.org', 'Hello', 'Hello there');
    insert into private.inbound_texts (provider_id, meaning) values ('SM1', 'stop');
    insert into auth.sessions (id, user_id) values ('${id('session')}', '${id('member')}');
    insert into auth.access_tokens (id, user_id, name, token_hash, expires_at)
      values ('${id('access-token')}', '${id('member')}', 'Sync', sha256('x'), '2100-01-01');
    insert into auth.refresh_tokens (session_id, token_hash) values ('${id('session')}', sha256('refresh'));
    insert into auth.one_time_tokens (id, user_id, kind, token_hash, expires_at)
      values ('${id('one-time')}', '${id('member')}', 'recovery', sha256('recovery'), now() + interval '1 hour');
    insert into auth.second_factors (user_id, sealed_secret) values ('${id('member')}', '\\x01');
    insert into auth.passkeys (user_id, credential_id, public_key, friendly_name)
      values ('${id('member')}', '\\x01', '\\x01', 'Phone');
    insert into auth.notices (id, letter, email) values ('${id('notice')}', 'goodbye', 'gone@example.org');
    insert into auth.recovery_codes (user_id, code_hash) values ('${id('member')}', '\\x01');
  `)
}

const accounts = [
  'stranger',
  'unconfirmed',
  'member',
  'admin',
  'owner',
  'trialOwner',
  'otherAdmin',
  'neighbour',
  'gardener',
  'sailor',
  'newcomer',
]

/** Not on trial, so that the trial limit does not hide what the policies do. */
const paying = ['unconfirmed', 'member', 'admin', 'owner', 'otherAdmin']

/** Memberships besides those of owners, which a trigger adds. */
const seats = [
  ['town', 'unconfirmed', 'member'],
  ['town', 'member', 'member'],
  ['town', 'admin', 'admin'],
  ...calendars.map((calendar) => [calendar, fellowOf[calendar], 'member'] as const),
] as const

function account(name: string): string {
  const confirmed = name === 'unconfirmed' ? 'null' : 'now()'
  return `insert into auth.users (id, email, encrypted_password, email_confirmed_at, user_metadata)
    values ('${id(name)}', '${name.toLowerCase()}@example.org', 'hash', ${confirmed}, '{"display_name":"${name}"}');`
}

function calendar(name: Calendar): string {
  return `insert into public.calendars (id, name, owner_id, state, city)
    values ('${id(name)}', '${name}', '${id(ownerOf[name])}', 'Ohio', 'Dayton');`
}

function seat([calendar, name, role]: (typeof seats)[number]): string {
  return `insert into public.calendar_members (calendar_id, user_id, role) values ('${id(calendar)}', '${id(name)}', '${role}');`
}

function contents(calendar: Calendar): string {
  const of = `'${id(calendar)}'`
  return `
    insert into public.calendar_contacts (id, calendar_id, contact_type, contact_value, created_by) values
      ('${id(`contact of ${calendar}`)}', ${of}, 'email', 'ann@${calendar}.example', '${id(ownerOf[calendar])}');
    ${event(calendar, ownerOf[calendar])}
    insert into public.alert_updates (id, event_id, kind, message)
      values ('${id(`follow-up in ${calendar}`)}', '${id(`event of ${ownerOf[calendar]} in ${calendar}`)}', 'update', 'News');
    insert into public.held_alerts (id, calendar_id, kind, emergency, people, created_by, created_at, due_at)
      values ('${id(`held in ${calendar}`)}', ${of}, 'alert', false, 1, '${id(ownerOf[calendar])}', now(), now() + interval '1 day');
    insert into public.event_rsvps (event_id, calendar_id) values ('${id(`event of ${ownerOf[calendar]} in ${calendar}`)}', ${of});
    insert into public.rsvp_answers (id, event_id, calendar_id, email, name, answer, confirmed_at)
      values ('${id(`answer in ${calendar}`)}', '${id(`event of ${ownerOf[calendar]} in ${calendar}`)}', ${of}, 'ann@${calendar}.example', 'Ann', 'maybe', now());
    insert into public.collections (id, name, owner_id)
      values ('${id(`collection of ${ownerOf[calendar]} with ${calendar}`)}', 'Town', '${id(ownerOf[calendar])}');
    insert into public.collection_calendars (collection_id, calendar_id)
      values ('${id(`collection of ${ownerOf[calendar]} with ${calendar}`)}', ${of});
    insert into public.event_slots (id, event_id, calendar_id, kind, title, wanted, taken)
      values ('${id(`slot in ${calendar}`)}', '${id(`event of ${ownerOf[calendar]} in ${calendar}`)}', ${of}, 'help', 'Grill', 3, 1),
        ('${id(`other slot in ${calendar}`)}', '${id(`event of ${ownerOf[calendar]} in ${calendar}`)}', ${of}, 'bring', 'Salads', 5, 0);
    insert into public.slot_signups (id, event_id, calendar_id, email, name, confirmed_at)
      values ('${id(`signup in ${calendar}`)}', '${id(`event of ${ownerOf[calendar]} in ${calendar}`)}', ${of}, 'ann@${calendar}.example', 'Ann', now());
    insert into public.slot_amounts (signup_id, slot_id) values ('${id(`signup in ${calendar}`)}', '${id(`slot in ${calendar}`)}');
    insert into public.polls (id, calendar_id, title, starts, ends, closes_at, answered, yes, maybe)
      select '${id(`poll in ${calendar}`)}', ${of}, 'Spring cleanup', array[d, d + interval '1 day'],
        array[d + interval '2 hours', d + interval '26 hours'], d + interval '26 hours', 1, '{1,0}', '{0,1}'
      from (select date_trunc('hour', now()) + interval '7 days' as d) as days;
    insert into public.poll_answers (id, poll_id, calendar_id, email, name, choices, confirmed_at)
      values ('${id(`choice in ${calendar}`)}', '${id(`poll in ${calendar}`)}', ${of}, 'ann@${calendar}.example', 'Ann', '{yes,maybe}', now());
    insert into public.event_suggestions (id, calendar_id, state, title, day, starts_at, end_day, ends_at, email, name, confirmed_at)
      values ('${id(`suggestion in ${calendar}`)}', ${of}, 'pending', 'Suggested', current_date + 7, '18:00', current_date + 7, '19:00', 'ann@${calendar}.example', 'Ann', now());
    insert into public.trusted_submitters (calendar_id, email) values (${of}, 'ann@${calendar}.example');
    insert into public.deleted_events (id, calendar_id, event) values ('${id(`deleted event of ${calendar}`)}', ${of}, '{}');
    insert into public.opt_outs (id, calendar_id, email) values ('${id(`opt-out of ${calendar}`)}', ${of}, 'gone@${calendar}.example');
    insert into public.pending_contact_confirmations (id, calendar_id, email, token_hash)
      values ('${id(`pending of ${calendar}`)}', ${of}, 'soon@${calendar}.example', sha256('${calendar}'));
    insert into public.member_invitations (id, calendar_id, email, role, token_hash, invited_by, expires_at)
      values ('${id(`invitation of ${calendar}`)}', ${of}, 'invited@${calendar}.example', 'member', sha256('invitation ${calendar}'), '${id(ownerOf[calendar])}', now() + interval '14 days');
    insert into public.mailings (id, calendar_id, day) values ('${id(`mailing of ${calendar}`)}', ${of}, current_date);
    insert into public.mailings (id, calendar_id, day, kind) values ('${id(`message of ${calendar}`)}', ${of}, current_date, 'message');
    insert into public.event_messages (mailing_id, calendar_id, event_id, audience, message)
      values ('${id(`message of ${calendar}`)}', ${of}, '${id(`event of ${ownerOf[calendar]} in ${calendar}`)}', '{going}', 'Bring chairs.');
    insert into public.webhooks (id, calendar_id, url, kinds) values ('${id(`webhook of ${calendar}`)}', ${of}, 'https://hooks.example.org/${calendar}', '{mailing.finished}');
    insert into public.webhook_deliveries (id, webhook_id, kind) values ('${id(`webhook delivery of ${calendar}`)}', '${id(`webhook of ${calendar}`)}', 'test');
    insert into public.mailing_events (mailing_id, event_id) values ('${id(`mailing of ${calendar}`)}', '${id(`event of ${ownerOf[calendar]} in ${calendar}`)}');
    insert into public.event_series (id, calendar_id, title, category, starts_on, starts_at, ends_at, rrule)
      values ('${id(`series of ${calendar}`)}', ${of}, 'Series', 'Event', current_date + 7, '18:00', '19:00', 'FREQ=WEEKLY');
    ${[...new Set([ownerOf[calendar], calendar === 'town' ? 'member' : ownerOf[calendar]])].map((creator) => notice(calendar, creator)).join('\n')}
    insert into public.deliveries (id, mailing_id, calendar_id, contact_id, channel, address) values
      ('${id(`delivery of ${calendar}`)}', '${id(`mailing of ${calendar}`)}', ${of}, '${id(`contact of ${calendar}`)}', 'email', 'ann@${calendar}.example');`
}

/** Belongs to no event, so that a calendar can have several. */
function notice(calendar: Calendar, creator: string): string {
  return `insert into public.change_notices (id, mailing_id, calendar_id, before, told_in, changed_at, created_by) values (
    '${id(`notice of ${creator} in ${calendar}`)}', '${id(`mailing of ${calendar}`)}', '${id(calendar)}', '{"title":"Changed"}',
    array['${id(`mailing of ${calendar}`)}'::uuid], now(), '${id(creator)}');`
}

/** Is next week, so that it can still be edited. */
function event(calendar: Calendar, creator: string): string {
  return `insert into public.events (id, calendar_id, title, start_time, end_time, category, created_by) values (
    '${id(`event of ${creator} in ${calendar}`)}', '${id(calendar)}', 'Event of ${creator}',
    current_date + interval '7 days 18 hours', current_date + interval '7 days 19 hours', 'Event', '${id(creator)}');`
}
