import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { nastyTexts } from '#testing/nasty-texts.ts'
import { type SendgridApi, startSendgridApi } from '#testing/sendgrid-api.ts'
import { openSendingFixture } from '#testing/sending-fixture.ts'
import { type FunctionsFixture, openFunctionsFixture } from './fixture.ts'

let fixture: FunctionsFixture
let sendgrid: SendgridApi
let calendar: string
let owner: string
before(async () => {
  sendgrid = await startSendgridApi()
  fixture = await openFunctionsFixture({
    SENDGRID_API_KEY: sendgrid.key,
    SENDGRID_API_URL: sendgrid.url,
    MAIL_CARRIER: 'catcher',
  })
  calendar = await fixture.calendar({ name: 'Elm Street' })
  owner = await ownerOf(calendar)
})
after(async () => {
  await fixture.close()
  await sendgrid.close()
})

const ownerOf = async (id: string) =>
  (await fixture.pool.query('select owner_id from public.calendars where id = $1', [id])).rows[0].owner_id as string

async function bearer(userId: string): Promise<{ headers: Record<string, string> }> {
  return { headers: await fixture.signedIn(userId) }
}

async function person(): Promise<string> {
  const id = randomUUID()
  await fixture.pool.query(`insert into auth.users (id, email, encrypted_password) values ($1, $2, 'hash')`, [
    id,
    `${id}@example.org`,
  ])
  return id
}

async function member(): Promise<string> {
  const id = await person()
  await fixture.pool.query('insert into public.calendar_members (calendar_id, user_id) values ($1, $2)', [calendar, id])
  return id
}

const event = {
  title: 'Block party',
  description: 'Bring a chair.\nAnd a neighbor.',
  location: '12 Elm Street',
  start_time: '2030-07-04T18:00:00-05:00',
  end_time: '2030-07-04T21:00:00-05:00',
  category: 'Event',
}

const preview = async (event_data: unknown, who = owner, calendar_id = calendar) =>
  fixture.call('preview-email', { calendar_id, event_data }, await bearer(who))

