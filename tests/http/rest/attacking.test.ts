// What an attacker with curl would try: SQL wherever text is accepted, and thousands of random requests.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { diceOf } from '#tests/fuzz/dice.ts'
import { restRequest } from '#tests/fuzz/rest.ts'
import { readSchema } from '#tests/fuzz/schema.ts'
import { openLibrary } from './library.ts'

const library = openLibrary()
/** Some ask a function for two thousand million rows. */
const hurried = openLibrary({ statementTimeoutMs: 1000, asksOnce: true })

const corpus = [
  `'`,
  `"`,
  `''`,
  `""`,
  `\\`,
  `\\'`,
  `';--`,
  `";--`,
  `' or '1'='1`,
  `1 or 1=1`,
  `1;drop table library.books`,
  `'); drop table library.books; --`,
  `"; drop table library.books; --`,
  `$$`,
  `$1`,
  `$1::text`,
  `:1`,
  `%s`,
  `/*`,
  `*/ select 1 /*`,
  `--`,
  `\u0027`,
  `\u2019`,
  `\uff07`,
  `%27`,
  `1) union select 1 --`,
  `{}`,
  `{"`,
  `(select version())`,
  `pg_sleep(9)`,
  `current_user`,
  `x" as y, (select salary from library.staff) as "z`,
  `id" from library.staff --`,
  `r0.*`,
  `b.*`,
  `E'\\\\'`,
  `U&"\\0061"`,
  `\n`,
  `a\tb`,
  `\u202e`,
  `😀`,
  `*`,
  `...`,
  `->>`,
  `::text`,
]

/** The parts of a request that accept text. */
const places: [name: string, send: (text: string) => Promise<{ status: number; text: string }>][] = [
  ['a value', (text) => library.request(`GET /books?title=eq.${encodeURIComponent(text)}`)],
  ['a list', (text) => library.request(`GET /books?title=in.(${encodeURIComponent(text)})`)],
  [
    'a quoted list',
    (text) =>
      library.request(
        `GET /books?title=in.("${encodeURIComponent(text.replaceAll('\\', '\\\\').replaceAll('"', '\\"'))}")`,
      ),
  ],
  ['a number', (text) => library.request(`GET /books?id=eq.${encodeURIComponent(text)}`)],
  ['a pattern', (text) => library.request(`GET /books?title=ilike.${encodeURIComponent(text)}`)],
  ['a search', (text) => library.request(`GET /books?title=wfts.${encodeURIComponent(text)}`)],
  ['a configuration', (text) => library.request(`GET /books?title=fts(${encodeURIComponent(text)}).x`)],
  ['a column', (text) => library.request(`GET /books?${encodeURIComponent(text)}=eq.1`)],
  [
    'a quoted column',
    (text) =>
      library.request(
        `GET /books?select="${encodeURIComponent(text.replaceAll('\\', '\\\\').replaceAll('"', '\\"'))}"`,
      ),
  ],
  ['a select', (text) => library.request(`GET /books?select=${encodeURIComponent(text)}`)],
  [
    'an alias',
    (text) =>
      library.request(
        `GET /books?select="${encodeURIComponent(text.replaceAll('\\', '\\\\').replaceAll('"', '\\"'))}":id`,
      ),
  ],
  [
    'an alias of an embed',
    (text) =>
      library.request(
        `GET /books?select="${encodeURIComponent(text.replaceAll('\\', '\\\\').replaceAll('"', '\\"'))}":covers(colour)`,
      ),
  ],
  [
    'an alias of a spread',
    (text) =>
      library.request(
        `GET /books?select=...covers("${encodeURIComponent(text.replaceAll('\\', '\\\\').replaceAll('"', '\\"'))}":colour)`,
      ),
  ],
  [
    'an alias in CSV',
    (text) =>
      library.request(
        `GET /books?select="${encodeURIComponent(text.replaceAll('\\', '\\\\').replaceAll('"', '\\"'))}":id`,
        { headers: { accept: 'text/csv' } },
      ),
  ],
  ['a cast', (text) => library.request(`GET /books?select=id::${encodeURIComponent(text)}`)],
  ['a JSON key', (text) => library.request(`GET /books?select=data->${encodeURIComponent(text)}`)],
  [
    'a quoted JSON key',
    (text) =>
      library.request(
        `GET /books?select=x:data->"${encodeURIComponent(text.replaceAll('\\', '\\\\').replaceAll('"', '\\"'))}"`,
      ),
  ],
  ['an order', (text) => library.request(`GET /books?order=${encodeURIComponent(text)}`)],
  ['a limit', (text) => library.request(`GET /books?limit=${encodeURIComponent(text)}`)],
  ['an embed', (text) => library.request(`GET /books?select=${encodeURIComponent(text)}(id)`)],
  ['a hint', (text) => library.request(`GET /books?select=authors!${encodeURIComponent(text)}(id)`)],
  ['a condition', (text) => library.request(`GET /books?or=(title.eq.${encodeURIComponent(text)})`)],
  ['a table', (text) => library.request(`GET /${encodeURIComponent(text)}`)],
  ['a function', (text) => library.request(`GET /rpc/${encodeURIComponent(text)}`)],
  ['an argument', (text) => library.request(`GET /rpc/joined?parts=${encodeURIComponent(text)}`)],
  ['an argument’s name', (text) => library.request('POST /rpc/add', { body: { [text]: 1 } })],
  ['a key', (text) => library.request('POST /publishers', { body: { id: 1, [text]: 'x' } })],
  [
    'on_conflict',
    (text) =>
      library.request(`POST /publishers?on_conflict=${encodeURIComponent(text)}`, {
        body: { id: 1, name: 'Acorn' },
        headers: { prefer: 'resolution=ignore-duplicates' },
      }),
  ],
  ['columns', (text) => library.request(`POST /publishers?columns=${encodeURIComponent(text)}`, { body: { id: 1 } })],
  ['a schema', (text) => library.request('GET /books', { headers: { 'accept-profile': encodeURIComponent(text) } })],
  [
    'a preference',
    (text) => library.request('GET /books?limit=1', { headers: { prefer: `timezone=${encodeURIComponent(text)}` } }),
  ],
  ['a media type', (text) => library.request('GET /books?limit=1', { headers: { accept: encodeURIComponent(text) } })],
]

