// The limit of any program on Node: the same statements in one message, as database/scope.ts sends them, the same bytes, and nothing
// around them. One answer after another, whatever is requested.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type pg from 'pg'
import { literal } from '#database/literal.ts'
import { createPool } from '#database/pool.ts'
import type { Statement, TextRow } from '#database/scope.ts'

/** The last statement is prepared. Without a body, its first column is sent. */
export type BareAnswer = { statements: Statement[]; headers: Record<string, string>; body?: string }

const { PORT, DATABASE_URL = '', ANSWERS = '' } = process.env
const answers = (JSON.parse(readFileSync(ANSWERS, 'utf8')) as BareAnswer[]).map(({ body, ...rest }) => ({
  ...rest,
  body: body === undefined ? undefined : Buffer.from(body, 'base64'),
}))
const pool = createPool({ url: DATABASE_URL, min: 4 })
const preparedOn = new WeakMap<pg.PoolClient, Map<string, string>>()
let next = 0

createServer(async (_request, response) => {
  const { statements, headers, body } = answers[next++ % answers.length]!
  const client = await pool.connect()
  const row = await run(client, statements)
  client.release()
  response.writeHead(200, headers).end(body ?? row?.[0])
}).listen(Number(PORT), '127.0.0.1', () => console.log('is running'))

async function run(client: pg.PoolClient, statements: Statement[]): Promise<TextRow | undefined> {
  const before = statements.slice(0, -1).map(({ text, values }) => {
    const inlined = text.replace(/\$(\d+)/g, (_, n) => literal(values[Number(n) - 1]))
    return `${inlined}; `
  })
  const { text, values } = statements.at(-1)!
  const names = preparedOn.get(client) ?? new Map<string, string>()
  preparedOn.set(client, names)
  const name = names.get(text) ?? `bare_${names.size}`
  if (!names.has(text)) await client.query(`${before.join('')}prepare ${name} as ${text}`)
  names.set(text, name)
  const message = `${before.join('')}execute ${name}(${values.map(literal).join(', ')})`
  const types: pg.CustomTypesConfig = { getTypeParser: () => (text: string) => text }
  const results = [(await client.query({ text: message, rowMode: 'array', types })) as unknown].flat()
  return (results.at(-1) as pg.QueryArrayResult<TextRow>).rows[0]
}
