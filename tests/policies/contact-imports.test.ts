import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type pg from 'pg'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { id, type Person } from './people.ts'
import { type QueryAs, queryRunner, refused, signedInPeople } from './query-as.ts'
import { seedDatabase } from './seed.ts'

let database: TestDatabase
let queryAs: QueryAs
before(async () => {
  database = await testDatabase()
  queryAs = queryRunner(database.pool)
})
beforeEach(() => seedDatabase(database.pool))
after(() => database.close())

const email = (contact_value: unknown) => ({ contact_type: 'email', contact_value })
const phone = (contact_value: unknown) => ({ contact_type: 'phone', contact_value })

async function importInto(calendar: string, who: Person, contacts: unknown, { basis = 'asked', dryRun = false } = {}) {
  const values = [id(calendar), JSON.stringify(contacts), basis, dryRun]
  const rows = await queryAs(who, 'select * from public.import_contacts($1, $2, $3, $4) order by line', values)
  return rows.map(({ result }) => result)
}
const contactsOf = (calendar: string) =>
  queryAs('service', 'select * from public.calendar_contacts where calendar_id = $1 order by created_at', [
    id(calendar),
  ])

/** Waits until another transaction is blocked by this client. */
async function waited(holder: pg.PoolClient) {
  const blocked = 'select from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))'
  while ((await holder.query(blocked)).rowCount === 0);
}

test('tags come along, each once and sorted; those that cannot be kept are left out, and their address is added', async () => {
  const tagged = (address: string, tags: unknown) => ({ ...email(address), tags })
  const results = await importInto('town', 'admin', [
    tagged('one@example.org', ['Choir', 'Board', 'Choir']),
    tagged('two@example.org', ['a,b']),
    tagged('three@example.org', ['x'.repeat(41)]),
    tagged(
      'four@example.org',
      Array.from({ length: 21 }, (_, n) => `tag ${n}`),
    ),
    tagged('five@example.org', 'Choir'),
    tagged('six@example.org', [null, {}]),
  ])
  assert.deepEqual(results, Array(6).fill('added'))
  const kept = await queryAs(
    'service',
    `select tags from public.calendar_contacts where contact_value like '%@example.org' and tags <> '{}'`,
  )
  assert.deepEqual(kept, [{ tags: ['Board', 'Choir'] }])
})

test('each row of an import gets its result, and a dry run reports the same and adds no contact', async () => {
  await queryAs('service', 'insert into public.opt_outs (calendar_id, email) values ($1, $2)', [
    id('town'),
    'gone@example.org',
  ])
  await queryAs('admin', 'select * from public.import_contacts($1, $2, $3)', [
    id('town'),
    JSON.stringify([email('here@example.org')]),
    'asked',
  ])
  const list = [
    email(' New@Example.org '),
    phone('(512) 555-0177'),
    email('HERE@example.org'),
    email('new@example.org'),
    email('Gone@example.org'),
    email('no address'),
    phone('12'),
    email(null),
    { contact_type: 'fax', contact_value: '+15125550123' },
    'nonsense',
    7,
    phone('+1234567890123456'),
  ]
  const results = [
    'added',
    'added',
    'duplicate',
    'duplicate',
    'opted_out',
    'invalid',
    'added',
    'invalid',
    'invalid',
    'invalid',
    'invalid',
    'invalid',
  ]
  const before = (await contactsOf('town')).length
  assert.deepEqual(await importInto('town', 'admin', list, { dryRun: true }), results)
  assert.equal((await contactsOf('town')).length, before)
  assert.deepEqual(await importInto('town', 'admin', list, { basis: 'members' }), results)
  const added = (await contactsOf('town')).slice(before)
  assert.equal(added.length, 3)
  for (const contact of added) {
    assert.equal(contact.source, 'import')
    assert.equal(contact.consent_text_version, 'import: members')
    assert.ok(contact.consented_at)
    assert.equal(contact.confirmed_at, null)
  }
  assert.deepEqual(
    await importInto('town', 'owner', list),
    results.map((result) => (result === 'added' ? 'duplicate' : result)),
  )
})

