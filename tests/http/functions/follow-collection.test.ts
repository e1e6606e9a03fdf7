import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { TRIAL_CONTACTS } from '#domain/limits.ts'
import { rateLimits } from '#server/http/rate-limits.ts'
import { type FunctionsFixture, newAddress, newNetwork, openFunctionsFixture, tokenIn } from './fixture.ts'

let fixture: FunctionsFixture
before(async () => {
  fixture = await openFunctionsFixture()
})
after(() => fixture.close())

type Page = { id: string; calendars: string[] }

/** Makes a town page of new calendars. */
async function page(...calendars: { trial?: boolean; name?: string }[]): Promise<Page> {
  const { pool } = fixture
  const owner = randomUUID()
  await pool.query("insert into auth.users (id, email, encrypted_password) values ($1, $2, 'x')", [
    owner,
    `${owner}@example.org`,
  ])
  const { rows } = await pool.query(
    "insert into public.collections (owner_id, name) values ($1, 'South side') returning id",
    [owner],
  )
  const ids: string[] = []
  for (const more of calendars) {
    const id = await fixture.calendar(more)
    await pool.query('insert into public.collection_calendars (collection_id, calendar_id) values ($1, $2)', [
      rows[0].id,
      id,
    ])
    ids.push(id)
  }
  return { id: rows[0].id, calendars: ids }
}

const follow = ({ id }: Page, calendar_ids: unknown, email: unknown = newAddress(), more: object = {}) =>
  fixture.call('follow-collection', { collection_id: id, calendar_ids, email, ...more })

const statuses = (body: { calendars: { status: string }[] }) => body.calendars.map(({ status }) => status)
const addresses = async (calendar: string) =>
  (await fixture.contacts(calendar)).map(({ contact_value }: { contact_value: string }) => contact_value)

async function fill(calendar: string, contacts = TRIAL_CONTACTS) {
  await fixture.pool.query(
    `insert into public.calendar_contacts (calendar_id, contact_type, contact_value)
     select $1, 'email', 'n' || n || '@full.example' from generate_series(1, $2::integer) n`,
    [calendar, contacts],
  )
}

test('one mail asks for the chosen calendars, and its link puts the address on each of them', async () => {
  const town = await page({ name: 'Oak' }, { name: 'Elm' }, { name: 'Ash' })
  const [oak = '', elm = '', ash = ''] = town.calendars
  const email = newAddress()
  const { status, body } = await follow(town, [oak, elm], email)
  assert.equal(status, 200)
  assert.deepEqual([body.status, statuses(body)], ['sent', ['sent', 'sent']])
  const mails = await fixture.mails(email)
  assert.equal(mails.length, 1)
  assert.match(mails[0]?.subject ?? '', /follow 2 calendars/)
  assert.match(mails[0]?.text ?? '', /• Elm\s+• Oak/)
  assert.match(mails[0]?.text ?? '', /of the town page “South side”/)
  assert.doesNotMatch(mails[0]?.text ?? '', /Ash/)
  const token = tokenIn(mails[0])

  const read = await fixture.call('get-confirmation', { token })
  assert.deepEqual(read.body.calendars.map(({ name }: { name: string }) => name).sort(), ['Elm', 'Oak'])
  assert.deepEqual([await addresses(oak), await addresses(elm)], [[], []], 'reading the link confirms nothing')

  const confirmed = await fixture.call('confirm-contact-subscription', { token })
  assert.equal(confirmed.body.status, 'confirmed')
  assert.deepEqual(statuses(confirmed.body), ['confirmed', 'confirmed'])
  assert.deepEqual(await Promise.all([oak, elm, ash].map(addresses)), [[email], [email], []])
  const used = await fixture.call('confirm-contact-subscription', { token })
  assert.equal(used.body.status, 'already', 'a used link says that its calendar is followed')

  const again = await follow(town, [oak, elm, ash], email)
  assert.deepEqual(statuses(again.body), ['sent', 'sent', 'sent'], 'nobody learns what an address follows')
  const [single, ...more] = await fixture.mails(email)
  assert.equal(more.length, 0)
  assert.match(single?.subject ?? '', /follow 3 calendars/)
  const third = await fixture.call('confirm-contact-subscription', { token: tokenIn(single) })
  const became = third.body.calendars.map(({ id, status }: { id: string; status: string }) => [id, status])
  assert.deepEqual(Object.fromEntries(became), { [oak]: 'already', [elm]: 'already', [ash]: 'confirmed' })
})

