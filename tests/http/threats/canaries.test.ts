// Canaries: marker words in every private column of a calendar. Outsiders then send thousands of random queries built from
// real names, and none of the words may appear in an answer or in the log.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type AppFixture, eventOn, openAppFixture, type Person } from './fixture.ts'

let fixture: AppFixture
let owner: Person
let outsiders: { name: string; request: Person['request'] }[]
let calendarId: string
let names: Map<string, string[]>
let neighbours: Map<string, string[]>
const canaries: Record<string, string> = {}
let madeUp: { calendar: string; member: string }

const SEED = 20_251_101
const QUESTIONS = 1_200

before(async () => {
  fixture = await openAppFixture()
  owner = await fixture.person('canaryowner')
  const stranger = await fixture.person('stranger')
  const other = await fixture.person('other')
  outsiders = [
    { name: 'guest', request: fixture.guest.request },
    { name: 'stranger', request: stranger.request },
    { name: 'admin of another calendar', request: other.request },
  ]
  const otherId = (await fixture.calendar(other, { name: 'Harbour' })).id
  await fixture.contact(other, otherId)
  await other.request('/rest/v1/events', { json: eventOn(otherId) })

  calendarId = (await fixture.calendar(owner, { name: 'Elm Street' })).id
  await fixture.contact(owner, calendarId, 'canary-contact@example.org')
  await owner.request('/rest/v1/events', { json: eventOn(calendarId) })
  await fixture.rows(plant, [calendarId])
  const hidden = (await fixture.calendar(owner, { name: 'canary-disabled-name' })).id
  await fixture.contact(owner, hidden)
  await owner.request('/rest/v1/events', { json: eventOn(hidden, { title: 'canary-disabled-event' }) })
  await fixture.rows('update public.calendars set disabled = true where id = $1', [hidden])
  const [{ code }] = await fixture.rows('select code from private.calendar_invites where calendar_id = $1', [
    calendarId,
  ])
  Object.assign(canaries, {
    word: 'canary',
    'invite code': code,
    owner: owner.id,
    password: '$argon2',
    'contact by its id': (
      await fixture.rows('select id from public.calendar_contacts where calendar_id = $1', [calendarId])
    )[0].id,
  })
  madeUp = {
    calendar: await fixture.madeUp('public.calendars', calendarId),
    member: await fixture.madeUp('public.calendar_members', calendarId, owner.id),
  }
  names = new Map((await fixture.rows(columns)).map(({ table, list }) => [table, list]))
  neighbours = new Map((await fixture.rows(relations)).map(({ table, list }) => [table, list]))
})
after(() => fixture.close())

test('the canaries are there, and the owner sees their own', async () => {
  assert.ok(names.size > 10)
  const contacts = await owner.request(`/rest/v1/calendar_contacts?calendar_id=eq.${calendarId}&select=contact_value`)
  assert.match(contacts.text, /canary-contact/)
  assert.match((await owner.request('/rest/v1/calendars?select=name')).text, /canary-disabled-name/)
})

test(`${QUESTIONS} random questions of outsiders bring back none of it`, async (t) => {
  const random = mulberry32(SEED)
  const statuses = new Map<number, number>()
  let shown = 0
  for (let asked = 0; asked < QUESTIONS; asked += 12) {
    const batch = Array.from({ length: 12 }, () => ({ who: pick(random, outsiders), path: question(random) }))
    const answers = await Promise.all(batch.map(async ({ who, path }) => ({ who, path, ...(await who.request(path)) })))
    for (const { who, path, status, text, headers } of answers) {
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status === 200 && text.length > 2) shown++
      assert.ok(status < 500, `${who.name}: ${path} ${status} ${text}`)
      const told = `${text}${headers.get('location') ?? ''}`
      for (const [what, canary] of Object.entries(canaries))
        assert.ok(!told.includes(canary), `${what} to ${who.name}: ${path}\n${text.slice(0, 300)}`)
    }
  }
  t.diagnostic(
    `seed ${SEED}: ${[...statuses].map(([status, count]) => `${status}×${count}`).join(', ')}, ${shown} with rows`,
  )
  assert.ok(shown > QUESTIONS / 20, 'the questions are good ones: many show rows')
})

test('no canary is in the log', () => {
  const log = fixture.logged.join('')
  assert.ok(fixture.logged.length >= QUESTIONS)
  for (const word of ['canary-contact', 'canary-pending', '$argon2', canaries['invite code'] as string, owner.email])
    assert.ok(!log.includes(word), word)
})

type Random = () => number
const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T

function question(random: Random): string {
  const table = pick(random, [...names.keys(), 'calendars', 'events', 'calendar_members'])
  if (random() < 0.1) return call(random)
  const parts = [`select=${selection(random, table, 0)}`]
  for (let i = Math.floor(random() * 3); i > 0; i--) parts.push(filter(random, table))
  if (random() < 0.2) parts.push(`or=(${condition(random, table)},${condition(random, table)})`)
  if (random() < 0.3)
    parts.push(`order=${pick(random, columnsOf(table))}.${pick(random, ['asc', 'desc', 'desc.nullslast'])}`)
  if (random() < 0.2) parts.push('limit=5')
  return `/rest/v1/${table}?${parts.join('&')}`
}