describe('SQL in', () => {
  for (const [name, send] of places)
    test(name, async () => {
      for (const text of corpus) {
        const { status, text: body } = await send(text)
        assert.ok(status < 500, `${text}: ${status} ${body}`)
        assert.doesNotMatch(body, /syntax error at|PostgreSQL \d+\.\d|424242/, text)
        if (status >= 400) assert.ok(JSON.parse(body).code, text)
      }
    })
  test('a written value is read back unchanged', async () => {
    for (const [at, text] of [...new Set(corpus)].entries()) {
      const { data, error } = await library
        .client()
        .from('publishers')
        .insert({ id: 1000 + at, name: text })
        .select('name')
        .single()
      assert.equal(error, null)
      assert.equal(data.name, text)
      assert.deepEqual((await library.client().from('publishers').select('id').eq('name', text).gte('id', 1000)).data, [
        { id: 1000 + at },
      ])
    }
  })
  test('did no harm', async () => {
    assert.equal((await library.look('select from library.books')).length, 5)
    assert.deepEqual(await library.look('select salary from library.staff'), [{ salary: 424242 }])
  })
})

describe('random requests', () => {
  for (const seed of [1, 2, 3])
    test(`never break us (seed ${seed})`, async () => {
      const schema = await readSchema(hurried.database.pool, 'library')
      const dice = diceOf(seed)
      const seen = new Map<number, number>()
      for (let sent = 0; sent < 250; sent++) {
        const { method, path, headers, body } = restRequest(dice, schema, 'authenticated')
        const line = `${method} ${path.slice('/rest/v1'.length)}`
        const answer = await hurried.request(line, { headers, body })
        seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1)
        assert.ok(answer.status < 500 || answer.status === 504, `${line} ${body}: ${answer.status} ${answer.text}`)
        if (answer.status >= 400 && method !== 'HEAD') assert.ok(answer.body.code, `${line}: ${answer.text}`)
        assert.doesNotMatch(answer.text, /syntax error at/, line)
      }
      // Some must be accepted, or this would prove nothing.
      assert.ok((seen.get(200) ?? 0) > 25, `too little of it was sense: ${JSON.stringify([...seen])}`)
    })
  test('were not our fault', () => assert.deepEqual(hurried.faults, []))
})
