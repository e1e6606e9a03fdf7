import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertError, guest, openLibrary } from './library.ts'

const library = openLibrary()
const get = (path: string, headers: Record<string, string> = {}) => library.request(`GET ${path}`, { headers })

describe('the format of the response', () => {
  test('is JSON unless another format is requested', async () => {
    for (const accept of [
      '',
      '*/*',
      'application/json',
      'application/vnd.pgrst.array+json',
      'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8',
      'text/html;q=0.9, application/json;q=0.1',
    ]) {
      const answer = await get('/covers?select=colour&book_id=eq.1', accept ? { accept } : {})
      assert.deepEqual(
        [answer.headers.get('content-type'), answer.text],
        ['application/json; charset=utf-8', '[{"colour":"red"}]'],
        accept,
      )
    }
  })
  test('one object has its own type', async () => {
    const answer = await get('/covers?book_id=eq.1', { accept: 'application/vnd.pgrst.object+json' })
    assert.deepEqual(
      [answer.status, answer.headers.get('content-type'), answer.text],
      [200, 'application/vnd.pgrst.object+json; charset=utf-8', '{"book_id":1,"colour":"red"}'],
    )
  })
  test('CSV has a header, quotes where needed, and distinguishes null from empty', async () => {
    const { data } = await library
      .client()
      .from('books')
      .select('id,title,pages,tags,in_print')
      .in('id', [1, 3])
      .order('id')
      .csv()
    assert.equal(
      data,
      'id,title,pages,tags,in_print\n1,"Bells at noon",100,"{town,bell}",true\n3,"Running, ""fast""",,{},false',
    )
    assert.equal((await get('/books?select=id,"a,b":title&id=eq.99', { accept: 'text/csv' })).text, 'id,"a,b"\n')
    assert.equal(
      (await get('/covers?select=*,books(id)&book_id=eq.1', { accept: 'text/csv' })).text,
      'book_id,colour,books\n1,red,"{""id"":1}"',
    )
    assert.equal((await get('/rpc/evens?up_to=4', { accept: 'text/csv' })).text, 'evens\n2\n4')
  })
  test('CSV that was written can be read back', async () => {
    const { text } = await get('/books?select=title,tags,price&order=id', { accept: 'text/csv' })
    const answer = await library.request('POST /books?select=title,tags,price', {
      body: text,
      headers: { 'content-type': 'text/csv', prefer: 'return=representation' },
    })
    assert.deepEqual(answer.body, (await get('/books?select=title,tags,price&order=id&id=lt.100')).body)
    await library.look('delete from library.books where id > 5')
  })
  test('unsupported formats are refused', async () => {
    for (const accept of [
      'application/xml',
      'application/geo+json',
      'application/vnd.pgrst.plan+json; for="application/json"; options=analyze|verbose;',
      'application/openapi+json',
      'text/csv;q=0',
    ])
      assertError(await get('/books', { accept }), 406, 'PGRST107')
    assert.equal((await library.client().from('books').select().explain()).error!.code, 'PGRST107')
    assert.equal((await library.client().from('books').select().geojson()).error!.code, 'PGRST107')
  })
  test('says which schema it came from', async () => {
    assert.equal((await get('/books?limit=0')).headers.get('content-profile'), 'library')
    assert.equal((await get('/scrolls', { 'accept-profile': 'archive' })).headers.get('content-profile'), 'archive')
    const wrong = await library.request('POST /scrolls', { body: {}, headers: { 'content-profile': 'pg_catalog' } })
    assertError(wrong, 406, 'PGRST106')
    assert.equal(wrong.body.hint, 'Only the following schemas are exposed: library, archive')
    assertError(await get('/pg_class', { 'accept-profile': 'pg_catalog' }), 406, 'PGRST106')
  })
  test('timestamps follow the preferred time zone', async () => {
    const answer = await get('/books?select=added_at&id=eq.1', { prefer: 'timezone=Europe/Berlin' })
    assert.deepEqual(
      [answer.body, answer.headers.get('preference-applied')],
      [[{ added_at: '2025-07-04T14:00:00+02:00' }], 'timezone=Europe/Berlin'],
    )
    assert.deepEqual((await get('/books?select=added_at&id=eq.1', { prefer: 'timezone=Mars/Olympus' })).body, [
      { added_at: '2025-07-04T12:00:00+00:00' },
    ])
  })
})

