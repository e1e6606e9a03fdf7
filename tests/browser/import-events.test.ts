import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addDays } from '#domain/dates.ts'
import { button, dayButton, dialog, field, sees, seesNot, seesToast } from '#testing/browser/acts.ts'
import { violations } from '#testing/browser/axe.ts'
import { type BrowserFixture, openBrowserFixture } from '#testing/browser/fixture.ts'
import { arriveAs, count, makeCalendar, makePerson } from '#testing/browser/people.ts'

let fixture: BrowserFixture
before(async () => {
  fixture = await openBrowserFixture()
})
after(() => fixture.close())

test('an admin imports a calendar file after a preview, and importing it again changes nothing', async () => {
  const { app } = fixture
  const lena = await makePerson(app, 'Lena Leader')
  const calendar = await makeCalendar(app, lena)
  const day = calendar.today.replaceAll('-', '')
  const lines = [
    'BEGIN:VCALENDAR',
    ...['BEGIN:VEVENT', 'UID:soup', `DTSTART:${day}T230000`, `DTEND:${day}T233000`, 'SUMMARY:Stone soup', 'END:VEVENT'],
    ...[
      'BEGIN:VEVENT',
      'UID:choir',
      `DTSTART;VALUE=DATE:${day}`,
      'RRULE:FREQ=DAILY;COUNT=3',
      'SUMMARY:Choir days',
      'END:VEVENT',
    ],
    ...['BEGIN:VEVENT', 'UID:lost', 'SUMMARY:No date', 'END:VEVENT'],
    'END:VCALENDAR',
  ]
  const file = { name: 'town.ics', mimeType: 'text/calendar', buffer: Buffer.from(lines.join('\r\n')) }
  const stored = () => count(app.pool, 'public.events where calendar_id = $1', [calendar.id])

  const visitor = await fixture.visitor({ width: 360, height: 740 })
  const { page } = visitor
  await arriveAs(visitor, app, lena)
  await page.goto(`/calendars/${calendar.id}`)
  await button(page, 'Import events').press('Enter')
  const asked = dialog(page, 'Import events')
  await field(asked, /^File/).setInputFiles(file)
  await button(asked, 'Check the file').press('Enter')
  await sees(asked, '2 events will be added')
  await sees(asked, '1 event skipped')
  await asked.getByText('See details').click()
  await sees(asked, 'Skipped: No date. It has no start time.')
  assert.deepEqual(await violations(page), [])
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, 'it fits')
  assert.equal(await stored(), 0, 'only shown')

  await button(asked, 'Import 2 events').press('Enter')
  await seesToast(page, '2 events added')
  await asked.waitFor({ state: 'detached' })
  await dayButton(page, calendar.today).click()
  for (const name of ['Stone soup', 'Choir days']) await page.getByRole('heading', { name }).waitFor()
  assert.equal(await stored(), 4)
  assert.equal(await count(app.pool, 'public.events where calendar_id = $1 and include_in_mailer', [calendar.id]), 0)

  await button(page, 'Import events').click()
  await field(asked, /^File/).setInputFiles(file)
  await button(asked, 'Check the file').click()
  await sees(asked, 'Nothing to import.')
  await sees(asked, '2 events already up to date')
  assert.equal(await stored(), 4)

  // A table with columns that say nothing: chosen by hand.
  const table = `What,On\nBake sale,${addDays(calendar.today, 1)}\n`
  await field(asked, /^File/).setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(table) })
  await seesNot(asked, 'Nothing to import.')
  await field(asked, 'Title column').selectOption('What')
  await field(asked, 'Date column').selectOption('On')
  await button(asked, 'Check the file').click()
  await sees(asked, '1 event will be added')
  await visitor.leave()
})

test('the owner checks an external calendar, sees why it failed, and accepts pending events; so can an admin', async () => {
  const { app } = fixture
  const olga = await makePerson(app, 'Olga Owner')
  const alan = await makePerson(app, 'Alan Admin')
  const calendar = await makeCalendar(app, olga, { admins: [alan] })
  // This machine's own address: what the worker must not ask.
  await app.pool.query('update public.calendars set external_calendar_url = $2 where id = $1', [
    calendar.id,
    `${app.url}/calendar/${calendar.id}.ics`,
  ])
  const visitor = await fixture.visitor({ width: 360, height: 740 })
  const { page } = visitor
  await arriveAs(visitor, app, olga)
  await page.goto(`/calendars/${calendar.id}/settings`)
  const settings = dialog(page, 'Calendar Settings')
  await settings.getByRole('tab', { name: 'External calendar' }).click()
  await sees(settings, 'Not connected yet.')
  await button(settings, 'Check now').click()
  await sees(settings, "The link leads to an address that isn't public.")
  assert.deepEqual(await violations(page), [])

  const shown = {
    counts: { added: 1, changed: 0, removed: 0, unchanged: 0, skipped: 0 },
    events: [{ title: 'Fair', day: calendar.today, repeats: false, result: 'added', problem: null }],
  }
  await app.pool.query(
    "update public.inbound_feeds set problem = null, seen = 'this', shown = $2, checked_at = now() where calendar_id = $1",
    [calendar.id, shown],
  )
  await page.reload()
  await settings.getByRole('tab', { name: 'External calendar' }).click()
  await sees(settings, '1 event will be added')
  await button(settings, 'Accept').click()
  // The worker looks again, at the same closed address.
  await sees(settings, "The link leads to an address that isn't public.")
  assert.equal(
    await count(app.pool, "public.inbound_feeds where calendar_id = $1 and accepted = 'this'", [calendar.id]),
    1,
  )
  await button(settings, 'Stop syncing').click()
  await seesToast(page, 'Syncing stopped')
  await sees(settings, 'Not connected yet.')
  await visitor.leave()

  // An admin, who has no settings to open, finds it where events are imported.
  const other = await fixture.visitor()
  await arriveAs(other, app, alan)
  await other.page.goto(`/calendars/${calendar.id}`)
  await button(other.page, 'Import events').click()
  const asked = dialog(other.page, 'Import events')
  await asked.getByRole('tab', { name: 'External calendar' }).click()
  await button(asked, 'Check now').click()
  await sees(asked, "The link leads to an address that isn't public.")
  await other.leave()
})
