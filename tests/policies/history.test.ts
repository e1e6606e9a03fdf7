import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type HistoryEntry, historyKinds, historySentence } from '#domain/history.ts'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { id, type Person } from './people.ts'
import { type QueryAs, queryRunner, refused } from './query-as.ts'
import { seedDatabase } from './seed.ts'

let database: TestDatabase
let queryAs: QueryAs
before(async () => {
  database = await testDatabase()
  queryAs = queryRunner(database.pool)
})
beforeEach(() => seedDatabase(database.pool))
after(() => database.close())

type Page = { kind?: string | null; before?: number | null; limit?: number | null }

async function history(person: Person, calendar = 'town', page: Page = {}): Promise<HistoryEntry[]> {
  const { kind = null, before = null, limit = null } = page
  const rows = await queryAs(person, 'select * from public.get_history($1, $2, $3, $4)', [
    id(calendar),
    kind,
    before,
    limit,
  ])
  return rows.map((row) => ({ ...row, id: Number(row.id) })) as unknown as HistoryEntry[]
}

test('admins read who did what, with the names of rows that still exist', async () => {
  await database.pool.query('truncate public.audit_logs')
  const event = id('event of member in town')
  await queryAs('owner', "update public.calendars set name = 'Old Town' where id = $1", [id('town')])
  await queryAs('owner', "update public.calendar_members set role = 'admin' where user_id = $1", [id('member')])
  await queryAs(
    'admin',
    "insert into public.calendar_contacts (calendar_id, contact_type, contact_value) values ($1, 'email', 'new@example.org')",
    [id('town')],
  )
  await queryAs('admin', 'delete from public.calendar_contacts where id = $1', [id('contact of town')])
  await queryAs('member', "update public.events set title = 'Potluck' where id = $1", [event])
  await queryAs('owner', 'delete from public.events where id = $1', [event])
  await queryAs('unconfirmed', 'delete from public.calendar_members where user_id = $1', [id('unconfirmed')])
  await queryAs('service', 'delete from auth.users where id = $1', [id('admin')])
  const sentences = (await history('owner')).map(historySentence)
  assert.deepEqual(sentences, [
    'Townbell turned off a webhook, because the person who added it is no longer an admin.',
    'Someone removed someone.',
    'unconfirmed left.',
    'owner deleted “Potluck”.',
    'member changed the title of “Potluck”.',
    'Someone removed an email address from the recipients.',
    'Someone added new@example.org to the recipients.',
    'owner made member an admin.',
    'owner changed the name.',
  ])
})

test('the history says pause and resume apart, who unsubscribed and came back, and where people are checked in', async () => {
  const { pool } = database
  await pool.query('truncate public.audit_logs')
  await queryAs('owner', 'select public.pause_sending($1, true)', [id('town')])
  await queryAs('owner', 'select public.pause_sending($1, false)', [id('town')])
  const { rows } = await pool.query(
    "select normalised as email from public.calendar_contacts where calendar_id = $1 and contact_type = 'email' order by email limit 1",
    [id('town')],
  )
  const { email } = rows[0]
  for (const [address, source] of [
    [email, 'link'],
    ['by-membership@example.org', 'one_click'],
    ['gone@example.org', 'left'],
  ])
    await pool.query('insert into public.opt_outs (calendar_id, email, source) values ($1, $2, $3)', [
      id('town'),
      address,
      source,
    ])
  await pool.query('delete from public.opt_outs where email = $1', [email])
  const event = id('event of member in town')
  await pool.query('insert into public.event_rsvps (event_id, calendar_id) values ($1, $2) on conflict do nothing', [
    event,
    id('town'),
  ])
  for (const name of ['Ann', 'Bob']) {
    const answer = await pool.query(
      `insert into public.rsvp_answers (event_id, calendar_id, email, name, answer, confirmed_at)
       values ($1, $2, $3, $4, 'going', now()) returning id`,
      [event, id('town'), `${name}@example.org`.toLowerCase(), name],
    )
    await queryAs('admin', 'select public.check_in_rsvp($1)', [answer.rows[0].id])
  }
  const [checkedIn, ...lines] = (await history('owner')).map(historySentence)
  assert.match(checkedIn ?? '', /^admin started to check people in at “.+”\.$/)
  assert.deepEqual(lines, [
    `${email} subscribed again.`,
    'Someone unsubscribed.',
    `${email} unsubscribed.`,
    'owner resumed sending.',
    'owner paused sending.',
  ])
  const seenByMember = await history('member')
  assert.deepEqual(seenByMember, [])
})