describe('preferences', () => {
  test('that mean nothing are ignored, or refused when strict', async () => {
    assert.equal((await get('/books', { prefer: 'anything=goes, tx=later' })).status, 200)
    const answer = await get('/books', { prefer: 'handling=strict, anything=goes, count=exact, other' })
    assertError(answer, 400, 'PGRST122')
    assert.equal(answer.body.details, 'Invalid preferences: anything=goes, other')
    assert.equal(
      (await get('/books', { prefer: 'handling=strict, tx=commit, count=exact' })).headers.get('preference-applied'),
      'count=exact, handling=strict',
    )
  })
  test('callers cannot request a rollback', async () => {
    const { error } = await library.client().from('publishers').insert({ id: 70, name: 'not here' }).rollback()
    assert.equal(error?.code, 'PGRST122')
    assert.equal((await library.look('select from library.publishers where id = 70')).length, 0)
  })
  test('max-affected without strict is ignored', async () => {
    const answer = await library.request('PATCH /covers?book_id=gt.0', {
      body: { colour: 'red' },
      headers: { prefer: 'max-affected=1' },
    })
    assert.equal(answer.status, 204)
    await library.look("update library.covers set colour = 'blue' where book_id = 2")
  })
})

describe('the resource', () => {
  test('tells what may be done with it', async () => {
    const allow = async (path: string) => (await library.request(`OPTIONS ${path}`)).headers.get('allow')
    assert.equal(await allow('/books'), 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE')
    assert.equal(await allow('/cheap_books'), 'OPTIONS,GET,HEAD,POST,PATCH,DELETE')
    assert.equal(await allow('/totals'), 'OPTIONS,GET,HEAD')
    assert.equal(await allow('/rpc/add'), 'OPTIONS,GET,HEAD,POST')
    assert.equal(await allow('/rpc/nothing'), 'OPTIONS,POST')
    assert.equal(await allow('/'), 'OPTIONS,GET,HEAD')
    assertError(await library.request('OPTIONS /nothing'), 404, 'PGRST205')
    assertError(await library.request('OPTIONS /rpc/nowhere'), 404, 'PGRST202')
  })
  test('the root answers and names nothing', async () => {
    const answer = await library.request('GET /', { as: guest })
    assert.deepEqual([answer.status, answer.body.paths], [200, {}])
    assert.doesNotMatch(answer.text, /books|staff/)
    assert.equal((await library.client().getOpenApiSpec()).error, null)
    assertError(await library.request('POST /', { body: {} }), 405, 'PGRST117')
  })
  test('that is not there', async () => {
    const answer = await get('/bookz')
    assertError(answer, 404, 'PGRST205')
    assert.deepEqual(
      [answer.body.message, answer.body.hint],
      ["Could not find the table 'library.bookz' in the schema cache", "Perhaps you meant the table 'library.books'"],
    )
    assertError(await get('/books/1'), 404, 'PGRST125')
    assertError(await get('/rpc/add/more'), 404, 'PGRST125')
    assertError(await get('/%ff'), 404, 'PGRST125')
    assertError(await get('/__proto__'), 404, 'PGRST205')
    assertError(await get('/rpc/constructor'), 404, 'PGRST202')
  })
  test('methods nobody knows', async () => assertError(await library.request('PURGE /books'), 405, 'PGRST117'))
  test('an error to HEAD has no body', async () => {
    const answer = await library.request('HEAD /bookz')
    assert.deepEqual([answer.status, answer.text], [404, ''])
  })
})

describe('a database that changes', () => {
  const curious = openLibrary()
  test('is seen after a reload', async () => {
    assertError(await get('/newcomers'), 404, 'PGRST205')
    await library.look(
      'create table library.newcomers (id int primary key); grant select on library.newcomers to authenticated',
    )
    assertError(await get('/newcomers'), 404, 'PGRST205')
    await library.rest.reload()
    assert.deepEqual((await get('/newcomers')).body, [])
    const header = async () => (await get('/newcomers', { accept: 'text/csv' })).text
    assert.equal(await header(), 'id\n')
    await library.look('alter table library.newcomers add column name text')
    assert.equal(await header(), 'id\n')
    await library.rest.reload()
    assert.equal(await header(), 'id,name\n')
  })
  test('is seen by the request that misses something', async (t) => {
    // The catalogue was read a while ago, whenever it is asked.
    let now = performance.now()
    t.mock.method(performance, 'now', () => (now += 6_000))
    assert.equal((await curious.request('GET /shops')).status, 200)
    await curious.look(
      'create table library.newcomers (id int primary key, shop_id int); grant all on library.newcomers to authenticated',
    )
    assert.deepEqual((await curious.request('GET /newcomers?select=id,shop_id')).body, [])
    await curious.look('alter table library.newcomers add column name text, drop column shop_id')
    const full = { prefer: 'return=representation' }
    const dropped = await curious.request('POST /newcomers', { body: { id: 1 }, headers: full })
    assert.deepEqual([dropped.status, dropped.body], [201, [{ id: 1, name: null }]])
    assert.deepEqual((await curious.request('POST /newcomers', { body: { id: 2, name: 'x' }, headers: full })).body, [
      { id: 2, name: 'x' },
    ])
    assertError(await curious.request('GET /newcomers?select=id,shop_id'), 400, '42703')
  })
})
