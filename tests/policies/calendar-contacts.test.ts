import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { CONTACT_TAGS_MAX, TAG_MAX } from '#domain/limits.ts'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { id } from './people.ts'
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

const add =
  'insert into public.calendar_contacts (calendar_id, contact_type, contact_value, created_by) values ($1, $2, $3, $4) returning *'
const countOf = async (calendar: string) =>
  (await queryAs('service', 'select from public.calendar_contacts where calendar_id = $1', [id(calendar)])).length

test('a contact is stored trimmed and compared in a normalized form', async () => {
  const [email] = await queryAs('admin', add, [id('town'), 'email', '  Bob@Example.ORG ', id('admin')])
  assert.equal(email?.contact_value, 'Bob@Example.ORG')
  assert.equal(email?.normalised, 'bob@example.org')
  assert.equal(email?.source, 'manager')
  for (const again of ['bob@example.org', 'BOB@EXAMPLE.ORG', ' bob@example.org\t']) {
    await refused(queryAs('owner', add, [id('town'), 'email', again, id('owner')]), '23505')
  }
  const [phone] = await queryAs('admin', add, [id('town'), 'phone', '(512) 555-0123', id('admin')])
  assert.equal(phone?.normalised, '+15125550123')
  for (const again of ['+15125550123', '15125550123', '512.555.0123']) {
    await refused(queryAs('owner', add, [id('town'), 'phone', again, id('owner')]), '23505')
  }
  assert.equal(await countOf('town'), 3)
})

test('the person who adds a contact is recorded, whatever the client sends', async () => {
  const [contact] = await queryAs('admin', add, [id('town'), 'email', 'bob@example.org', id('owner')])
  assert.equal(contact?.created_by, id('admin'))
})

test('an invalid email address or phone number is refused', async () => {
  const bad = [
    ['email', 'a@b'],
    ['email', ''],
    ['email', null],
    ['email', 'a@x.org,b@x.org'],
    ['email', 'Name <a@x.org>'],
    ['email', 'ü@x.org'],
    ['email', 'a@x.org b@x.org'],
    ['email', 'a@x.org\r\nBcc: b@x.org'],
    ['email', `a@${'x'.repeat(260)}.org`],
    ['email', '+15125550123'],
    ['phone', '0123'],
    ['phone', '+1234567890123456'],
    ['phone', '٠١٢٣٤٥٦٧٨٩'],
    ['phone', 'ann@example.org'],
    ['fax', '+15125550123'],
    [null, 'ann@example.org'],
  ]
  for (const [type, value] of bad) {
    await assert.rejects(
      queryAs('admin', add, [id('town'), type, value, id('admin')]),
      (error: { code: string }) => ['23514', '23502'].includes(error.code),
      `${type} ${value}`,
    )
  }
  assert.equal(await countOf('town'), 1)
})

test('an admin or an import cannot add somebody who opted out, and strangers do not learn of the opt-out', async () => {
  const said = 'This person has unsubscribed from this calendar. Only they can subscribe again.'
  await refused(queryAs('admin', add, [id('town'), 'email', ' Gone@town.example', id('admin')]), 'TB008', said)
  await refused(queryAs('service', add, [id('town'), 'email', 'gone@town.example', null]), 'TB008')
  for (const person of ['stranger', 'member', 'otherAdmin', 'guest'] as const) {
    await refused(queryAs(person, add, [id('town'), 'email', 'gone@town.example', null]), '42501')
  }
  // The opt-out is for that calendar only.
  assert.equal((await queryAs('otherAdmin', add, [id('harbour'), 'email', 'gone@town.example', null])).length, 1)
})

async function fill(calendar: string, upTo: number): Promise<void> {
  await queryAs(
    'service',
    "insert into public.calendar_contacts (calendar_id, contact_type, contact_value) select $1, 'email', 'n' || n || '@example.org' from generate_series($2 + 1, $3::int) n",
    [id(calendar), await countOf(calendar), upTo],
  )
}

