// Programs in three languages, written from the documentation alone (docs/examples), copy a club's 500 events into a calendar.
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '#database/embedded.ts'
import { button, field, sees } from '#testing/browser/acts.ts'
import { type BrowserFixture, openBrowserFixture } from '#testing/browser/fixture.ts'
import { makeCalendar, makePerson, PASSWORD, type Person } from '#testing/browser/people.ts'

const run = promisify(execFile)
const EVENTS = 500
const examples = new URL('../../docs/examples/', import.meta.url).pathname
const folder = mkdtempSync(join(tmpdir(), 'townbell-programs-'))
const file = join(folder, 'club.ics')
let fixture: BrowserFixture
let person: Person
before(async () => {
  fixture = await openBrowserFixture({ STREAMS_MAX: '100' })
  person = await makePerson(fixture.app, 'Paula Programs')
  writeFileSync(file, clubFile())
})
after(async () => {
  rmSync(folder, { recursive: true })
  await fixture.close()
})

for (const [name, command] of Object.entries({ 'sync.sh': 'sh', 'sync.py': 'python3' })) {
  test(`${name} copies all events, and once more changes nothing`, async () => {
    const { app } = fixture
    const { id } = await makeCalendar(app, person, { name, contacts: ['fan@town.example'] })
    const env = { ...process.env, TOWN: app.url, KEY: app.config.publishableKey, TOKEN: await newToken(), CALENDAR: id }
    for (const _ of ['first', 'again']) {
      const { stdout } = await run(command, [examples + name, file], { env, timeout: 120_000 })
      assert.equal(stdout, `the stream said that the calendar changed\n${EVENTS} events\n`)
    }
    await assertCopied(id)
  })
}

test('webhook.py receives the changes that sync.py makes', async (t) => {
  const { app } = fixture
  const { id } = await makeCalendar(app, person, { name: 'webhook.py', contacts: ['fan@town.example'] })
  const { access_token: session } = await signIn()
  const port = await freePort()
  const hook = { p_calendar_id: id, p_url: `http://127.0.0.1:${port}/`, p_kinds: ['event.created', 'event.changed'] }
  const [{ secret }] = await post('/rest/v1/rpc/add_webhook', hook, session)
  const env = { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) }
  const receiver = spawn('python3', [`${examples}webhook.py`], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  t.after(() => void receiver.kill())
  await untilListening(port)
  const token = await newToken()
  const sync = { ...process.env, TOWN: app.url, KEY: app.config.publishableKey, TOKEN: token, CALENDAR: id }
  await run('python3', [`${examples}sync.py`, file], { env: sync, timeout: 120_000 })
  let events = 0
  for await (const line of createInterface(receiver.stdout)) {
    const [type, count] = line.split(' ')
    assert.equal(type, 'event.created')
    events += Number(count)
    if (events >= EVENTS) break
  }
  assert.equal(events, EVENTS)
})

test('sync.html does it from another site, with the official client in a browser', async (t) => {
  const { app } = fixture
  const { id } = await makeCalendar(app, person, { name: 'sync.html', contacts: ['fan@town.example'] })
  const site = createServer((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(readFileSync(`${examples}sync.html`))
  })
  t.after(() => void site.close())
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  const { page, leave } = await fixture.visitor()
  const body = readFileSync(new URL(import.meta.resolve('@supabase/supabase-js/dist/umd/supabase.js')))
  await page.route('https://cdn.jsdelivr.net/**', (route) => route.fulfill({ body, contentType: 'text/javascript' }))
  const fields = {
    Town: app.url,
    Key: app.config.publishableKey,
    Email: person.email,
    Password: PASSWORD,
    Calendar: id,
  }
  for (const _ of ['first', 'again']) {
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}`)
    for (const [label, value] of Object.entries(fields)) await field(page, label).fill(value)
    await field(page, 'File').setInputFiles(file)
    await button(page, 'Copy').click()
    await sees(page, `${EVENTS} events`)
    await sees(page, 'The calendar changed.')
  }
  await leave()
  await assertCopied(id)
})

/** Each hour of three weeks has an event, with a comma and quotes in its name. */
function clubFile(): string {
  const events = Array.from({ length: EVENTS }, (_, n) => {
    const time = (minute: number) => new Date(Date.UTC(2031, 5, 1, n, minute)).toISOString().replace(/[-:]|\.000/g, '')
    const title = `Practice ${n}\\, "hall ${n % 3}"`
    const lines = [`UID:${n}@club.example`, `SUMMARY:${title}`, `DTSTART:${time(0)}`, `DTEND:${time(30)}`]
    return ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n')
  })
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events, 'END:VCALENDAR', ''].join('\r\n')
}

async function assertCopied(id: string): Promise<void> {
  const { rows } = await fixture.app.pool.query(
    `select count(*)::int as events, count(distinct uid)::int as uids, min(start_time) as first, min(end_time - start_time)::text as length,
       max(title) filter (where uid = '7@club.example') as title
     from public.events where calendar_id = $1`,
    [id],
  )
  const title = 'Practice 7, "hall 1"'
  assert.deepEqual(rows, [
    { events: EVENTS, uids: EVENTS, first: new Date('2031-06-01T00:00:00Z'), length: '00:30:00', title },
  ])
}

async function post(path: string, body: object, token?: string) {
  const { app } = fixture
  const own = { apikey: app.config.publishableKey, 'content-type': 'application/json' }
  const headers = { ...own, ...(token && { authorization: `Bearer ${token}` }) }
  const answer = await fetch(app.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  const text = await answer.text()
  assert.ok(answer.ok, text)
  return JSON.parse(text)
}

const signIn = () => post('/auth/v1/token?grant_type=password', { email: person.email, password: PASSWORD })

async function newToken(): Promise<string> {
  const { access_token: session } = await signIn()
  const { token } = await post('/auth/v1/access-tokens', { name: 'Sync', can_write: true, password: PASSWORD }, session)
  return token
}

async function untilListening(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isOpen) return
    await sleep(50)
  }
}