test('a member previews the mail of an event', async () => {
  const { status, body } = await preview(event, await member())
  assert.equal(status, 200)
  assert.deepEqual(Object.keys(body), ['html', 'text_message', 'segments'])
  for (const word of [
    'Block party',
    'Elm Street',
    '6:00 PM – 9:00 PM CDT',
    'Thursday, July 4, 2030',
    '12 Elm Street',
    'And a neighbor.',
  ])
    assert.ok(body.html.includes(word), word)
  assert.match(body.html, /<head><meta http-equiv="Content-Security-Policy" content="default-src 'none';/)
})

test('any of our designs can be previewed, in each language, and as a text message', async () => {
  const show = async (more: object) => {
    const body = { calendar_id: calendar, event_data: event, ...more }
    return fixture.call('preview-email', body, await bearer(owner))
  }
  const agenda = await show({ template_id: 'townbell-agenda', language: 'es' })
  assert.equal(agenda.status, 200)
  assert.match(agenda.body.html, /jueves, 4 de julio de 2030/i)
  assert.match(agenda.body.text_message, /^Elm Street .*Block party, 6:00 p\.m\./)
  assert.equal(agenda.body.segments, 1)
  const letter = await show({ template_id: 'townbell-letter' })
  assert.match(letter.body.html, /Good morning/)
  for (const more of [{ template_id: 'd-0123' }, { template_id: '../x' }, { language: 'fr' }]) {
    const { status, body } = await show(more)
    assert.equal(status, 400)
    assert.match(body.error, /^(template_id|language) must be one of /)
  }
})

test('the mail links to the website of the event, and to nothing but a web address', async () => {
  const { body } = await preview({
    ...event,
    link_url: 'https://party.example/?a=1&b="><img src=x>'.replaceAll(' ', '%20'),
  })
  assert.match(
    body.html,
    /<a href="https:\/\/party\.example\/\?a&#x3D;1&amp;b&#x3D;&quot;&gt;&lt;img%20src&#x3D;x&gt;"/,
  )
  for (const link_url of ['javascript:alert(1)', 'https://me:pw@a.org']) {
    const { status } = await preview({ ...event, link_url })
    assert.equal(status, 400, link_url)
  }
})

test('times may be local times of the calendar, as the form sends them', async () => {
  for (const [start_time, end_time] of [
    ['18:00', '21:00'],
    ['2030-07-04T18:00', '2030-07-04T21:00:00'],
  ]) {
    const { status, body } = await preview({ ...event, start_time, end_time })
    assert.equal(status, 200)
    assert.match(body.html, /6:00 PM – 9:00 PM/)
  }
})

test('strangers, guests and members of other calendars cannot preview', async () => {
  const denied = { error: "You don't have access to this calendar.", code: 'calendar_access_denied' }
  const stranger = await preview(event, await person())
  assert.deepEqual([stranger.status, stranger.body], [403, denied])
  const elsewhere = await preview(event, await ownerOf(await fixture.calendar()))
  assert.deepEqual([elsewhere.status, elsewhere.body], [403, denied])
  const unknown = await preview(event, owner, randomUUID())
  assert.deepEqual([unknown.status, unknown.body], [403, denied])
  assert.equal((await fixture.call('preview-email', { calendar_id: calendar, event_data: event })).status, 401)
})

test('missing fields are named, the template first', async () => {
  const bare = await fixture.calendar()
  await fixture.pool.query('update public.calendars set sendgrid_template_id = null where id = $1', [bare])
  const without = await preview({}, await ownerOf(bare), bare)
  assert.equal(without.status, 400)
  assert.equal(without.body.code, 'template_not_configured')
  assert.match(without.body.error, /template ID in calendar settings before previewing/)

  const wrong: [object, string][] = [
    [{ title: ' ' }, 'Please enter a title to preview'],
    [{ title: undefined }, 'Please enter a title to preview'],
    [{ start_time: '' }, 'Please select a start time to preview'],
    [{ start_time: '2030-02-30T10:00:00Z' }, 'Please select a start time to preview'],
    [{ end_time: null }, 'Please select an end time to preview'],
    [{ end_time: 7 }, 'Please select an end time to preview'],
    [{ category: '' }, 'Please select a category to preview'],
    [{ category: 'Party' }, 'Please select a category to preview'],
    [{ title: 'x'.repeat(201) }, 'Event title must be at most 200 characters'],
  ]
  for (const [change, sentence] of wrong) {
    const { status, body } = await preview({ ...event, ...change })
    assert.deepEqual([status, body.error], [400, sentence], JSON.stringify(change).slice(0, 80))
  }
})

test('a day at the end of time is shown or refused', async () => {
  for (const time of ['9999-12-31T23:59:59Z', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59-12:00', '0001-01-01T00:00'])
    assert.ok([200, 400].includes((await preview({ ...event, start_time: time, end_time: time })).status), time)
})

test('no input becomes markup, whatever the template does', async () => {
  sendgrid.templates.set('d-raw', {
    subject: '{{title}}',
    html: '<html><body>{{{title}}} {{&description}} {{#each events}}{{{location}}}{{/each}} {{{constructor.constructor}}}{{__proto__.polluted}}</body></html>',
    text: '',
  })
  for (const template of ['townbell-day-of', 'townbell-agenda', 'townbell-letter', 'd-raw']) {
    const at = await fixture.calendar()
    const who = await ownerOf(at)
    await fixture.pool.query('update public.calendars set sendgrid_template_id = $2 where id = $1', [at, template])
    for (const text of [
      ...nastyTexts.slice(0, 4),
      '<script>alert(1)</script>',
      '<svg onload=alert(1)>',
      '{{7*7}}',
      '{{{this}}}',
      '"><img src=x onerror=alert(1)>',
    ]) {
      const { status, body } = await preview(
        { ...event, title: text.slice(0, 190), description: text.slice(0, 4000), location: text.slice(0, 400) },
        who,
        at,
      )
      if (status === 400) continue
      assert.equal(status, 200, JSON.stringify(body))
      assert.ok(!/<(script|svg|img)\b/i.test(body.html), `${template}: ${text}`)
      assert.ok(!body.html.includes('>49<') && !body.html.includes('function'))
    }
  }
})

test('a SendGrid template is rendered from its active version; an unknown one is reported', async () => {
  sendgrid.templates.set('d-good', {
    subject: '{{title}}',
    html: '<p>{{#equals category "Event"}}Come to {{title}}{{/equals}}, {{start_time}}</p>',
    text: '',
  })
  sendgrid.templates.set('d-broken', { subject: '', html: '{{#if title}}', text: '' })
  const answers: Record<string, [number, string]> = {
    'd-good': [200, ''],
    'd-missing': [404, 'template_not_found'],
    'd-broken': [422, 'template_failed'],
  }
  for (const [template, [wanted, code]] of Object.entries(answers)) {
    const at = await fixture.calendar()
    await fixture.pool.query('update public.calendars set sendgrid_template_id = $2 where id = $1', [at, template])
    const { status, body } = await preview(event, await ownerOf(at), at)
    assert.equal(status, wanted, JSON.stringify(body))
    if (status === 200) assert.match(body.html, /^<meta http-equiv[^>]*><p>Come to Block party, 6:00 PM<\/p>$/)
    else assert.equal(body.code, code)
  }
})

test('only an admin can send a test mail, and only to their own address', async () => {
  const at = await fixture.calendar({ name: 'Oak Lane' })
  const admin = await ownerOf(at)
  const send = async (who: string, more = {}) =>
    fixture.call('send-test', { calendar_id: at, ...more }, await bearer(who))
  const first = await send(admin)
  assert.deepEqual([first.status, first.body.success, first.body.email], [200, true, `${admin}@example.org`])
  const { rows } = await fixture.pool.query(
    'select d.address, d.state, m.kind from public.deliveries d join public.mailings m on m.id = d.mailing_id where m.id = $1',
    [first.body.mailing_id],
  )
  assert.deepEqual(rows, [{ address: `${admin}@example.org`, state: 'planned', kind: 'test' }])
  const { rows: jobs } = await fixture.pool.query(
    `select key from graphile_worker.jobs where key like 'send-mailing:%'`,
  )
  assert.deepEqual(jobs, [{ key: `send-mailing:${first.body.mailing_id}:email:1` }])
  assert.equal((await send(admin)).status, 200)

  const sending = await openSendingFixture(fixture.pool, fixture.clock)
  await sending.runQueue()
  await sending.close()
  const { rows: mails } = await fixture.pool.query('select recipient, subject, text from private.caught_messages')
  assert.deepEqual(
    mails.map(({ recipient, subject }) => [recipient, subject]),
    Array(2).fill([`${admin}@example.org`, '[Test] Today: A sample event (Oak Lane)']),
  )
  assert.match(mails[0].text, /because you asked Townbell for a test of Oak Lane/)

  assert.equal((await send(await person())).status, 403)
  const plain = await person()
  await fixture.pool.query('insert into public.calendar_members (calendar_id, user_id) values ($1, $2)', [at, plain])
  assert.equal((await send(plain)).status, 403)
  await fixture.pool.query(`update public.calendar_members set role = 'admin' where user_id = $1`, [plain])
  const unconfirmed = await send(plain)
  assert.deepEqual([unconfirmed.status, unconfirmed.body.code], [403, 'email_not_confirmed'])
  assert.equal((await fixture.call('send-test', { calendar_id: at })).status, 401)
  assert.equal((await send(admin, { event_id: 'x' })).status, 400)
  await fixture.pool.query(
    `update public.calendars set sending_paused_at = now(), sending_paused_by = 'admin', sending_paused_reason = 'test' where id = $1`,
    [at],
  )
  assert.equal((await send(admin)).body.code, 'sending_paused')
})
