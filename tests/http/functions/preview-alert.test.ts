import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type FunctionsFixture, openFunctionsFixture } from './fixture.ts'

let fixture: FunctionsFixture
let calendar: string
let owner: string
before(async () => {
  fixture = await openFunctionsFixture({})
  calendar = await fixture.calendar({ name: 'Elm Street' })
  const { rows } = await fixture.pool.query('select owner_id from public.calendars where id = $1', [calendar])
  owner = rows[0].owner_id
})
after(() => fixture.close())

const alert = {
  title: 'Boil water',
  message: 'Boil it for a minute.',
  location_name: 'North of Rabb Road',
  start_time: '2030-07-04T18:00:00-05:00',
  end_time: '2030-07-04T21:00:00-05:00',
}

async function preview(changed: object = {}, who = owner) {
  const headers = await fixture.signedIn(who)
  return fixture.call('preview-alert', { calendar_id: calendar, ...alert, ...changed }, { headers })
}

test('an alert is shown as mail, text and browser notification', async () => {
  const { status, body } = await preview()
  assert.equal(status, 200)
  assert.equal(body.subject, 'ALERT: Boil water (Elm Street)')
  assert.match(body.html, /Content-Security-Policy/)
  for (const words of ['Boil it for a minute.', 'North of Rabb Road', '6:00 PM – 9:00 PM CDT'])
    assert.ok(body.html.includes(words), words)
  assert.match(body.text.body, /^Elm Street: ALERT: Boil water\. Boil it for a minute\. .* Reply STOP to end$/)
  assert.deepEqual([body.text.segments, body.text.isCut], [2, false])
  assert.equal(body.push.title, 'Elm Street')
  assert.match(body.push.body, /^ALERT: Boil water\nBoil it for a minute\.\n/)
})

test('follow-ups and Spanish have their own words', async () => {
  const { body: clear } = await preview({ kind: 'all_clear', message: 'It is safe.' })
  assert.equal(clear.subject, 'ALL CLEAR: Boil water (Elm Street)')
  assert.match(clear.html, /This alert is over\./)
  const { body: update } = await preview({ kind: 'update', language: 'es' })
  assert.equal(update.subject, 'ALERTA ACTUALIZADA: Boil water (Elm Street)')
})

test('a text is cut where it has to be, and curly quotes cost nothing', async () => {
  const { body: quotes } = await preview({ message: 'Don’t drink it – “boil” it…' })
  assert.match(quotes.text.body, /Don't drink it - "boil" it\.\.\./)
  assert.equal(quotes.text.segments, 2)
  const { body: long } = await preview({ message: 'x'.repeat(5000) })
  assert.deepEqual([long.text.segments, long.text.isCut], [2, true])
  assert.match(long.text.body, /x\.\.\. https?:\S+ Reply STOP to end$/)
  const { body: emoji } = await preview({ message: '🚱'.repeat(2000), title: '🚱'.repeat(200) })
  assert.ok(emoji.text.segments <= 3, `${emoji.text.segments} parts`)
  assert.ok(emoji.text.body.isWellFormed())
})

test('strangers and bad input are refused in words of ours', async () => {
  const id = randomUUID()
  await fixture.pool.query(`insert into auth.users (id, email, encrypted_password) values ($1, $2, 'hash')`, [
    id,
    `${id}@example.org`,
  ])
  assert.equal((await preview({}, id)).status, 403)
  const wrong: object[] = [
    { title: '' },
    { title: 'a\r\nBcc: x@example.org' },
    { title: 'x'.repeat(201) },
    { message: 'x'.repeat(5001) },
    { kind: 'update', message: 'x'.repeat(1001) },
    { kind: 'sms' },
    { language: 'fr' },
    { end_time: 'tomorrow' },
    { end_time: '9999-01-01T00:00:00Z' },
    { calendar_id: 'x' },
  ]
  for (const changed of wrong) {
    const { status, body } = await preview(changed)
    assert.equal(status, 400, JSON.stringify(changed))
    assert.doesNotMatch(JSON.stringify(body), /Invalid input|expected string/)
  }
})