test('on trial the eleventh contact is refused, and a duplicate is still reported as a duplicate', async () => {
  await fill('garden', 10)
  const limit =
    'Trial users can only add up to 10 contacts per calendar. Please upgrade your plan to add more contacts.'
  await refused(queryAs('trialOwner', add, [id('garden'), 'email', 'eleventh@example.org', null]), 'TB002', limit)
  await refused(queryAs('service', add, [id('garden'), 'phone', '+15125550123', null]), 'TB002', limit)
  await refused(queryAs('trialOwner', add, [id('garden'), 'email', 'N5@example.org', null]), '23505')
  await refused(queryAs('stranger', add, [id('garden'), 'email', 'eleventh@example.org', null]), '42501')
  assert.equal(await countOf('garden'), 10)
})

test('the trial limit depends on the owner, not on the person who adds a contact', async () => {
  await fill('town', 10)
  await queryAs('service', 'update public.profiles set trial = true where user_id = $1', [id('admin')])
  assert.equal((await queryAs('admin', add, [id('town'), 'email', 'eleventh@example.org', null])).length, 1)
  await queryAs('service', 'update public.profiles set trial = false where user_id = $1', [id('admin')])
  await queryAs('service', 'delete from public.profiles where user_id = $1', [id('owner')])
  await refused(queryAs('admin', add, [id('town'), 'email', 'twelfth@example.org', null]), 'TB002')
})

test('admins can ask whether the limit holds, and the owner decides; others learn nothing', async () => {
  const ask = 'select public.is_calendar_on_trial($1) as trial'
  for (const trial of [true, false]) {
    await queryAs('service', 'update public.profiles set trial = $2 where user_id = $1', [id('owner'), trial])
    await queryAs('service', 'update public.profiles set trial = $2 where user_id = $1', [id('admin'), !trial])
    for (const person of signedInPeople) {
      const mayAsk = person === 'admin' || person === 'owner'
      assert.deepEqual(await queryAs(person, ask, [id('town')]), [{ trial: mayAsk ? trial : null }], person)
    }
  }
  await refused(queryAs('guest', ask, [id('town')]), '42501')
})

test('on trial twelve contacts in one insert are refused together', async () => {
  const many =
    "insert into public.calendar_contacts (calendar_id, contact_type, contact_value) select $1, 'email', 'n' || n || '@example.org' from generate_series(1, 12) n"
  const before = await countOf('garden')
  await refused(queryAs('trialOwner', many, [id('garden')]), 'TB002')
  assert.equal(await countOf('garden'), before)
})

test('members can count the contacts, others cannot', async () => {
  const count = 'select public.get_calendar_contact_count($1)::int as count'
  for (const person of signedInPeople) {
    const isMember = ['unconfirmed', 'member', 'admin', 'owner'].includes(person)
    assert.deepEqual(await queryAs(person, count, [id('town')]), [{ count: isMember ? 1 : 0 }], person)
  }
  await refused(queryAs('guest', count, [id('town')]), '42501')
})

test('admins name their contacts, no one else does, and a name is stored trimmed or not at all', async () => {
  const rename = 'update public.calendar_contacts set name = $2 where calendar_id = $1 returning name'
  assert.deepEqual(await queryAs('admin', rename, [id('town'), '  Ann Stone\t']), [{ name: 'Ann Stone' }])
  for (const person of signedInPeople) {
    const isAdmin = person === 'admin' || person === 'owner'
    const expected = isAdmin ? [{ name: `by ${person}` }] : []
    assert.deepEqual(await queryAs(person, rename, [id('town'), `by ${person}`]), expected, person)
  }
  await refused(queryAs('guest', rename, [id('town'), 'Guest']), '42501')
  assert.deepEqual(await queryAs('owner', rename, [id('town'), ' \u200b ']), [{ name: null }])
  for (const bad of ['two\nlines', 'x'.repeat(101), 'turned \u202e round'])
    await refused(queryAs('owner', rename, [id('town'), bad]), '23514')
  // An admin who was removed can no longer read or change it.
  await queryAs('service', 'delete from public.calendar_members where user_id = $1', [id('admin')])
  assert.deepEqual(await queryAs('admin', rename, [id('town'), 'Again']), [])
  assert.deepEqual(await queryAs('admin', find, [id('town'), '', null, 'added']), [])
})