test('who asks twice gets the link again, and a calendar that was asked for before is not asked for anew', async () => {
  const town = await page({ name: 'Oak' }, { name: 'Elm' })
  const [oak = ''] = town.calendars
  const email = newAddress()
  await fixture.call('send-contact-confirmation', { email, calendar_id: oak })
  const first = await follow(town, town.calendars, email)
  assert.deepEqual(statuses(first.body).sort(), ['sent', 'sent'])
  const second = await follow(town, town.calendars, email)
  assert.deepEqual(statuses(second.body), ['sent', 'sent'], 'nobody learns what was asked for')
  const tokens = (await fixture.mails(email)).map(tokenIn)
  assert.deepEqual([tokens.length, new Set(tokens).size], [2, 2], 'one for each calendar, as each was asked for alone')
})

test('a full calendar puts the address on its waiting list; the others are followed', async () => {
  const town = await page({ name: 'Oak' }, { name: 'Full', trial: true }, { name: 'Elm' })
  const [oak = '', full = '', elm = ''] = town.calendars
  await fill(full)
  const email = newAddress()
  const { body } = await follow(town, [oak, full, elm], email)
  assert.deepEqual(statuses(body), ['sent', 'waiting', 'sent'])
  const [mail] = await fixture.mails(email)
  assert.doesNotMatch(mail?.text ?? '', /Full/)
  const confirmed = await fixture.call('confirm-contact-subscription', { token: tokenIn(mail) })
  assert.equal(confirmed.body.calendars.length, 2)
  assert.equal((await addresses(full)).includes(email), false)
})

test('a calendar that fills up before the link is used makes wait, and the link confirms the others', async () => {
  const town = await page({ name: 'Oak' }, { name: 'Soon full', trial: true })
  const [oak = '', full = ''] = town.calendars
  const email = newAddress()
  await follow(town, [oak, full], email)
  const [mail] = await fixture.mails(email)
  await fill(full)
  const { body } = await fixture.call('confirm-contact-subscription', { token: tokenIn(mail) })
  assert.equal(body.status, 'confirmed')
  const became = Object.fromEntries(
    body.calendars.map(({ id, status }: { id: string; status: string }) => [id, status]),
  )
  assert.deepEqual(became, { [oak]: 'confirmed', [full]: 'full' })
  assert.deepEqual(await addresses(oak), [email])
  assert.equal((await addresses(full)).includes(email), false)
})

test('a calendar that left the page meanwhile, or is of another page, is not followed', async () => {
  const town = await page({ name: 'Oak' }, { name: 'Elm' })
  const other = await page({ name: 'Far' })
  const [oak = '', elm = ''] = town.calendars
  await fixture.pool.query('update public.collection_calendars set declined_at = now() where calendar_id = $1', [elm])
  const { body } = await follow(town, [oak, elm, ...other.calendars])
  assert.deepEqual(statuses(body), ['sent', 'gone', 'gone'])
  assert.equal((await follow(town, other.calendars)).status, 404)
  assert.equal((await follow({ id: randomUUID(), calendars: [] }, [oak])).status, 404)

  const email = newAddress()
  const both = await page({ name: 'Stays' }, { name: 'Goes' })
  await follow(both, both.calendars, email)
  const [mail] = await fixture.mails(email)
  await fixture.pool.query('update public.calendars set disabled = true where id = $1', [both.calendars[1]])
  const { body: confirmed } = await fixture.call('confirm-contact-subscription', { token: tokenIn(mail) })
  assert.equal(confirmed.status, 'confirmed')
  assert.deepEqual(await addresses(both.calendars[0] ?? ''), [email])
  assert.deepEqual(await addresses(both.calendars[1] ?? ''), [])
})

