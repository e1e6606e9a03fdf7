// Alerts in calendars' feeds: sent, updated, ended by the all clear or by their time.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { inTransaction } from '#database/scope.ts'
import { hours } from '#domain/durations.ts'
import { addContacts } from '#testing/calendars.ts'
import { signedIn } from '#tests/policies/people.ts'
import { type FunctionsFixture, openFunctionsFixture } from '../functions/fixture.ts'
import { readers } from './readers.ts'

let fixture: FunctionsFixture
before(async () => {
  fixture = await openFunctionsFixture()
})
after(() => fixture.close())

const text = async (path: string) => (await fixture.request(path, { headers: { apikey: '' } })).text()

interface Item {
  id: string
  title: string
  text: string
}

/** What each feed shows of the calendar's alerts: iCalendar read by two independent parsers, JSON, RSS and the frame. */
async function feedsOf(calendar: string) {
  const path = `/calendar/${calendar}`
  const day = hours(24)
  const calendars = Object.values(readers).map(async (read) =>
    read(await text(`${path}.ics`), new Date(Date.now() - day), new Date(Date.now() + day)).map(
      ({ uid, title, description }): Item => ({ id: uid, title, text: description }),
    ),
  )
  const json = JSON.parse(await text(`${path}.json`)).items.map(
    (item: { id: string; title: string; content_text: string }): Item => ({ ...item, text: item.content_text }),
  )
  const items = (await text(`${path}.rss`)).match(/<item>.*?<\/item>/gs) ?? []
  const rss = items.map((item): Item => {
    const part = (name: string) => new RegExp(`<${name}[^>]*>(.*?)</${name}>`, 's').exec(item)?.[1] ?? ''
    return { id: part('guid'), title: part('title').replace(/ \(.*/, ''), text: part('description') }
  })
  return { ics: await Promise.all(calendars), json: json as Item[], rss, frame: await text(`/embed/${calendar}`) }
}

async function asOwner(calendar: string, statement: string, values: unknown[]) {
  const { rows } = await fixture.pool.query('select owner_id from public.calendars where id = $1', [calendar])
  return inTransaction(
    fixture.pool,
    async (client) => (await client.query(statement, values)).rows[0],
    signedIn(rows[0].owner_id),
  )
}

/** Sends an alert that holds for an hour. */
async function sendAlert(calendar: string): Promise<string> {
  await addContacts(fixture.pool, calendar, 'email', ['ann@example.org'])
  const send = `select * from public.send_new_alert($1, $2, 'Boil water', 'The main on Elm Street broke.', now() + interval '1 hour')`
  return (await asOwner(calendar, send, [randomUUID(), calendar])).event_id
}

const follow = (calendar: string, event: string, kind: string, message: string) =>
  asOwner(calendar, 'select public.follow_up_alert($1, $2, $3, $4)', [randomUUID(), event, kind, message])

test('an alert, its update and its all clear are in every feed at once, as something new', async () => {
  const calendar = await fixture.calendar()
  const before = await feedsOf(calendar)
  assert.deepEqual([before.json, before.rss, ...before.ics], [[], [], [], []])

  const event = await sendAlert(calendar)
  const sent = await feedsOf(calendar)
  for (const items of [sent.json, sent.rss, ...sent.ics]) {
    assert.deepEqual(
      items.map(({ title }) => title),
      ['ALERT: Boil water'],
    )
    assert.match(items[0]!.text, /The main on Elm Street broke\./)
  }
  assert.match(sent.frame, />ALERT: Boil water</)
  assert.match(await text(`/embed/${calendar}?lang=es`), />ALERTA: Boil water</)

  await follow(calendar, event, 'update', 'Water trucks are at the school.')
  const updated = await feedsOf(calendar)
  for (const items of [updated.json, updated.rss, ...updated.ics]) {
    assert.equal(items[0]!.title, 'ALERT: Boil water')
    assert.match(items[0]!.text, /ALERT UPDATE, .*: Water trucks are at the school\..*The main on Elm Street broke\./s)
  }
  assert.notEqual(updated.rss[0]!.id, sent.rss[0]!.id)
  assert.notEqual(updated.json[0]!.id, sent.json[0]!.id)
  assert.equal(updated.ics[0]![0]!.id, sent.ics[0]![0]!.id, 'a calendar program replaces it')

  await follow(calendar, event, 'all_clear', 'The water is fine again.')
  const cleared = await feedsOf(calendar)
  for (const items of [cleared.json, cleared.rss, ...cleared.ics]) {
    assert.deepEqual(
      items.map(({ title }) => title),
      ['ALL CLEAR: Boil water'],
    )
    assert.match(items[0]!.text, /ALL CLEAR, .*: The water is fine again\..*ALERT UPDATE/s)
  }
  assert.match(cleared.frame, />ALL CLEAR: Boil water</)
  assert.doesNotMatch(cleared.frame, />ALERT: /)
})

test('an alert whose time is over is no longer active, though nobody changed it', async () => {
  const calendar = await fixture.calendar()
  await sendAlert(calendar)
  assert.equal((await feedsOf(calendar)).json[0]?.title, 'ALERT: Boil water')
  fixture.later(hours(2))
  const over = await feedsOf(calendar)
  assert.deepEqual([over.json, over.rss], [[], []])
  for (const items of over.ics) assert.equal(items[0]?.title, 'OVER – Boil water')
  assert.doesNotMatch(over.frame, /Boil water/)
  fixture.later(-hours(2))
})

test('the feed of a member shows alerts of a private calendar', async () => {
  const calendar = await fixture.calendar()
  await fixture.pool.query('update public.calendars set disabled = true where id = $1', [calendar])
  await fixture.pool.query(
    `insert into public.events (calendar_id, title, category, start_time, end_time)
     values ($1, 'Road closed', 'Alert', now(), now() + interval '1 hour')`,
    [calendar],
  )
  const { secret } = await asOwner(calendar, 'select public.renew_feed_link($1) as secret', [calendar])
  assert.match(await text(`/feed/${secret}.ics`), /SUMMARY:ALERT: Road closed/)
})
