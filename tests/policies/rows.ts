// Which row "own", "foreign", "fellow", "mine" and "forged" mean for a person, table by table: how to find it, what to
// insert, what to change.
import type { Target } from './matrix.ts'
import { accountOf, fellowOf, foreignOf, homeOf, id, ownerOf, type Person } from './people.ts'

export type Fields = Record<string, unknown>

export interface Row {
  /** Finds the row; over HTTP these are the filters of the URL. */
  find: Fields
  insert: Fields
  update: Fields
}

export function rowOf(table: string, target: Target, person: Person): Row {
  const row = rows[table]
  if (!row) throw new Error(`tests/policies/rows.ts does not say which row of ${table} is meant.`)
  const calendar = target === 'foreign' ? foreignOf(person) : homeOf(person)
  return row({ target, person, calendar, of: id(calendar), self: accountOf(person), owner: id(ownerOf[calendar]) })
}

interface Asked {
  target: Target
  person: Person
  calendar: keyof typeof ownerOf
  /** The id of the calendar. */
  of: string
  self: string
  owner: string
}

/** Returns another person's account, for rows about a person. */
function another({ target, calendar, self, owner }: Asked): string {
  if (target === 'own') return self
  return target === 'fellow' ? id(fellowOf[calendar]) : owner
}

/** Returns a member's account: a stranger has no such row, so the member's is used. */
function seated(asked: Asked): string {
  return asked.target === 'own' && asked.person === 'stranger' ? id('member') : another(asked)
}

