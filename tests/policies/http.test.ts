// Tests the same matrix over HTTP, as a hostile client with our public key would. Only the schema public is served.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Rest } from '#server/rest/rest.ts'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { attemptOverHttp, openRest } from './attempt-http.ts'
import { matrix, tablesOfMatrix } from './matrix.ts'
import { accountOf, id, type Person, people, scopeOf } from './people.ts'
import { seedDatabase } from './seed.ts'

let database: TestDatabase
let rest: Rest
before(async () => {
  database = await testDatabase()
  rest = openRest(database.pool)
})
after(async () => {
  await rest.close()
  await database.close()
})

for (const table of tablesOfMatrix.filter((name) => !name.includes('.'))) {
  test(`${table}: each person may do over HTTP what the matrix says`, async () => {
    await seedDatabase(database.pool)
    const said: string[] = []
    for (const expectation of matrix.filter((one) => one.table === table)) {
      const { person, verb, target } = expectation
      const outcome = await attemptOverHttp(rest, database.pool, expectation)
      if (outcome !== expectation.outcome) {
        said.push(`${person} ${verb} ${target}: expected ${expectation.outcome}, got ${outcome}`)
      }
      if (verb !== 'select' && outcome === 'yes') await seedDatabase(database.pool)
    }
    assert.deepEqual(said, [])
  })
}

test('no client reaches a table of another schema over HTTP', async () => {
  for (const person of people) {
    for (const name of tablesOfMatrix.filter((name) => name.includes('.'))) {
      const [schema, table] = name.split('.') as [string, string]
      const plain = await rest.handle(new Request(`http://town.example/${table}`), scopeOf(person))
      assert.equal(plain.status, 404, `${person} asks for ${table}`)
      const headers = { 'accept-profile': schema }
      const named = await rest.handle(new Request(`http://town.example/${table}`, { headers }), scopeOf(person))
      assert.equal(named.status, 406, `${person} asks for ${name}`)
    }
  }
})

test('a guest can count the members of a public calendar but learns nothing else of them', async () => {
  await seedDatabase(database.pool)
  const queryAs = (method: string, calendar: string) => {
    const url = `http://town.example/calendar_members?select=*&calendar_id=eq.${id(calendar)}`
    return rest.handle(new Request(url, { method, headers: { prefer: 'count=exact' } }), scopeOf('guest'))
  }
  const counted = await queryAs('HEAD', 'town')
  assert.equal(counted.status, 200)
  assert.equal(counted.headers.get('content-range'), '0-4/5')
  assert.equal((await queryAs('HEAD', 'mill')).headers.get('content-range'), '*/0')
  const listed = await queryAs('GET', 'town')
  assert.deepEqual(await listed.json(), Array(5).fill({ calendar_id: id('town') }))
})

test('requests of a guest for the public page and the locate list return public columns', async () => {
  await seedDatabase(database.pool)
  const get = async (path: string) => {
    const response = await rest.handle(new Request(`http://town.example/${path}`), scopeOf('guest'))
    assert.equal(response.status, 200, path)
    return (await response.json()) as Record<string, unknown>[]
  }
  const page = await get(
    `calendars?select=id,name,description,identifier,allow_guest_users,admin_email&id=eq.${id('town')}&disabled=eq.false`,
  )
  assert.deepEqual(
    page.map(({ name }) => name),
    ['town'],
  )
  const list = await get(
    'calendars?select=id,name,description,city,state,identifier&allow_guest_users=eq.true&disabled=eq.false&order=state,city,name',
  )
  assert.deepEqual(
    list.map(({ name }) => name),
    ['garden', 'harbour', 'town'],
  )
  assert.equal((await get(`calendars?select=name&id=eq.${id('mill')}`)).length, 0)
})

test('a member opens a calendar, an admin with its invite code; a stranger gets an empty list', async () => {
  await seedDatabase(database.pool)
  const open = async (person: Person) => {
    const url = `http://town.example/calendar_members?select=role,calendars(id,name,description,owner_id,invite_code)&calendar_id=eq.${id('town')}&user_id=eq.${accountOf(person)}`
    const response = await rest.handle(new Request(url), scopeOf(person))
    assert.equal(response.status, 200)
    return (await response.json()) as { role: string; calendars: Record<string, unknown> }[]
  }
  const [row] = await open('member')
  assert.equal(row?.role, 'member')
  assert.equal(row?.calendars.owner_id, id('owner'))
  assert.equal(row?.calendars.invite_code, null)
  assert.match(String((await open('admin'))[0]?.calendars.invite_code), /^[\w-]{24}$/)
  assert.deepEqual(await open('stranger'), [])
})

test('column grants hold over HTTP: a column that may not be assigned is refused and unchanged', async () => {
  await seedDatabase(database.pool)
  const attacks: [Person, string, Record<string, unknown>][] = [
    ['trialOwner', `profiles?user_id=eq.${id('trialOwner')}`, { trial: false }],
    ['owner', `calendars?id=eq.${id('town')}`, { owner_id: id('member') }],
    ['owner', `calendars?id=eq.${id('town')}`, { disabled: true }],
    ['owner', `calendars?id=eq.${id('town')}`, { identifier: 1 }],
    ['owner', `calendars?id=eq.${id('town')}`, { invite_code: 'mine' }],
    ['owner', `calendars?id=eq.${id('town')}`, { name: 'New', version: 99 }],
    ['admin', `events?id=eq.${id('event of owner in town')}`, { calendar_id: id('harbour') }],
    ['admin', `events?id=eq.${id('event of owner in town')}`, { created_by: id('admin') }],
  ]
  const state = async () =>
    (
      await database.pool.query(
        'select (select json_agg(p order by user_id) from profiles p) as people, (select json_agg(c order by id) from calendars c) as calendars, (select json_agg(e order by id) from events e) as events',
      )
    ).rows
  const before = await state()
  for (const [person, path, body] of attacks) {
    const headers = { 'content-type': 'application/json' }
    const request = new Request(`http://town.example/${path}`, { method: 'PATCH', headers, body: JSON.stringify(body) })
    const { status } = await rest.handle(request, scopeOf(person))
    assert.ok(status >= 400 && status < 500, `${person} ${path} ${JSON.stringify(body)}: ${status}`)
  }
  assert.deepEqual(await state(), before)
})