function selection(random: Random, table: string, depth: number): string {
  const own = [pick(random, publicColumns[table] ?? columnsOf(table)), pick(random, columnsOf(table))].slice(
    random() < 0.6 ? 0 : 1,
  )
  const items = random() < 0.1 ? ['*'] : random() < 0.5 ? own.slice(0, 1) : own
  if (random() < 0.1) items.push('count()')
  if (random() < 0.1) items.push(`${pick(random, columnsOf(table))}.max()`)
  if (depth < 2 && random() < 0.4) {
    const embed = pick(random, neighbours.get(table) ?? [...names.keys()])
    const kind = pick(random, ['', '', '!inner', '!left'])
    items.push(`${pick(random, ['', '', '...', 'x:'])}${embed}${kind}(${selection(random, embed, depth + 1)})`)
  }
  return items.join(',')
}

/** An error may quote its query, so no query contains the whole word. */
const values = ['null', 'true', 'guess', '*anar*', 'c*y-*', '1', '00000000-0000-4000-8000-000000000000', '2031-01-01']
const operators = ['eq', 'neq', 'gt', 'lt', 'like', 'ilike', 'is', 'not.is', 'in', 'cs', 'isdistinct', 'fts', 'not.eq']

function operation(random: Random): string {
  const operator = pick(random, operators)
  const value = operator.endsWith('is') ? pick(random, ['null', 'true', 'not_null']) : pick(random, values)
  return `${operator}.${operator === 'in' ? `(${value})` : value}`
}
const condition = (random: Random, table: string) => `${pick(random, columnsOf(table))}.${operation(random)}`
const filter = (random: Random, table: string) => `${pick(random, columnsOf(table))}=${operation(random)}`
const columnsOf = (table: string) => names.get(table) as string[]

function call(random: Random): string {
  const calls = [
    ...['invite_code', 'email_count', 'mail_count', 'phone_count', 'user_role', 'member_count', 'event_count'].map(
      (name) => `${name}?calendar=${madeUp.calendar}`,
    ),
    `display_name?member=${madeUp.member}`,
    'get_my_calendars',
    'get_my_upcoming',
    'get_next_mailings',
    `get_waiting_events?p_calendar_id=${calendarId}`,
    `get_calendar_contact_count?p_calendar_id=${calendarId}`,
    `is_calendar_on_trial?p_calendar_id=${calendarId}`,
    `calendar_mailings?p_calendar_id=${calendarId}`,
    `contact_outcomes?p_calendar_id=${calendarId}`,
    `calendar_activity?p_calendar_id=${calendarId}`,
    `public_member_count?p_calendar_id=${calendarId}`,
    'search_calendars?p_query=canary',
    `next_events?p_calendars={${calendarId}}`,
    'search_calendars?p_query=a&select=*',
    `search_calendars?select=name,description&order=name&limit=3`,
  ]
  return `/rest/v1/rpc/${pick(random, calls)}`
}

/** Public values, so that some queries return rows. */
const publicColumns: Record<string, string[]> = {
  calendars: ['id', 'name', 'description', 'city'],
  events: ['id', 'title', 'category', 'calendar_id'],
  calendar_members: ['calendar_id'],
}

/** A fixed seed: the same queries in every run. */
function mulberry32(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Tables of the data API with their columns and computed fields, and which can be embedded in which. */
const columns = `
  select c.relname as table, array_agg(a.attname::text) || array(
    select p.proname::text from pg_proc p where p.pronargs = 1 and p.proargtypes[0] = c.reltype
  ) as list
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
  group by c.oid, c.relname, c.reltype order by c.relname`
const relations = `
  select a.relname as table, array_agg(distinct b.relname::text) as list
  from pg_constraint f
  join pg_class a on a.oid in (f.conrelid, f.confrelid) and a.relnamespace = 'public'::regnamespace
  join pg_class b on b.oid in (f.conrelid, f.confrelid) and b.oid <> a.oid and b.relnamespace = 'public'::regnamespace
  where f.contype = 'f' group by a.relname order by a.relname`

const plant = `
  with pending as (
    insert into public.pending_contact_confirmations (calendar_id, email, token_hash)
    values ($1, 'canary-pending@example.org', sha256('canary'))
  ), gone as (
    insert into public.opt_outs (calendar_id, email) values ($1, 'canary-opt-out@example.org')
  ), bounced as (
    insert into public.suppressions (channel, address, reason, detail) values ('email', 'canary-bounce@example.org', 'bounce', 'canary')
  ), mailing as (
    insert into public.mailings (calendar_id, day) values ($1, current_date) returning id
  ), sent as (
    insert into public.deliveries (mailing_id, calendar_id, channel, address, last_error)
    select id, $1, 'email', 'canary-delivery@example.org', 'canary' from mailing
  )
  update public.calendars set external_calendar_url = 'https://example.org/canary', sendgrid_template_id = 'canary-template'
  where id = $1`