test('a contact may be given as its address alone: by email where it has an @, by text where it has none', async () => {
  const list = [
    ' New@Example.org ',
    '(512) 555-0177',
    '+1 512 555 0177',
    email('NEW@example.org'),
    'no address',
    'nobody@',
    '',
  ]
  const results = ['added', 'added', 'duplicate', 'duplicate', 'invalid', 'invalid', 'invalid']
  assert.deepEqual(await importInto('town', 'admin', list), results)
  const added = (await contactsOf('town')).filter(({ source }) => source === 'import')
  assert.deepEqual(added.map(({ contact_type, contact_value }) => `${contact_type} ${contact_value}`).toSorted(), [
    'email New@Example.org',
    'phone (512) 555-0177',
  ])
})

test('only admins of the calendar import, though the calendar is there', async () => {
  for (const who of signedInPeople.filter((person) => !['admin', 'owner'].includes(person)))
    await refused(importInto('town', who, [email('new@example.org')]), '42501')
  await refused(importInto('town', 'guest', [email('new@example.org')]), '42501')
  assert.deepEqual(await importInto('town', 'admin', [email('new@example.org')]), ['added'])
})

test('an import into a free account stops at 10 contacts and lists those that were skipped', async () => {
  await queryAs('service', 'update public.profiles set trial = true where user_id = $1', [id('owner')])
  const had = (await contactsOf('town')).length
  const list = Array.from({ length: 15 }, (_, i) => email(`n${i}@example.org`))
  const results = await importInto('town', 'admin', [email('no address'), ...list])
  assert.equal(results.filter((result) => result === 'added').length, 10 - had)
  assert.equal(results.filter((result) => result === 'over_limit').length, 5 + had)
  assert.equal((await contactsOf('town')).length, 10)
})

test('two concurrent imports do not fill a free account beyond 10 contacts', async () => {
  await queryAs('service', 'update public.profiles set trial = true where user_id = $1', [id('owner')])
  const list = (name: string) => Array.from({ length: 9 }, (_, i) => email(`${name}${i}@example.org`))
  await Promise.all(['a', 'b', 'c', 'd'].map((name) => importInto('town', 'admin', list(name))))
  assert.equal((await contactsOf('town')).length, 10)
})

test('concurrent imports add an address once, in any order, and report it as a duplicate to the other', async () => {
  const list = Array.from({ length: 300 }, (_, i) => email(`both${i}@example.org`))
  const both = await Promise.all([importInto('town', 'admin', list), importInto('town', 'owner', [...list].reverse())])
  const results = both.flat()
  assert.equal(results.filter((result) => result === 'added').length, 300)
  assert.equal(results.filter((result) => result === 'duplicate').length, 300)
})

test('an import that meets an address which another is adding waits and checks again', async () => {
  const other = await database.pool.connect()
  try {
    await other.query('begin')
    await other.query(
      "insert into public.calendar_contacts (calendar_id, contact_type, contact_value) values ($1, 'email', 'x@example.org')",
      [id('town')],
    )
    const importing = importInto('town', 'admin', [email('x@example.org'), email('y@example.org')])
    await waited(other)
    await other.query('commit')
    assert.deepEqual(await importing, ['duplicate', 'added'])
  } finally {
    other.release()
  }
})

test('an import waits for an uncommitted one of the same calendar only to count contacts', async () => {
  const other = await database.pool.connect()
  try {
    await other.query('begin')
    await other.query('select from public.calendars where id = $1 for no key update', [id('town')])
    assert.deepEqual(await importInto('town', 'admin', [email('x@example.org')]), ['added'])
  } finally {
    await other.query('rollback')
    other.release()
  }
})