const rows: Record<string, (asked: Asked) => Row> = {
  profiles(asked) {
    const user_id = another(asked)
    return {
      find: { user_id },
      insert: { user_id, email: 'new@example.org', display_name: 'New' },
      update: { display_name: 'New' },
    }
  },

  calendars({ target, person, of, self }) {
    // Forged: in the name of a person who may create one. The service creates in the stranger's name.
    const owner_id = target === 'forged' ? id('newcomer') : person === 'service' ? id('stranger') : self
    return {
      find: { id: of },
      insert: { name: 'New', description: null, owner_id, state: 'Ohio', city: 'Akron', allow_guest_users: true },
      update: { name: 'New' },
    }
  },

  calendar_members(asked) {
    const { target, of, self } = asked
    // What a Supabase client sends after creating a calendar; for a fellow, a person who has not joined yet.
    const insert = {
      own: { calendar_id: of, user_id: self, role: asked.person === 'service' ? 'member' : 'admin' },
      foreign: { calendar_id: of, user_id: self, role: 'admin' },
      fellow: { calendar_id: of, user_id: id('newcomer'), role: 'member' },
    }[target as 'own']
    const user_id = seated(asked)
    return { find: { calendar_id: of, user_id }, insert, update: { role: user_id === asked.owner ? 'member' : 'admin' } }
  },

  notification_preferences(asked) {
    const { target, of, self } = asked
    const user_id = target === 'foreign' ? self : another(asked)
    return {
      find: { calendar_id: of, user_id: seated(asked) },
      insert: { calendar_id: of, user_id, email_notifications: true, push_notifications: true },
      update: { email_notifications: false },
    }
  },

  feed_links(asked) {
    const { target, of, self } = asked
    const user_id = target === 'foreign' ? self : another(asked)
    return {
      find: { calendar_id: of, user_id: seated(asked) },
      insert: { calendar_id: of, user_id, secret_hash: `\\x${'01'.repeat(32)}` },
      update: { secret_hash: `\\x${'01'.repeat(32)}` },
    }
  },

  webhooks({ calendar, of }) {
    return {
      find: { id: id(`webhook of ${calendar}`) },
      insert: { calendar_id: of, url: 'https://hooks.example.org/', kinds: ['event.created'] },
      update: { failures: 1 },
    }
  },

  webhook_deliveries({ calendar }) {
    return {
      find: { id: id(`webhook delivery of ${calendar}`) },
      insert: { webhook_id: id(`webhook of ${calendar}`), kind: 'test' },
      update: { attempts: 1 },
    }
  },

  inbound_feeds({ of }) {
    return { find: { calendar_id: of }, insert: { calendar_id: of }, update: { state: 'live' } }
  },

  member_invitations({ calendar, of, owner }) {
    const token_hash = `\\x${'02'.repeat(32)}`
    return {
      find: { id: id(`invitation of ${calendar}`) },
      insert: {
        calendar_id: of,
        email: 'new@example.org',
        role: 'member',
        token_hash,
        invited_by: owner,
        expires_at: '2100-01-01',
      },
      update: { role: 'admin' },
    }
  },

  calendar_contacts({ calendar, of, self }) {
    return {
      find: { id: id(`contact of ${calendar}`) },
      insert: { calendar_id: of, contact_type: 'email', contact_value: 'new@example.org', created_by: self },
      update: { contact_value: 'new@example.org' },
    }
  },

  events({ target, person, calendar, of, self }) {
    const creator = target === 'mine' ? (person === 'guest' || person === 'service' ? 'member' : person) : ownerOf[calendar]
    const start = new Date(Date.now() + 5 * 24 * 60 * 60 * 1000).toISOString().replace(/T.*/, 'T18:00:00Z')
    return {
      find: { id: id(`event of ${creator} in ${calendar}`) },
      insert: {
        calendar_id: of,
        title: 'New',
        start_time: start,
        end_time: start.replace('T18', 'T19'),
        category: 'Notice',
        event_date: start.slice(0, 10),
        created_by: self,
      },
      update: { title: 'New' },
    }
  },

  event_series({ calendar, of }) {
    return {
      find: { id: id(`series of ${calendar}`) },
      insert: {
        calendar_id: of,
        title: 'New',
        category: 'Event',
        starts_on: '2100-06-01',
        starts_at: '18:00',
        ends_at: '19:00',
        rrule: 'FREQ=WEEKLY',
      },
      update: { title: 'New' },
    }
  },

  change_notices({ target, calendar, of }) {
    // Mine: created by the member in their own calendar; in other calendars only the owner created one.
    const whose = target === 'mine' && calendar === 'town' ? 'member' : ownerOf[calendar]
    const before = '{"title":"New"}'
    const mailing_id = id(`mailing of ${calendar}`)
    return {
      find: { id: id(`notice of ${whose} in ${calendar}`) },
      insert: { mailing_id, calendar_id: of, before, told_in: `{${mailing_id}}`, changed_at: '2100-06-01T18:00Z' },
      update: { before },
    }
  },

  alert_updates({ calendar }) {
    const event_id = id(`event of ${ownerOf[calendar]} in ${calendar}`)
    return {
      find: { id: id(`follow-up in ${calendar}`) },
      insert: { event_id, kind: 'all_clear', message: 'It is over.' },
      update: { message: 'Still on.' },
    }
  },

  held_alerts({ calendar, of }) {
    const times = { created_at: '2035-07-04T13:00:00Z', due_at: '2035-07-04T13:00:10Z' }
    return {
      find: { id: id(`held in ${calendar}`) },
      insert: {
        id: id('another held'),
        calendar_id: of,
        kind: 'alert',
        emergency: false,
        people: 1,
        created_by: id(ownerOf[calendar]),
        ...times,
      },
      update: { state: 'sent' },
    }
  },

  event_rsvps({ calendar, of }) {
    return {
      find: { event_id: id(`event of ${ownerOf[calendar]} in ${calendar}`) },
      insert: { event_id: id(`another event of ${calendar}`), calendar_id: of },
      update: { shows_count: true },
    }
  },

  rsvp_answers({ calendar, of }) {
    const event_id = id(`event of ${ownerOf[calendar]} in ${calendar}`)
    return {
      find: { id: id(`answer in ${calendar}`) },
      insert: { event_id, calendar_id: of, email: 'new@example.org', name: 'New', answer: 'maybe' },
      update: { name: 'New' },
    }
  },

  collections({ target, person, calendar }) {
    // The service has no account, so it says whose it is.
    const owner = target === 'forged' ? { owner_id: id('newcomer') } : person === 'service' ? { owner_id: id('stranger') } : {}
    return {
      find: { id: id(`collection of ${ownerOf[calendar]} with ${calendar}`) },
      insert: { name: 'New', slug: null, description: null, ...owner },
      update: { name: 'New' },
    }
  },

  collection_calendars({ calendar, of }) {
    return {
      find: { collection_id: id(`collection of ${ownerOf[calendar]} with ${calendar}`), calendar_id: of },
      insert: { collection_id: id(`collection of ${ownerOf[calendar]} with ${calendar}`), calendar_id: id(calendar === 'town' ? 'garden' : 'town') },
      update: { color: 'pink' },
    }
  },

  event_slots({ calendar, of }) {
    return {
      find: { id: id(`slot in ${calendar}`) },
      insert: { event_id: id(`another event of ${calendar}`), calendar_id: of, kind: 'help', title: 'New', wanted: 1 },
      update: { title: 'New' },
    }
  },

  slot_signups({ calendar, of }) {
    const event_id = id(`event of ${ownerOf[calendar]} in ${calendar}`)
    return {
      find: { id: id(`signup in ${calendar}`) },
      insert: { event_id, calendar_id: of, email: 'new@example.org', name: 'New' },
      update: { name: 'New' },
    }
  },

  polls({ calendar, of }) {
    const times = { starts: '{2030-07-04 18:00Z}', ends: '{2030-07-04 19:00Z}', closes_at: '2030-07-04 19:00Z' }
    return {
      find: { id: id(`poll in ${calendar}`) },
      insert: { calendar_id: of, title: 'New', ...times, yes: '{0}', maybe: '{0}' },
      update: { title: 'New' },
    }
  },

  poll_answers({ calendar, of }) {
    return {
      find: { id: id(`choice in ${calendar}`) },
      insert: { poll_id: id(`poll in ${calendar}`), calendar_id: of, email: 'new@example.org', name: 'New', choices: '{yes,no}' },
      update: { name: 'New' },
    }
  },

  event_suggestions({ calendar, of }) {
    const times = { day: '2030-07-04', starts_at: '18:00', end_day: '2030-07-04', ends_at: '19:00' }
    return {
      find: { id: id(`suggestion in ${calendar}`) },
      insert: { calendar_id: of, title: 'New', ...times, email: 'new@example.org', name: 'New' },
      update: { name: 'New' },
    }
  },

  slot_amounts({ calendar }) {
    const signup_id = id(`signup in ${calendar}`)
    return {
      find: { signup_id, slot_id: id(`slot in ${calendar}`) },
      insert: { signup_id, slot_id: id(`other slot in ${calendar}`), amount: 1 },
      update: { amount: 2 },
    }
  },

  trusted_submitters({ calendar, of }) {
    return {
      find: { calendar_id: of, email: `ann@${calendar}.example` },
      insert: { calendar_id: of, email: 'new@example.org' },
      update: { created_at: '2100-01-01' },
    }
  },

  deleted_events({ calendar, of }) {
    return {
      find: { id: id(`deleted event of ${calendar}`) },
      insert: { id: id('another deleted event'), calendar_id: of, event: '{}' },
      update: { deleted_at: '2100-01-01' },
    }
  },

  audit_logs({ target, calendar, of, self }) {
    const actor_user_id = target === 'forged' ? id(fellowOf[calendar]) : self
    return {
      find: { calendar_id: of, entity_type: 'calendar', action: 'create' },
      insert: { actor_user_id, calendar_id: of, entity_type: 'calendar', entity_id: of, action: 'create', metadata: '{}' },
      update: { action: 'delete' },
    }
  },

  pending_contact_confirmations({ calendar, of }) {
    return {
      find: { id: id(`pending of ${calendar}`) },
      insert: { calendar_id: of, email: 'new@example.org', token_hash: '\\x00' },
      update: { email: 'new@example.org' },
    }
  },

  opt_outs({ calendar, of }) {
    return {
      find: { id: id(`opt-out of ${calendar}`) },
      insert: { calendar_id: of, email: 'new@example.org' },
      update: { email: 'new@example.org' },
    }
  },

  push_subscriptions(asked) {
    const user_id = another(asked)
    const keys = { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) }
    return {
      find: { user_id },
      insert: { user_id, endpoint: 'https://fcm.googleapis.com/fcm/send/new', ...keys },
      update: { endpoint: 'https://fcm.googleapis.com/fcm/send/other' },
    }
  },

  suppressions: () => ({
    find: { id: id('suppression') },
    insert: { channel: 'email', address: 'new@example.org', reason: 'complaint' },
    update: { reason: 'complaint' },
  }),

  mailings({ calendar, of }) {
    return {
      find: { id: id(`mailing of ${calendar}`) },
      insert: { calendar_id: of, day: '2100-01-01' },
      update: { state: 'held' },
    }
  },

  event_messages({ calendar, of }) {
    const event_id = id(`event of ${ownerOf[calendar]} in ${calendar}`)
    return {
      find: { mailing_id: id(`message of ${calendar}`) },
      insert: {
        mailing_id: id(`mailing of ${calendar}`),
        calendar_id: of,
        event_id,
        audience: '{going}',
        message: 'Bring chairs.',
      },
      update: { message: 'Bring nothing.' },
    }
  },

  mailing_events({ calendar }) {
    const both = {
      mailing_id: id(`mailing of ${calendar}`),
      event_id: id(`event of ${ownerOf[calendar]} in ${calendar}`),
    }
    return { find: both, insert: both, update: { event_id: both.event_id } }
  },

  deliveries({ calendar, of }) {
    return {
      find: { id: id(`delivery of ${calendar}`) },
      insert: { calendar_id: of, mailing_id: id(`mailing of ${calendar}`), channel: 'email', address: 'new@example.org' },
      update: { state: 'failed' },
    }
  },

  places: () => ({
    find: { state: 'Texas', city: 'Austin' },
    insert: { state: 'Texas', city: 'Luckenbach', time_zone: 'America/Chicago' },
    update: { time_zone: 'America/Denver' },
  }),

  'private.calendar_invites': ({ of }) => ({
    find: { calendar_id: of },
    insert: { calendar_id: of, code: 'aaaaaaaaaaaaaaaaaaaaaaaa' },
    update: { code: 'aaaaaaaaaaaaaaaaaaaaaaaa' },
  }),

  'private.rate_limits': () => ({
    find: { key: 'signin:somebody' },
    insert: { key: 'new', window_start: '2100-01-01', window_end: '2100-01-02', taken: 0 },
    update: { taken: 0 },
  }),

  'private.workers': () => ({
    find: { id: 'a worker' },
    insert: { id: 'another worker' },
    update: { beat_at: '2100-01-01' },
  }),

  'private.caught_messages': () => ({
    find: { id: id('caught') },
    insert: { kind: 'email', sender: 'bell@example.org', recipient: 'ann@example.org' },
    update: { subject: 'New' },
  }),

  'private.phone_confirmations': () => ({
    find: { id: id('phone confirmation') },
    insert: { contact_id: id('contact of harbour'), phone: '+15125550199' },
    update: { confirmed_at: '2100-01-01' },
  }),

  'private.contact_preferences': () => ({
    find: { id: id('preferences') },
    insert: { channel: 'email', address: 'new@example.org' },
    update: { is_on: false },
  }),

  'private.event_images': () => ({
    find: { calendar_id: id('town'), name: `${'0'.repeat(32)}-1x1.png` },
    insert: { calendar_id: id('town'), name: `${'1'.repeat(32)}-1x1.png`, bytes: '\\x00' },
    update: { bytes: '\\x00' },
  }),

  'private.digests': () => ({
    find: { address: 'ann@example.org' },
    insert: { address: 'new@example.org', day: '2035-07-04' },
    update: { day: '2035-07-05' },
  }),

  'private.waiting_events': () => ({
    find: { event_id: id('event of admin in town') },
    insert: { event_id: id('event of admin in town'), due_at: '2035-07-04T13:00:00Z' },
    update: { due_at: '2035-07-05T13:00:00Z' },
  }),

  'private.mailing_totals': () => ({
    find: { mailing_id: id('mailing of town') },
    insert: { mailing_id: id('mailing of town'), channel: 'email', state: 'sent', deliveries: 1 },
    update: { deliveries: 2 },
  }),

  'private.event_imports': () => ({
    find: { id: id('import') },
    insert: { calendar_id: id('town'), source: 'file', added: 1 },
    update: { added: 2 },
  }),

  'private.imported_events': () => ({
    find: { import_id: id('import') },
    insert: { import_id: id('import'), event_id: id('event of admin in town'), fingerprint: 'x' },
    update: { fingerprint: 'y' },
  }),

  'private.phone_companions': () => ({
    find: { contact_id: id('contact of town') },
    insert: { contact_id: id('contact of harbour'), email: 'new@example.org' },
    update: { email: 'new@example.org' },
  }),

  'private.captcha_passes': () => ({
    find: { network: '192.0.2.1' },
    insert: { pass_hash: '\\x00', network: '192.0.2.2', expires_at: '2100-01-01' },
    update: { expires_at: '2100-01-01' },
  }),

  'private.used_challenges': () => ({
    find: { challenge_hash: '\\x01' },
    insert: { challenge_hash: '\\x00', expires_at: '2100-01-01' },
    update: { expires_at: '2100-01-01' },
  }),

  'private.support_messages': () => ({
    find: { id: id('support message') },
    insert: { first_name: 'New', last_name: 'Person', email: 'new@example.org', subject: 'Hello', message: 'Hello' },
    update: { sent_at: '2100-01-01' },
  }),

  'private.inbound_texts': () => ({
    find: { provider_id: 'SM1' },
    insert: { provider_id: 'SM2', meaning: 'yes' },
    update: { meaning: 'help' },
  }),

  'private.sending': () => ({
    find: { only_row: true },
    insert: { only_row: true },
    update: { reported_at: '2100-01-01' },
  }),

  'private.letter_copies': () => ({
    find: { job_id: '1' },
    insert: { job_id: '2', message_id: '<b@town.example>' },
    update: { copies: 2 },
  }),

  'private.moved_calendars': () => ({
    find: { calendar_id: id('moved calendar') },
    insert: { calendar_id: id('another moved calendar'), identifier: 2, url: 'https://new.example' },
    update: { url: 'https://newer.example' },
  }),

  'private.holds': () => ({
    find: { kind: 'operator' },
    insert: { kind: 'clock', reason: 'for a test' },
    update: { reason: 'for another test' },
  }),

  'private.send_paces': () => ({
    find: { channel: 'email' },
    insert: { channel: 'sms', next_at: '2100-01-01' },
    update: { next_at: '2100-01-01' },
  }),

  'private.transfer_offers': () => ({
    find: { calendar_id: id('harbour') },
    insert: { calendar_id: id('mill'), offered_by: id('otherAdmin'), offered_to: id('sailor') },
    update: { created_at: '2100-01-01' },
  }),

  'private.cohost_offers': () => ({
    find: { event_id: id('event of admin in town') },
    insert: { event_id: id('event of owner in town'), calendar_id: id('harbour') },
    update: { state: 'declined' },
  }),

  'private.collection_declines': () => ({
    find: { owner_id: id('member') },
    insert: { owner_id: id('admin'), calendar_id: id('town') },
    update: { created_at: '2100-01-01' },
  }),

  'private.collection_names': () => ({
    find: { slug: 'old-town' },
    insert: { slug: 'older-town', owner_id: id('admin') },
    update: { left_at: '2100-01-01' },
  }),

  'private.senders': () => ({
    find: { owner_id: id('owner') },
    insert: { owner_id: id('new sender'), mailbox: 'b'.repeat(64) },
    update: { approved_at: '2100-01-01' },
  }),

  'private.operators': () => ({
    find: { user_id: id('owner') },
    insert: { user_id: id('member'), role: 'helper' },
    update: { role: 'helper' },
  }),

  'private.operator_codes': () => ({
    find: { only_row: true },
    insert: { only_row: true, expires_at: '2100-01-01' },
    update: { expires_at: '2100-01-01' },
  }),

  'private.operator_history': () => ({
    find: { operator_name: 'owner@example.org' },
    insert: { operator_id: id('member'), operator_name: 'member@example.org', act: 'suspend' },
    update: { reason: 'Another' },
  }),

  'auth.users'(asked) {
    return {
      find: { id: another(asked) },
      insert: { email: 'new@example.org', encrypted_password: 'hash' },
      update: { email_confirmed_at: '2100-01-01' },
    }
  },

  'auth.sessions': ({ self }) => ({
    find: { id: id('session') },
    insert: { user_id: self },
    update: { not_after: '2100-01-01' },
  }),

  'auth.access_tokens': ({ self }) => ({
    find: { id: id('access-token') },
    insert: { user_id: self, name: 'Sync', token_hash: `\\x${'00'.repeat(32)}`, expires_at: '2100-01-01' },
    update: { last_used_at: '2100-01-01' },
  }),

  'auth.refresh_tokens': () => ({
    find: { session_id: id('session') },
    insert: { session_id: id('session'), token_hash: '\\x00' },
    update: { revoked_at: '2100-01-01' },
  }),

  'auth.one_time_tokens': ({ self }) => ({
    find: { id: id('one-time') },
    insert: { user_id: self, kind: 'recovery', token_hash: '\\x00', expires_at: '2100-01-01' },
    update: { used_at: '2100-01-01' },
  }),

  'auth.passkeys': ({ self }) => ({
    find: { user_id: id('member') },
    insert: { user_id: self, credential_id: '\\x02', public_key: '\\x02', friendly_name: 'Phone' },
    update: { sign_count: 1 },
  }),

  'auth.second_factors': () => ({
    find: { user_id: id('member') },
    insert: { user_id: id('newcomer'), sealed_secret: '\\x00' },
    update: { last_step: 1 },
  }),

  'auth.recovery_codes': () => ({
    find: { user_id: id('member') },
    insert: { user_id: id('newcomer'), code_hash: '\\x00' },
    update: { used_at: '2100-01-01' },
  }),

  'auth.notices': () => ({
    find: { id: id('notice') },
    insert: { letter: 'goodbye', email: 'new@example.org' },
    update: { email: 'new@example.org' },
  }),
}
