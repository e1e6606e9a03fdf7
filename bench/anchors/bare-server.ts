// The limit of any program on Node: the same statements in one batch, the same bytes, and nothing around them. One answer after
// another, whatever is asked for.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { runBatch, type Statement } from '#database/batch.ts'
import { createPool } from '#database/pool.ts'

/** Without a body, the first column is sent. */
export type BareAnswer = { statements: Statement[]; headers: Record<string, string>; body?: string }

const { PORT, DATABASE_URL = '', ANSWERS = '' } = process.env
const answers = (JSON.parse(readFileSync(ANSWERS, 'utf8')) as BareAnswer[]).map(({ body, ...rest }) => ({
  ...rest,
  body: body === undefined ? undefined : Buffer.from(body, 'base64'),
}))
const pool = createPool({ url: DATABASE_URL, min: 4 })
let next = 0

createServer(async (_request, response) => {
  const { statements, headers, body } = answers[next++ % answers.length]!
  const client = await pool.connect()
  const rows = await runBatch(client, 'bare', statements)
  client.release()
  response.writeHead(200, headers).end(body ?? rows[0]?.[0])
}).listen(Number(PORT), '127.0.0.1', () => console.log('is running'))
