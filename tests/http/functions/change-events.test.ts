// Changes several events in one call: as the caller, in one transaction, and it can be undone.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { addDays, dayInZone, instantAt } from '#domain/dates.ts'
import { type FunctionsFixture, openFunctionsFixture } from './fixture.ts'

const ZONE = 'America/Chicago'
let fixture: FunctionsFixture
let calendar: string
let owner: string
let headers: Record<string, string>

before(async () => {
  fixture = await openFunctionsFixture()
})
beforeEach(async () => {
  calendar = await fixture.calendar()
  const { rows } = await fixture.pool.query(
    'update public.calendars set time_zone = $2 where id = $1 returning owner_id',
    [calendar, ZONE],
  )
  owner = rows[0].owner_id
  headers = await fixture.signedIn(owner)
})
after(() => fixture.close())

async function addEvent(title: string, inDays = 5, createdBy = owner): Promise<string> {
  const day = addDays(dayInZone(new Date(), ZONE), inDays)
  const { rows } = await fixture.pool.query(
    `insert into public.events (calendar_id, title, start_time, end_time, event_date, end_date, event_date_for_reporting, category, created_by)
     values ($1, $2, $3, $4, $5, $5, now(), 'Event', $6) returning id`,
    [calendar, title, instantAt(day, '10:00', ZONE), instantAt(day, '11:00', ZONE), day, createdBy],
  )
  return rows[0].id
}

async function stored() {
  const { rows } = await fixture.pool.query(
    `select id, to_json(updated_at) #>> '{}' as updated_at, title, category, status, status_reason, include_in_mailer
     from public.events where calendar_id = $1 order by title`,
    [calendar],
  )
  return rows
}

async function named(...ids: string[]) {
  return (await stored()).filter(({ id }) => ids.includes(id)).map(({ id, updated_at }) => ({ id, updated_at }))
}

const send = (json: object, as = headers) =>
  fixture.call('change-events', { calendar_id: calendar, ...json }, { headers: as })

const states = async () => (await stored()).map(({ title, status, status_reason }) => [title, status, status_reason])

test('a rain-out cancels what was chosen with one reason, and undoing sets all of it back', async () => {
  const [choir, fair] = [await addEvent('Choir'), await addEvent('Fair')]
  await addEvent('Soup')
  const { status, body } = await send({ action: 'cancel', reason: ' Storm ', events: await named(choir, fair) })
  assert.equal(status, 200, JSON.stringify(body))
  assert.deepEqual([body.changed.length, body.skipped], [2, 0])
  assert.deepEqual(await states(), [
    ['Choir', 'cancelled', 'Storm'],
    ['Fair', 'cancelled', 'Storm'],
    ['Soup', 'scheduled', null],
  ])
  const undone = await send({ undo: body.changed })
  assert.deepEqual([undone.body.changed.length, undone.body.skipped], [2, 0], JSON.stringify(undone.body))
  assert.ok((await states()).every(([, status, reason]) => status === 'scheduled' && reason === null))
})

test('undoing keeps what somebody has changed since', async () => {
  const [choir, fair] = [await addEvent('Choir'), await addEvent('Fair')]
  const { body } = await send({ action: 'postpone', reason: 'Storm', events: await named(choir, fair) })
  await fixture.pool.query("update public.events set status_reason = 'Flooded hall' where id = $1", [choir])
  const undone = await send({ undo: body.changed })
  assert.deepEqual([undone.body.changed.length, undone.body.skipped], [1, 1])
  assert.deepEqual(await states(), [
    ['Choir', 'postponed', 'Flooded hall'],
    ['Fair', 'scheduled', null],
  ])
})

test('category and mailer change nothing else, and past events are skipped', async () => {
  const [choir, old] = [await addEvent('Choir'), await addEvent('Old fair', -3)]
  const events = await named(choir, old)
  const { body } = await send({ action: 'category', category: 'Notice', events })
  assert.deepEqual([body.changed.length, body.skipped], [1, 1])
  await send({ action: 'mailer', include_in_mailer: false, events })
  const found = (await stored()).map(({ title, category, include_in_mailer, status }) => [
    title,
    category,
    include_in_mailer,
    status,
  ])
  assert.deepEqual(found, [
    ['Choir', 'Notice', false, 'scheduled'],
    ['Old fair', 'Event', true, 'scheduled'],
  ])
})