test('members, strangers, admins of other calendars and guests cannot read the history', async () => {
  assert.ok((await history('owner')).length > 3 && (await history('admin')).length > 3)
  for (const person of ['stranger', 'unconfirmed', 'member', 'trialOwner', 'otherAdmin', 'service'] as const) {
    if (person === 'service') await refused(history(person), '42501')
    else assert.deepEqual(await history(person), [], person)
  }
  await refused(history('guest'), '42501')
  // Other admins read their own history, without entries of the calendar `town`.
  const others = await history('otherAdmin', 'harbour')
  assert.ok(others.length > 3)
  assert.ok(others.every(({ subject }) => !subject?.includes('town')))
})

test('an entry about a row that now belongs to another calendar does not name it', async () => {
  const [contact] = await queryAs('service', 'select id from public.calendar_contacts where calendar_id = $1', [
    id('harbour'),
  ])
  for (const [type, entity] of [
    ['contact', contact?.id],
    ['event', id('event of otherAdmin in harbour')],
    ['event', id('deleted event of harbour')],
  ]) {
    await queryAs(
      'service',
      "insert into public.audit_logs (calendar_id, entity_type, entity_id, action) values ($1, $2, $3, 'update')",
      [id('town'), type, entity],
    )
    const [entry] = await history('owner')
    assert.deepEqual([entry?.entity_type, entry?.subject], [type, null])
  }
})

test('pages of the history have no gaps or repeats, even when entries are added meanwhile', async () => {
  for (let i = 0; i < 12; i++)
    await queryAs('owner', 'update public.calendars set name = $2 where id = $1', [id('town'), `Town ${i}`])
  const whole = (await history('owner', 'town', { limit: 100 })).map((entry) => entry.id)
  assert.ok(whole.length > 15)
  const read: number[] = []
  for (let left = true; left; ) {
    const page = await history('owner', 'town', { before: read.at(-1) ?? null, limit: 5 })
    assert.ok(page.length <= 5)
    read.push(...page.map((entry) => entry.id))
    left = page.length > 0
    await queryAs('owner', 'update public.calendars set name = $2 where id = $1', [id('town'), `Later ${read.length}`])
  }
  assert.deepEqual(read, whole)
  assert.equal((await history('owner', 'town', { limit: -5 })).length, 1)
  assert.ok((await history('owner', 'town', { limit: 100_000 })).length <= 100)
})

const broader: Record<string, string> = { series: 'event', invitation: 'membership' }

test('the history can be filtered by kind, and the screen has the kinds of the log', async () => {
  const all = await history('owner', 'town', { limit: 100 })
  for (const kind of historyKinds) {
    const entries = await history('owner', 'town', { kind, limit: 100 })
    assert.deepEqual(
      entries,
      all.filter(({ entity_type: type }) => (broader[type] ?? type) === kind),
    )
    assert.ok(entries.length > 0, kind)
  }
  assert.deepEqual(await history('owner', 'town', { kind: "' or true --" }), [])
})

test('the history returns only what its sentences show', async () => {
  const [entry] = await history('owner')
  assert.deepEqual(Object.keys(entry!).sort(), [
    'action',
    'actor',
    'created_at',
    'details',
    'entity_type',
    'id',
    'is_self',
    'subject',
  ])
  const details = new Set((await history('owner', 'town', { limit: 100 })).flatMap((one) => Object.keys(one.details)))
  for (const key of details) assert.ok(['changed', 'role', 'contact_type', 'source', 'self_removal'].includes(key), key)
})