test('a calendar whose owner has used up the day stops only itself; a mailbox gets so many mails a day', async () => {
  const town = await page({ name: 'Oak' }, { name: 'Busy', trial: true })
  const [oak = '', busy = ''] = town.calendars
  for (let i = 0; i < rateLimits['follow-trial-owner'].max; i += 1) {
    const asked = { email: newAddress(), calendar_id: busy }
    const { status } = await fixture.call('send-contact-confirmation', asked, { network: newNetwork() })
    assert.equal(status, 200)
  }
  const email = newAddress()
  assert.deepEqual(statuses((await follow(town, [oak, busy], email)).body), ['sent', 'busy'])
  for (let i = 1; i < rateLimits['confirmation-mail'].max; i += 1) {
    const more = await page({ name: 'More' }, { name: 'And more' })
    assert.equal((await follow(more, more.calendars, email)).body.status, 'sent')
  }
  const last = await page({ name: 'Last' }, { name: 'Least' })
  const refused = await follow(last, last.calendars, email)
  assert.deepEqual([refused.status, refused.body.code], [429, 'over_email_send_rate_limit'])
  assert.equal((await fixture.mails(email)).length, rateLimits['confirmation-mail'].max)
})

test('many calendars at once count as several requests of a network', async () => {
  const town = await page(...Array.from({ length: 6 }, () => ({ name: 'Oak' })))
  const network = newNetwork()
  const ask = () =>
    fixture.call(
      'follow-collection',
      { collection_id: town.id, calendar_ids: town.calendars, email: newAddress() },
      { network },
    )
  for (let i = 0; i < rateLimits['follow-network'].max / 2; i += 1) assert.equal((await ask()).status, 200)
  const refused = await ask()
  assert.equal(refused.status, 429)
  assert.ok(Number(refused.headers.get('retry-after')) > 0)
})

test('what is not a request gets a sentence and changes nothing; robots get a friendly answer', async () => {
  const town = await page({ name: 'Oak' })
  const bad = [[], 'oak', ['oak'], null, Array.from({ length: 51 }, () => randomUUID())]
  for (const calendars of bad) assert.equal((await follow(town, calendars)).status, 400)
  for (const email of ['nobody', '', null, 7]) assert.equal((await follow(town, town.calendars, email)).status, 400)
  const robot = newAddress()
  const { body } = await follow(town, town.calendars, robot, { website: 'https://spam.example' })
  assert.equal(body.status, 'sent')
  assert.equal((await fixture.mails(robot)).length, 0)
})

test('the owner of a calendar is notified that it is on a town page, with a way to decline', async () => {
  const { pool } = fixture
  const calendar = await fixture.calendar({ name: 'Elm Street' })
  const organizer = randomUUID()
  await pool.query(
    "insert into auth.users (id, email, encrypted_password, email_confirmed_at) values ($1, $2, 'x', now())",
    [organizer, `${organizer}@example.org`],
  )
  const { rows } = await pool.query('select identifier, owner_id from public.calendars where id = $1', [calendar])
  await pool.query('update auth.users set email_confirmed_at = now() where id = $1', [rows[0].owner_id])
  const headers = await fixture.signedIn(organizer)
  const rest = (path: string, json: object) =>
    fixture.request(`/rest/v1/${path}`, {
      json,
      headers: { ...headers, prefer: 'return=representation' },
      network: newNetwork(),
    })
  const made = await rest('collections', { name: 'South side <evil@site.example>' })
  assert.equal(made.status, 201)
  const [{ id }] = await made.json()
  const added = await rest('rpc/add_collection_calendar', { p_collection_id: id, p_number: Number(rows[0].identifier) })
  assert.equal(added.status, 200)
  const [mail, ...more] = await fixture.mails(`${rows[0].owner_id}@example.org`)
  assert.equal(more.length, 0)
  assert.match(mail?.subject ?? '', /^Elm Street is on the town page South side evil site example$/)
  assert.match(mail?.text ?? '', /https:\/\/town\.example\/towns/)
})