test('events are deleted together unless somebody has changed them since, and come back together', async () => {
  const [choir, fair, soup] = [await addEvent('Choir'), await addEvent('Fair'), await addEvent('Soup')]
  const events = await named(choir, fair, soup)
  await fixture.pool.query("update public.events set title = 'Soup and bread' where id = $1", [soup])
  const { body } = await send({ action: 'delete', events })
  assert.deepEqual([body.changed.length, body.skipped], [2, 1])
  assert.deepEqual(
    (await stored()).map(({ title }) => title),
    ['Soup and bread'],
  )
  const restored = await send({ restore: body.changed.map(({ id }: { id: string }) => id) })
  assert.equal(restored.status, 200, JSON.stringify(restored.body))
  const again = await send({ restore: [randomUUID()] })
  assert.deepEqual([again.status, again.body.error], [404, 'This event can no longer be restored.'])
  assert.deepEqual(
    (await stored()).map(({ title }) => title),
    ['Choir', 'Fair', 'Soup and bread'],
  )
})

test('nobody changes the events of others: strangers nothing, members what they created, and no other calendar is reached', async () => {
  const choir = await addEvent('Choir')
  const other = await fixture.calendar()
  const { rows } = await fixture.pool.query('select owner_id from public.calendars where id = $1', [other])
  const stranger = rows[0].owner_id
  const strange = await fixture.signedIn(stranger)
  const events = await named(choir)
  for (const action of ['cancel', 'delete', 'still_on']) {
    const { status, body } = await send({ action, events, notify: true }, strange)
    assert.ok(status === 403 || body.changed.length === 0, `${action}: ${JSON.stringify(body)}`)
  }
  // Their own calendar, with the ids of ours.
  const forged = await fixture.call(
    'change-events',
    { calendar_id: other, action: 'delete', events },
    { headers: strange },
  )
  assert.deepEqual([forged.body.changed.length, forged.body.skipped], [0, 1])
  assert.deepEqual(await states(), [['Choir', 'scheduled', null]])

  await fixture.pool.query(
    "insert into public.calendar_members (calendar_id, user_id, role) values ($1, $2, 'member')",
    [calendar, stranger],
  )
  const own = await addEvent('Own', 6, stranger)
  const { body } = await send({ action: 'cancel', events: await named(choir, own) }, strange)
  assert.deepEqual(
    body.changed.map(({ id }: { id: string }) => id),
    [own],
  )
  assert.deepEqual(await states(), [
    ['Choir', 'scheduled', null],
    ['Own', 'cancelled', null],
  ])
  const guest = await fixture.call('change-events', { calendar_id: calendar, action: 'cancel', events })
  assert.equal(guest.status, 401)
})

test('two admins at once: each event is changed once, and nothing deadlocks', async () => {
  const ids = []
  for (let count = 0; count < 8; count++) ids.push(await addEvent(`Event ${count}`))
  const events = await named(...ids)
  const answers = await Promise.all([
    send({ action: 'cancel', reason: 'Storm', events }),
    send({ action: 'cancel', reason: 'Flu', events: events.toReversed() }),
    send({ action: 'category', category: 'FYI', events }),
  ])
  for (const { status, body } of answers) assert.equal(status, 200, JSON.stringify(body))
  const cancelled = answers.slice(0, 2).map(({ body }) => body.changed.length)
  assert.deepEqual(cancelled.sort(), [0, 8], 'the second finds them cancelled')
  const reasons = new Set(
    (await stored()).map(({ status, status_reason, category }) => `${status} ${status_reason} ${category}`),
  )
  assert.equal(reasons.size, 1)
})

test('bad requests are refused in our words', async () => {
  const { status, body } = await send({ action: 'cancel', events: [{ id: 'x' }] })
  assert.equal(status, 400)
  assert.match(JSON.stringify(body), /Each event must have its id/)
  const long = await send({ action: 'cancel', reason: 'x'.repeat(201), events: await named(await addEvent('Choir')) })
  assert.equal(long.status, 400)
})