const find = 'select * from public.find_contacts($1, $2, $3, null, $4)'
const counts = 'select state, contact_type, contacts::int from public.count_contacts($1) order by 1, 2'

/** One contact in each state and for each reason, oldest first. */
async function fillStates(): Promise<void> {
  const { pool } = database
  await pool.query('delete from public.calendar_contacts where calendar_id = $1', [id('town')])
  const contacts = [
    ['email', 'ann@town.example', 'Ann Stone', 'follow', true],
    ['email', 'Bo@Town.example', null, 'manager', false],
    ['phone', '(512) 555-0103', 'Cy', 'import', false],
    ['phone', '+15125550104', null, 'follow', true],
    ['email', 'dee_d@town.example', 'Dee', 'import', false],
    ['email', 'out@town.example', 'Annabel', 'manager', false],
    ['email', 'spam@town.example', 'ann', 'manager', false],
    ['phone', '+15125550108', null, 'import', false],
    ['phone', '+15125550109', null, 'import', false],
  ]
  for (const [n, [kind, address, name, source, confirmed]] of contacts.entries())
    await pool.query(
      `insert into public.calendar_contacts (id, calendar_id, contact_type, contact_value, name, source, confirmed_at, created_at)
       values ($1, $2, $3, $4, $5, $6, case when $7 then now() end, timestamptz '2026-01-01' + $8 * interval '1 hour')`,
      [id(`contact ${n}`), id('town'), kind, address, name, source, confirmed, n],
    )
  await pool.query(
    `insert into public.opt_outs (calendar_id, email, source) values ($1, 'out@town.example', 'left')
     on conflict do nothing`,
    [id('town')],
  )
  await pool.query(`insert into public.opt_outs (calendar_id, email) values ($1, 'ann@town.example')`, [id('harbour')])
  await pool.query(`select private.suppress('email', 'dee_d@town.example', 'bounce', '550 no such user', now())`)
  await pool.query(`select private.suppress('email', 'spam@town.example', 'complaint', 'abuse', now())`)
  await pool.query(`select private.suppress('sms', '+15125550108', 'stop', null, now())`)
  await pool.query(`insert into private.phone_confirmations (contact_id, phone) values ($1, '+15125550109')`, [
    id('contact 8'),
  ])
}

const found = async (search: string, state: string | null = null, sort = 'added') =>
  (await queryAs('admin', find, [id('town'), search, state, sort])).map(({ contact_value }) => contact_value)

test('admins see each contact with its state and reason; who complained stays private', async () => {
  await fillStates()
  const states = (await queryAs('admin', find, [id('town'), '', null, 'added'])).map(
    ({ contact_value, state, reason }) => `${contact_value}: ${state} ${reason}`,
  )
  assert.deepEqual(states, [
    'ann@town.example: confirmed null',
    'Bo@Town.example: added null',
    '(512) 555-0103: waiting not_asked',
    '+15125550104: confirmed null',
    'dee_d@town.example: bounced 550 no such user',
    'out@town.example: unsubscribed left',
    'spam@town.example: suppressed null',
    '+15125550108: suppressed stop',
    '+15125550109: waiting asked',
  ])
  await database.pool.query(
    `update private.phone_confirmations set created_at = now() - interval '5 days', expires_at = now() - interval '2 days'`,
  )
  const [last] = await queryAs('admin', find, [id('town'), '0109', null, 'added'])
  assert.equal(last?.reason, 'expired')
  assert.deepEqual(await queryAs('owner', counts, [id('town')]), [
    { state: 'added', contact_type: 'email', contacts: 1 },
    { state: 'bounced', contact_type: 'email', contacts: 1 },
    { state: 'confirmed', contact_type: 'email', contacts: 1 },
    { state: 'confirmed', contact_type: 'phone', contacts: 1 },
    { state: 'suppressed', contact_type: 'email', contacts: 1 },
    { state: 'suppressed', contact_type: 'phone', contacts: 1 },
    { state: 'unsubscribed', contact_type: 'email', contacts: 1 },
    { state: 'waiting', contact_type: 'phone', contacts: 2 },
  ])
  // Who unsubscribed is not counted among those who get mail.
  const counted =
    'select public.email_count(c)::int as one, (select email_count::int from public.get_my_calendars() m where m.id = c.id) as dashboard from public.calendars c where id = $1'
  for (const person of ['member', 'admin'] as const)
    assert.deepEqual(await queryAs(person, counted, [id('town')]), [{ one: 4, dashboard: 4 }], person)
  assert.deepEqual(await queryAs('otherAdmin', counted, [id('town')]), [])
})

