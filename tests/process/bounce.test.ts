// Runs the bounce command as a mail server does: a mail on standard input, an exit code back.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { returnAddress } from '#messages/verp.ts'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { logCollector } from '#testing/log.ts'
import { dataFolder, removeFolder } from '#testing/townbell.ts'

const BIN = fileURLToPath(new URL('../../bin/townbell.js', import.meta.url))
const LINK_SECRET = 'a link secret of forty characters or so.'

let database: TestDatabase
let folder: string
before(async () => {
  database = await testDatabase()
  folder = dataFolder()
})
after(async () => {
  await database.close()
  removeFolder(folder)
})

async function run(input: string | Buffer, words: string[] = [], env: Record<string, string> = {}) {
  const settings = { PATH: process.env.PATH, TOWNBELL_DATA: folder, DATABASE_URL: database.url, LINK_SECRET, ...env }
  const child = spawn(process.execPath, [BIN, 'bounce', ...words], { env: settings, stdio: 'pipe' })
  let said = ''
  const keep = logCollector('bounce')
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += chunk
      keep(chunk)
    })
  child.stdin.end(input)
  const [code] = await once(child, 'close')
  return { code, said }
}

async function delivery(address: string) {
  const owner = randomUUID()
  await database.pool.query("insert into auth.users (id, email, encrypted_password) values ($1, $2, 'hash')", [
    owner,
    `${owner}@example.org`,
  ])
  const { rows } = await database.pool.query(insertDelivery, [owner, address, `<${randomUUID()}@town.example>`])
  return rows[0] as { id: string; calendar_id: string; message_id: string }
}

async function stateOf(id: string, address: string) {
  const { rows } = await database.pool.query(findState, [id, address])
  return [rows[0].state, rows[0].reason]
}

const report = (
  to: string,
  { messageId = '<x@town.example>', status = '5.1.1', padding = '' } = {},
) => `Delivered-To: ${to}
Subject: Undelivered Mail Returned to Sender
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary=b

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.town.example

Final-Recipient: rfc822; somebody.else@example.org
Action: failed
Status: ${status}
Diagnostic-Code: smtp; 550 ${status} no

--b
Content-Type: message/rfc822

Message-ID: ${messageId}

${padding}
--b--
`

test('a bounce marks its delivery and suppresses the address we sent to, not the one it quotes', async () => {
  const { id } = await delivery('ann@example.org')
  const to = returnAddress('bounces@town.example', LINK_SECRET, id)
  assert.deepEqual(await run(report(to)), { code: 0, said: 'Recorded: bounced.\n' })
  assert.deepEqual(await stateOf(id, 'ann@example.org'), ['bounced', 'bounce'])
  assert.deepEqual(await stateOf(id, 'somebody.else@example.org'), ['bounced', null])
  assert.equal((await run(report(to))).code, 0)
})

test('the recipient may come from the mail server, and the delivery from the Message-ID', async () => {
  const first = await delivery('ben@example.org')
  const to = returnAddress('bounces@town.example', LINK_SECRET, first.id)
  assert.equal((await run(report('bounces@town.example'), [to])).said, 'Recorded: bounced.\n')
  assert.deepEqual(await stateOf(first.id, 'ben@example.org'), ['bounced', 'bounce'])
  const second = await delivery('cay@example.org')
  const said = (await run(report('bounces@town.example', { messageId: second.message_id, status: '5.2.2' }))).said
  assert.equal(said, 'Recorded: bounced.\n'.replace('bounced', 'failed'))
  assert.deepEqual(await stateOf(second.id, 'cay@example.org'), ['failed', null])
})

test('nonsense and forged addresses change nothing and exit with 0; a ten-megabyte report still counts', async () => {
  const { id } = await delivery('dan@example.org')
  const to = returnAddress('bounces@town.example', LINK_SECRET, id)
  const forged = to.replace(/-[0-9a-f]{16}@/, '-0123456789abcdef@')
  for (const input of [report(forged), '', 'hello', Buffer.alloc(10 * 1024 * 1024, 0xff), report(to).slice(0, 300)]) {
    assert.equal((await run(input)).code, 0)
  }
  assert.deepEqual(await stateOf(id, 'dan@example.org'), ['sent', null])
  assert.equal((await run(report(to, { padding: 'x'.repeat(10 * 1024 * 1024) }))).said, 'Recorded: bounced.\n')
  assert.deepEqual(await stateOf(id, 'dan@example.org'), ['bounced', 'bounce'])
})

test('the unsubscribe mail of an older mail program is an opt-out', async () => {
  const { id, calendar_id } = await delivery('eve@example.org')
  const to = returnAddress('bounces@town.example', LINK_SECRET, id)
  const { said } = await run(`From: eve@example.org\nTo: ${to}\nSubject: unsubscribe\n\n`)
  assert.equal(said, 'Recorded: unsubscribe.\n')
  const { rows } = await database.pool.query('select email from public.opt_outs where calendar_id = $1', [calendar_id])
  assert.deepEqual(rows, [{ email: 'eve@example.org' }])
})

test('while the database is down the mail server is asked to retry', async () => {
  const { id } = await delivery('fay@example.org')
  const to = returnAddress('bounces@town.example', LINK_SECRET, id)
  const { code, said } = await run(report(to), [], { DATABASE_URL: 'postgres://x:x@127.0.0.1:9/x' })
  assert.equal(code, 75, said)
  const none = await run(report(to), [], { DATABASE_URL: '' })
  assert.equal(none.code, 75)
  assert.match(none.said, /Townbell is not running/)
})

const insertDelivery = `
  with calendar as (
    insert into public.calendars (name, owner_id, state, city) values ('Elm Street', $1, 'Texas', 'Austin') returning id
  ), mailing as (
    insert into public.mailings (calendar_id, day) select id, current_date from calendar returning id, calendar_id
  )
  insert into public.deliveries (mailing_id, calendar_id, channel, address, state, message_id, sent_at)
  select id, calendar_id, 'email', $2, 'sent', $3, now() from mailing
  returning id, calendar_id, message_id`

const findState = `
  select d.state, (select reason from public.suppressions where address = $2) as reason
  from public.deliveries d where d.id = $1`
