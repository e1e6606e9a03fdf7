import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addDays, daysBetween, instantAt } from '#domain/dates.ts'
import { sameWeekday } from '#domain/roll-forward.ts'
import { button, dialog, field, isDisabled, pressTool, sees, seesNot, seesToast, step } from '#testing/browser/acts.ts'
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
  await pressTool(page, 'Import events')
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
  for (const name of ['Stone soup', 'Choir days']) await page.getByRole('heading', { name }).first().waitFor()
  assert.equal(await stored(), 4)
  assert.equal(await count(app.pool, 'public.events where calendar_id = $1 and include_in_mailer', [calendar.id]), 0)

  await pressTool(page, 'Import events')
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

  await step('an import is undone from its toast', async () => {
    await field(asked, 'Category for all events').selectOption('Notice')
    await button(asked, 'Check the file').click()
    await asked.getByText(/^First: Bake sale/).waitFor()
    await button(asked, 'Import 1 event').click()
    await seesToast(page, '1 event added')
    await asked.waitFor({ state: 'detached' })
    const sale = `public.events where calendar_id = $1 and title = 'Bake sale' and category = 'Notice'`
    assert.equal(await count(app.pool, sale, [calendar.id]), 1)
    const added = page.locator('[data-sonner-toast]').filter({ hasText: '1 event added' })
    await button(added, 'Undo').click()
    await seesToast(page, 'Import undone, 1 event removed')
    assert.equal(await count(app.pool, sale, [calendar.id]), 0)
  })

  await step('an older import is undone from the list, which keeps what somebody has changed', async () => {
    await app.pool.query(`update public.events set category = 'FYI' where calendar_id = $1 and title = 'Stone soup'`, [
      calendar.id,
    ])
    await pressTool(page, 'Import events')
    await asked.getByRole('radio', { name: 'Google Calendar' }).check()
    await sees(asked, 'Choose “Import & export”, then Export. Google saves a .zip file.')
    await sees(asked, 'Undone, 1 event removed')
    await button(asked, /^Undo import: .*2 events from a file, Lena Leader$/).click()
    await seesToast(page, 'Import undone, 1 event removed')
    await page.locator('[data-sonner-toast]').getByText('1 event changed since stays: Stone soup').waitFor()
    await sees(asked.getByRole('listitem').filter({ hasText: '2 events from a file' }), 'Undone, 1 event removed')
    assert.equal(
      await asked.getByRole('heading', { name: 'Earlier imports' }).evaluate((it) => it === document.activeElement),
      true,
    )
    assert.deepEqual(await violations(page), [])
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, 'it fits')
    assert.equal(await stored(), 1)
  })
  await visitor.leave()
})

test('an owner connects an address in the same dialog; an admin who is not the owner is told to ask them', async () => {
  const { app } = fixture
  const ofelia = await makePerson(app, 'Ofelia Owner')
  const amir = await makePerson(app, 'Amir Admin')
  const calendar = await makeCalendar(app, ofelia, { admins: [amir] })
  const admin = await fixture.visitor()
  await arriveAs(admin, app, amir)
  await admin.page.goto(`/calendars/${calendar.id}`)
  await pressTool(admin.page, 'Import events')
  await admin.page.getByRole('radio', { name: 'A web address' }).check()
  await sees(dialog(admin.page, 'Import events'), 'Only the owner of this calendar can connect it to an address.')
  await admin.leave()

  const visitor = await fixture.visitor()
  const { page } = visitor
  await arriveAs(visitor, app, ofelia)
  await page.goto(`/calendars/${calendar.id}`)
  await pressTool(page, 'Import events')
  const asked = dialog(page, 'Import events')
  await asked.getByRole('radio', { name: 'A web address' }).check()
  await button(asked, 'Save and check').click()
  await sees(asked, 'Enter the address of a calendar.')
  // This machine's own address: what the worker must not ask.
  await field(asked, 'Address').fill(`${app.url.replace('http:', 'webcal:')}/calendar/${calendar.id}.ics`)
  await button(asked, 'Save and check').click()
  await sees(asked, "The link leads to an address that isn't public.")
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
  await pressTool(other.page, 'Import events')
  const asked = dialog(other.page, 'Import events')
  await asked.getByRole('radio', { name: 'A web address' }).check()
  await button(asked, 'Check now').click()
  await sees(asked, "The link leads to an address that isn't public.")
  await other.leave()
})