test('no one but admins lists, searches or counts the contacts of a calendar', async () => {
  for (const person of signedInPeople) {
    const isAdmin = person === 'admin' || person === 'owner'
    assert.equal((await queryAs(person, find, [id('town'), '', null, 'added'])).length, isAdmin ? 1 : 0, person)
    assert.equal((await queryAs(person, find, [id('town'), 'ann', 'added', 'id'])).length, isAdmin ? 1 : 0, person)
    assert.equal((await queryAs(person, counts, [id('town')])).length, isAdmin ? 1 : 0, person)
  }
  await refused(queryAs('guest', find, [id('town'), '', null, 'added']), '42501')
  await refused(queryAs('guest', counts, [id('town')]), '42501')
})

test('a search finds every word in name or address, a number however it is written, and no pattern', async () => {
  await fillStates()
  assert.deepEqual(await found('ANN'), ['spam@town.example', 'ann@town.example', 'out@town.example'])
  assert.deepEqual(await found(' stone  town '), ['ann@town.example'])
  assert.deepEqual(await found('bo@town.example'), ['Bo@Town.example'])
  for (const number of ['+1 512-555-0103', '(512) 555-0103', '5125550103', '555 0103'])
    assert.deepEqual(await found(number), ['(512) 555-0103'], number)
  assert.deepEqual(await found('dee_d'), ['dee_d@town.example'])
  for (const pattern of ['%', '_____', 'd%d', '\\', '%'.repeat(10_000)])
    assert.deepEqual(await found(pattern), [], pattern)
  assert.deepEqual(await found('town', 'bounced'), ['dee_d@town.example'])
  assert.deepEqual(await found('', 'nonsense'), [])
  assert.deepEqual(await found('', 'confirmed', 'newest'), ['+15125550104', 'ann@town.example'])
  assert.deepEqual((await found('', null, 'name')).slice(0, 6), [
    'spam@town.example',
    'ann@town.example',
    'out@town.example',
    '(512) 555-0103',
    'dee_d@town.example',
    '+15125550104',
  ])
})

test('pages follow one another without gaps, each with the number of all, and a page has at most a thousand', async () => {
  await database.pool.query(
    `insert into public.calendar_contacts (calendar_id, contact_type, contact_value, source)
     select $1, 'email', 'n' || n || '@town.example', 'import' from generate_series(1, 1203) n`,
    [id('town')],
  )
  const page = 'select id, found::int from public.find_contacts($1, $2, null, null, $3, $4, $5, $6)'
  for (const sort of ['added', 'newest', 'name', 'nonsense']) {
    const seen = new Set<unknown>()
    for (const offset of [0, 500, 1000]) {
      const rows = await queryAs('admin', page, [id('town'), '', sort, 500, offset, null])
      for (const row of rows) {
        assert.equal(row.found, 1204)
        seen.add(row.id)
      }
    }
    assert.equal(seen.size, 1204, sort)
  }
  const all: unknown[] = []
  for (let after: unknown = null; ; ) {
    const rows = await queryAs('admin', page, [id('town'), '', 'id', 1_000_000, -5, after])
    all.push(...rows.map((row) => row.id))
    if (rows.length < 1000) break
    after = rows.at(-1)?.id
  }
  assert.equal(new Set(all).size, 1204)
  assert.equal(all.length, 1204)
})

