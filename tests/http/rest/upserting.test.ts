import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { assertError, openLibrary } from './library.ts'

const library = openLibrary()
const full = { prefer: 'return=representation' }

beforeEach(async () => {
  await library.database.pool.query(`
    delete from library.books where id > 5; delete from library.publishers where id > 2; delete from library.shops where id > 3;
    update library.books set price = 5.00, title = 'Bells at noon', pages = 100 where id = 1; delete from library.letters`)
})

const publisher = async (id: number) => (await library.look(`select * from library.publishers where id = ${id}`))[0]

describe('upsert', () => {
  test('merges on the primary key, and tells new from old by the status', async () => {
    const upsert = (name: string) => library.client().from('publishers').upsert({ id: 40, name }).select()
    assert.deepEqual([(await upsert('first')).status, (await upsert('second')).status], [201, 200])
    assert.equal((await publisher(40)).name, 'second')
  })
  test('ignores what is there', async () => {
    const { data, error } = await library
      .client()
      .from('publishers')
      .upsert(
        [
          { id: 1, name: 'Changed' },
          { id: 41, name: 'Added' },
        ],
        { ignoreDuplicates: true },
      )
      .select()
    assert.equal(error, null)
    assert.deepEqual(data, [{ id: 41, name: 'Added', city: null }])
    assert.equal((await publisher(1)).name, 'Acorn')
  })
  test('merges on another unique column', async () => {
    const { data } = await library
      .client()
      .from('books')
      .upsert({ isbn: '111-11', title: 'Renamed' }, { onConflict: 'isbn' })
      .select('id,title')
    assert.deepEqual(data, [{ id: 1, title: 'Renamed' }])
  })
  test('needs no right to change the key it found', async () => {
    assert.equal((await library.client().from('staff').upsert({ id: 1, name: 'Sam' })).status, 200)
    assert.equal((await library.client().from('staff').upsert({ id: 1, salary: 1 })).error!.code, '42501')
  })
  test('of a key alone changes nothing and gives the row back', async () => {
    assert.deepEqual((await library.client().from('shops').upsert({ id: 1, name: 'Corner' }).select()).data, [
      { id: 1, name: 'Corner' },
    ])
    const { data } = await library.client().from('stock').upsert({ shop_id: 1, book_id: 1 }).select('copies')
    assert.deepEqual(data, [{ copies: 3 }])
  })
  test('says so in the headers', async () => {
    const answer = await library.request('POST /publishers', {
      body: { id: 42, name: 'x' },
      headers: { prefer: 'resolution=merge-duplicates, return=minimal' },
    })
    assert.equal(answer.headers.get('preference-applied'), 'resolution=merge-duplicates, return=minimal')
  })
  test('the same row twice is refused as a whole', async () => {
    const { error, status } = await library
      .client()
      .from('publishers')
      .upsert([
        { id: 43, name: 'x' },
        { id: 43, name: 'y' },
      ])
    assert.deepEqual([status, error!.code], [400, '21000'])
    assert.equal(await publisher(43), undefined)
  })
  test('without a matching constraint it is refused', async () => {
    const { error, status } = await library
      .client()
      .from('publishers')
      .upsert({ id: 44, name: 'x' }, { onConflict: 'name' })
    assert.deepEqual([status, error!.code], [400, '42P10'])
  })
  test('PUT writes one row by its whole key', async () => {
    const put = (line: string, body: unknown, headers = {}) => library.request(`PUT ${line}`, { body, headers })
    assert.deepEqual(
      [(await put('/publishers?id=eq.45', { id: 45, name: 'p' })).status, (await publisher(45)).name],
      [204, 'p'],
    )
    const again = await put('/publishers?id=eq.45', { id: 45, name: 'q' }, full)
    assert.deepEqual([again.status, again.body], [200, [{ id: 45, name: 'q', city: null }]])
    assert.equal((await put('/publishers?id=eq.46', { id: 46, name: 'r' }, full)).status, 201)
    assertError(await put('/publishers?id=eq.47', { id: 48, name: 's' }), 400, 'PGRST115')
    assertError(await put('/publishers?id=eq.47', { name: 'no key' }), 400, 'PGRST115')
    assertError(await put('/publishers?name=eq.x', { id: 48, name: 's' }), 405, 'PGRST105')
    assertError(await put('/publishers?id=gt.1', { id: 48, name: 's' }), 405, 'PGRST105')
    assertError(await put('/stock?shop_id=eq.1', { shop_id: 1, book_id: 3 }), 405, 'PGRST105')
    assertError(await put('/publishers?id=eq.48&limit=1', { id: 48, name: 's' }), 400, 'PGRST114')
    assert.equal(await publisher(48), undefined)
  })
})