test('a new calendar starts from a kit of typical events, of which nobody is notified, and sends its owner a test', async () => {
  const { app } = fixture
  const hana = await makePerson(app, 'Hana Hoa')
  const calendar = await makeCalendar(app, hana, {
    name: 'Cedar Court',
    contacts: ['ann@town.example', 'bob@town.example'],
  })
  const isThere = (where: string) =>
    count(app.pool, `public.event_series where calendar_id = $1 and ${where}`, [calendar.id])
  const visitor = await fixture.visitor()
  const { page } = visitor
  await arriveAs(visitor, app, hana)
  await page.goto('/dashboard')

  await step('she keeps five of six events, gives one another name and day, and adds them in one step', async () => {
    await button(page, 'Start from a kit').click()
    const kit = dialog(page, 'Start from a kit')
    await kit.getByRole('radio', { name: 'HOA' }).check()
    assert.equal(await kit.getByRole('listitem').count(), 6)
    await kit.getByRole('checkbox', { name: 'Add Block party' }).uncheck()
    await field(kit, 'Day: Annual meeting').fill(calendar.today)
    await sees(kit, 'Each event needs a title, a start, and a day after today.')
    await isDisabled(button(kit, 'Add 5 events'))
    await field(kit, 'Day: Annual meeting').fill(addDays(calendar.today, 30))
    await field(kit, 'Title: Annual meeting').fill('Meeting of all owners')
    await sees(
      kit,
      'Nobody is notified; the events only show on the calendar. You can change that for each event later.',
    )
    assert.deepEqual(await violations(page), [])
    await button(kit, 'Add 5 events').click()
    await seesToast(page, '5 events added')
    await kit.waitFor({ state: 'detached' })
  })

  await step('they are on the calendar, two of them repeat, and none is in the mailer', async () => {
    assert.equal(await isThere(`title in ('Board meeting', 'Bulk trash pick-up') and not include_in_mailer`), 2)
    const events = 'public.events where calendar_id = $1 and '
    const once = `event_date = $2 and title = 'Meeting of all owners' and not include_in_mailer`
    assert.equal(await count(app.pool, events + once, [calendar.id, addDays(calendar.today, 30)]), 1)
    assert.equal(await count(app.pool, `${events}(include_in_mailer or title = 'Block party')`, [calendar.id]), 0)
    assert.equal(await count(app.pool, `${events}event_date <= $2`, [calendar.id, calendar.today]), 0)
  })

  await step('the checklist sends her a test, and ticks it off', async () => {
    const start = page.getByRole('region', { name: 'Getting started: Cedar Court' })
    await start.getByText('2 of 4 done').waitFor()
    await button(start, 'Send test').click()
    await start.getByText('3 of 4 done').waitFor()
    assert.equal(await button(start, 'Send test').count(), 0)
  })
  await visitor.leave()
})

test('an admin rolls last year forward: reviewed, corrected, added at once, and undone', async () => {
  const { app } = fixture
  const rosa = await makePerson(app, 'Rosa Roll')
  const calendar = await makeCalendar(app, rosa)
  const copyOf = (inDays: number) => {
    const was = addDays(calendar.today, inDays)
    const next = sameWeekday(was, 1)
    return { was, next: next > calendar.today ? next : sameWeekday(was, 2) }
  }
  const make = async (title: string, inDays: number, more: Partial<Record<'category' | 'status', string>> = {}) => {
    const { category = 'Event', status = 'scheduled' } = more
    const start = instantAt(addDays(calendar.today, inDays), '18:00', calendar.zone)
    await app.pool.query(
      `insert into public.events (calendar_id, title, start_time, end_time, category, status)
       values ($1, $2, $3, $3::timestamptz + interval '2 hours', $4, $5)`,
      [calendar.id, title, start, category, status],
    )
  }
  await make('Bake sale', -200)
  await make('Fun run', -150)
  await make('Rained out', -150, { status: 'cancelled' })
  await make('Boil water', -150, { category: 'Alert' })
  await make('Fun run 5K', daysBetween(calendar.today, copyOf(-150).next))
  const visitor = await fixture.visitor({ width: 360, height: 740 })
  const { page } = visitor
  await arriveAs(visitor, app, rosa)
  await page.goto(`/calendars/${calendar.id}`)
  await pressTool(page, 'Import events')
  const asked = dialog(page, 'Import events')
  await asked.getByRole('radio', { name: 'Last year, on this calendar' }).check()
  const box = (title: string) => asked.getByRole('checkbox', { name: `Add ${title}`, exact: true })
  await box('Bake sale').waitFor()
  const ticked = await Promise.all(
    ['Bake sale', 'Fun run', 'Rained out', 'Boil water'].map((it) => box(it).isChecked()),
  )
  assert.deepEqual(ticked, [true, false, false, false])
  await sees(asked, /^Already there: Fun run 5K/)
  assert.equal(await field(asked, 'New day: Bake sale').inputValue(), copyOf(-200).next)
  await sees(asked, /^Was .*, the \w+ \w+$/)
  assert.deepEqual(await violations(page), [])
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, 'it fits')

  const shifted = addDays(copyOf(-200).next, 7)
  await field(asked, 'New day: Bake sale').fill(shifted)
  await box('Rained out').check()
  await button(asked, 'Add 2 events').click()
  await seesToast(page, '2 events added')
  const coming = (title: string, day: string) =>
    count(app.pool, 'public.events where calendar_id = $1 and title = $2 and event_date = $3 and status = $4', [
      calendar.id,
      title,
      day,
      'scheduled',
    ])
  assert.equal(await coming('Bake sale', shifted), 1)
  assert.equal(await coming('Rained out', copyOf(-150).next), 1)
  await button(page.locator('[data-sonner-toast]').filter({ hasText: '2 events added' }), 'Undo').click()
  await seesToast(page, 'Import undone, 2 events removed')
  assert.equal(await coming('Bake sale', shifted), 0)
  await visitor.leave()
})