const tag = 'select public.tag_contacts($1, $2, $3, $4) as changed'
const tagsOf = async () =>
  Object.fromEntries(
    (
      await queryAs('service', 'select id, tags from public.calendar_contacts where calendar_id = $1', [id('town')])
    ).map(({ id: contact, tags }) => [String(contact), tags]),
  )

test('admins tag and remove many contacts at once, of their own calendar only', async () => {
  await fillStates()
  const [first, second, third] = [id('contact 0'), id('contact 1'), id('contact 2')]
  const foreign = id('contact of harbour')
  assert.deepEqual(
    await queryAs('admin', tag, [id('town'), [first, second, foreign], ['Rabb Road', 'Elm Street', 'Elm Street'], []]),
    [{ changed: 2 }],
  )
  await queryAs('admin', tag, [id('town'), [second, third], ['Captain'], ['Elm Street']])
  // Nothing to add and nothing to remove.
  await queryAs('admin', tag, [id('town'), [first], null, null])
  const tags = await tagsOf()
  assert.deepEqual(
    [tags[first], tags[second], tags[third]],
    [['Elm Street', 'Rabb Road'], ['Captain', 'Rabb Road'], ['Captain']],
  )
  const byTag = async (name: string) =>
    (await queryAs('admin', 'select * from public.find_contacts($1, p_tag => $2)', [id('town'), name])).length
  assert.deepEqual([await byTag('Captain'), await byTag('elm street'), await byTag('')], [2, 0, 6])
  const countTags = 'select tag, contacts::int from public.count_tags($1)'
  for (const person of signedInPeople) {
    const isAdmin = person === 'admin' || person === 'owner'
    const expected = [
      { tag: 'Captain', contacts: 2 },
      { tag: 'Elm Street', contacts: 1 },
      { tag: 'Rabb Road', contacts: 2 },
    ]
    assert.deepEqual(await queryAs(person, countTags, [id('town')]), isAdmin ? expected : [], person)
    if (isAdmin) continue
    assert.deepEqual(await queryAs(person, tag, [id('town'), [first], ['Mine'], []]), [{ changed: 0 }], person)
    const remove = 'select public.remove_contacts($1, $2) as removed'
    assert.deepEqual(await queryAs(person, remove, [id('town'), [first]]), [{ removed: 0 }], person)
  }
  await refused(queryAs('guest', countTags, [id('town')]), '42501')
  await refused(queryAs('guest', tag, [id('town'), [first], ['Mine'], []]), '42501')
  assert.deepEqual(await tagsOf(), tags)

  const remove = 'select public.remove_contacts($1, $2) as removed'
  assert.deepEqual(await queryAs('admin', remove, [id('town'), [first, second, foreign]]), [{ removed: 2 }])
  assert.equal(await countOf('town'), 7)
  assert.equal(await countOf('harbour'), 1)
  for (const [sql, values] of [
    [tag, [id('town'), Array(1001).fill(third), ['x'], []]],
    [remove, [id('town'), Array(1001).fill(third)]],
  ] as const)
    await refused(queryAs('admin', sql, [...values]), '22023')
})

test('a contact has at most twenty tags of forty characters, and no history line for each', async () => {
  await database.pool.query('truncate public.audit_logs')
  const set = 'update public.calendar_contacts set tags = $2 where calendar_id = $1'
  const many = (count: number) => Array.from({ length: count }, (_, n) => `tag ${n}`)
  for (const good of [many(CONTACT_TAGS_MAX), ['é'.repeat(TAG_MAX)], []])
    await queryAs('admin', set, [id('town'), good])
  for (const bad of [
    many(CONTACT_TAGS_MAX + 1),
    ['x'.repeat(TAG_MAX + 1)],
    [''],
    [' x'],
    ['a,b'],
    ['a\nb'],
    ['\u200b'],
    [null],
    [['a'], ['b']],
  ])
    await refused(queryAs('admin', set, [id('town'), bad]), '23514')
  assert.deepEqual(await queryAs('service', 'select from public.audit_logs'), [])
})