test('after 200 imports in a day the next is refused and adds no contact', async () => {
  const full = `insert into private.rate_limits (key, window_start, window_end, taken)
    values ('imports:' || $1, now(), now() + interval '1 day', 199)`
  await database.pool.query(full, [id('owner')])
  assert.deepEqual(await importInto('town', 'admin', [email('x@example.org')]), ['added'])
  await refused(importInto('town', 'admin', [email('y@example.org')]), 'TB013')
  const addresses = (await contactsOf('town')).map(({ contact_value }) => contact_value)
  assert.deepEqual(
    ['x@example.org', 'y@example.org'].map((address) => addresses.includes(address)),
    [true, false],
  )
})

test('an import without a list, with too long a list or without a legal ground is refused', async () => {
  const long = Array.from({ length: 5001 }, (_, i) => email(`n${i}@example.org`))
  for (const list of [{}, 'x', 7, null, [], long]) await refused(importInto('town', 'admin', list), '22023')
  await refused(importInto('town', 'admin', [email('new@example.org')], { basis: 'because' }), '22023')
})

test('ids of an import are in the order of its list and belong to no other import', async () => {
  const list = ['c', 'a', 'b'].map((name) => email(`${name}@example.org`))
  await importInto('town', 'admin', list)
  await importInto('harbour', 'otherAdmin', list)
  const added = await queryAs(
    'service',
    "select id, contact_value from public.calendar_contacts where source = 'import' order by id",
  )
  assert.deepEqual(
    added.map(({ contact_value }) => email(contact_value)),
    [...list, ...list],
  )
  for (const contact of added) assert.match(contact.id as string, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab]/)
  assert.notEqual((added[0]!.id as string).slice(0, -4), (added[3]!.id as string).slice(0, -4))
})

test('the history shows an import in one entry: by whom, how many, and on what ground', async () => {
  const list = [email('one@example.org'), email('two@example.org'), phone('+15125550177'), email('no address')]
  await importInto('town', 'admin', list, { basis: 'members' })
  await importInto('town', 'admin', list)
  await importInto('town', 'admin', [email('three@example.org')], { dryRun: true })
  const rows = await queryAs(
    'service',
    `select actor_user_id, entity_type, entity_id, action, metadata,
       (select count(*)::integer from public.calendar_contacts k
        where k.calendar_id = l.calendar_id and k.created_at = l.created_at and k.created_by is null) as contacts
     from public.audit_logs l where calendar_id = $1 and metadata ->> 'source' = 'import'`,
    [id('town')],
  )
  const details = { source: 'import', basis: 'import: members', emails: 2, phones: 1 }
  const metadata = { calendar_id: id('town'), calendar_name: 'town', ...details }
  const line = {
    actor_user_id: id('admin'),
    entity_type: 'contact',
    entity_id: id('town'),
    action: 'import',
    metadata,
    contacts: 3,
  }
  assert.deepEqual(
    rows,
    [line],
    'found by the moment of its contacts; nothing was added the second time, and by a dry run',
  )
  const [told] = await queryAs('admin', "select action, subject, details from public.get_history($1, 'contact')", [
    id('town'),
  ])
  assert.deepEqual(told, { action: 'import', subject: null, details })
})

test('names are imported with their addresses, and one that cannot be shown is left out', async () => {
  const named = (contact_value: string, name: unknown) => ({ contact_type: 'email', contact_value, name })
  const given = [
    named('ann@new.example', '  Ann Stone '),
    named('bo@new.example', 'x'.repeat(150)),
    named('cy@new.example', 'two\nlines'),
    named('dee@new.example', ' \u200b '),
    named('eve@new.example', 7),
    named('flo@new.example', null),
    'gus@new.example',
  ]
  await queryAs('admin', 'select * from public.import_contacts($1, $2, $3)', [
    id('town'),
    JSON.stringify(given),
    'asked',
  ])
  const names = (await contactsOf('town')).filter(({ contact_value }) => /@new/.test(String(contact_value)))
  assert.deepEqual(
    Object.fromEntries(names.map(({ contact_value, name }) => [String(contact_value).split('@')[0], name])),
    {
      ann: 'Ann Stone',
      bo: 'x'.repeat(100),
      cy: null,
      dee: null,
      eve: '7',
      flo: null,
      gus: null,
    },
  )
})
