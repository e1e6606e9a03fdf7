// Looking at a calendar by week, day and agenda, searching it, and the page of one event.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright'
import { longDay, monthName } from '#domain/date-words.ts'
import { addDays, addMonths, monthOf } from '#domain/dates.ts'
import { shownWords } from '#domain/views.ts'
import {
  button,
  dayButton,
  dialog,
  field,
  hasFocus,
  isAt,
  isDisabled,
  seesNot,
  seesToast,
} from '#testing/browser/acts.ts'
import { violations } from '#testing/browser/axe.ts'
import { type BrowserFixture, openBrowserFixture } from '#testing/browser/fixture.ts'
import {
  arriveAs,
  type Calendar,
  count,
  makeCalendar,
  makeEvent,
  makePerson,
  type Person,
} from '#testing/browser/people.ts'
import { layoutShift, SHIFT_MAX, watchPaint } from '#testing/browser/vitals.ts'

let fixture: BrowserFixture
let owner: Person
let calendar: Calendar
let day: string
before(async () => {
  fixture = await openBrowserFixture()
  owner = await makePerson(fixture.app, 'Maria Santos')
  calendar = await makeCalendar(fixture.app, owner, { name: 'Elm Street', contacts: ['neighbor@town.example'] })
  day = await makeEvent(fixture.app, calendar, { title: 'Block party', inDays: 8, place: 'The green' })
  await makeEvent(fixture.app, calendar, {
    title: 'Water is off',
    inDays: 8,
    category: 'Alert',
    from: '09:00',
    to: '10:00',
  })
})
after(() => fixture.close())

/** Its link in a list or a week; "Add to calendar" has one of its own. */
const partyIn = (page: Page) => page.getByRole('main').getByRole('link', { name: /^(?!Add).*Block party$/ })

test('a visitor goes by week to a day, filters, searches and opens an event, all by its address and by keyboard', async () => {
  const visitor = await fixture.visitor({ width: 360 })
  const { page } = visitor
  await page.goto(`/calendar/${calendar.id}?view=week&date=${addDays(day, -7)}`)
  await page.waitForLoadState('networkidle')
  const party = partyIn(page)
  const week = (at: string) => page.getByRole('heading', { level: 2, name: shownWords('week', at), exact: true })
  await week(addDays(day, -7)).waitFor()
  assert.equal(await party.count(), 0)
  const next = page.getByRole('link', { name: `Next week, ${shownWords('week', day)}` })
  await next.focus()
  await page.keyboard.press('Enter')
  await week(day).waitFor()
  await party.waitFor()
  assert.equal(await page.getByRole('link', { name: 'Week', exact: true }).getAttribute('aria-current'), 'page')
  assert.deepEqual(await violations(page), [])

  // The month, not the list that a phone starts with.
  await page.getByRole('link', { name: 'Month', exact: true }).click()
  await page.getByRole('grid').waitFor()
  await page.goBack()
  await page.getByRole('link', { name: longDay(day), exact: true }).click()
  await page.getByRole('heading', { level: 2, name: longDay(day), exact: true }).waitFor()
  await party.waitFor()
  await button(page, 'Filter').click()
  const alerts = page.getByRole('checkbox', { name: 'Alert' })
  await alerts.press('Space')
  await page.waitForURL(/[?&]category=Alert/)
  await party.waitFor({ state: 'detached' })
  await page.getByRole('main').getByRole('link', { name: 'Water is off', exact: true }).waitFor()
  await hasFocus(alerts)
  await alerts.press('Space')
  await party.waitFor()
  await page.waitForURL((url) => url.search === `?view=day&date=${day}`)

  await page.getByRole('searchbox', { name: 'Search this calendar' }).fill('green party')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 2, name: 'Search results for “green party”' }).waitFor()
  await page.getByText('1 event', { exact: true }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { level: 2, name: longDay(day), exact: true }).waitFor()
  await page.goForward()
  await page.getByRole('heading', { level: 2, name: 'Search results for “green party”' }).waitFor()
  await party.click()
  await isAt(page, new RegExp(`^/calendar/${calendar.id}/events/`))
  await page.getByRole('heading', { level: 1, name: 'Block party' }).waitFor()
  assert.match(
    (await page.getByRole('link', { name: 'Directions' }).getAttribute('href')) ?? '',
    /^https:\/\/www\.openstreetmap\.org\/search\?query=The%20green%2C%20Burlington/,
  )
  const add = button(page, 'Add')
  await add.click()
  await dialog(page, 'Add “Block party”').getByRole('link', { name: 'Google Calendar' }).waitFor()
  await page.keyboard.press('Escape')
  await dialog(page, 'Add “Block party”').waitFor({ state: 'hidden' })
  await hasFocus(add)
  await button(page, 'Follow this Calendar').click()
  const join = dialog(page, 'Join Elm Street')
  await button(join, 'Cancel').click()
  await join.waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: 'Elm Street', exact: true }).click()
  await page.getByRole('heading', { level: 2, name: `Events for ${longDay(day)}` }).waitFor()
  await visitor.leave()
})

test('a link of a list leads there without loading anew, and is left to the browser where a tab is asked for', async () => {
  const visitor = await fixture.visitor()
  const { page } = visitor
  await page.goto(`/calendar/${calendar.id}?date=${day}`)
  await page.evaluate(() => Object.assign(window, { stayed: true }))
  const party = partyIn(page).first()
  const [opened] = await Promise.all([
    page.context().waitForEvent('page'),
    party.click({ modifiers: ['ControlOrMeta'] }),
  ])
  await opened.waitForURL(/\/events\//)
  await opened.close()
  await isAt(page, new RegExp(`^/calendar/${calendar.id}$`))

  await party.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Block party' }).waitFor()
  await page.goBack()
  await party.waitFor()
  const agenda = page.getByRole('link', { name: 'Agenda', exact: true })
  await agenda.click()
  await page.locator('a[aria-current=page]', { hasText: 'Agenda' }).waitFor()
  const steps = await page.evaluate(() => history.length)
  // Going to where one is leaves no step to go back.
  await agenda.click()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' }).click()
  await isAt(page, /^\/pricing$/)
  assert.equal(await page.evaluate(() => history.length), steps + 1)
  assert.equal(await page.evaluate(() => 'stayed' in window), true)
  await visitor.leave()
})

test('on a wide screen a visitor sees a week and a day as hours, and nothing moves when they arrive', async () => {
  const visitor = await fixture.visitor()
  const { page } = visitor
  await watchPaint(page)
  const party = page.locator('[data-column-day]').getByRole('link', { name: /Block party/ })
  for (const view of ['day', 'week']) {
    await page.goto(`/calendar/${calendar.id}?view=${view}&date=${day}`)
    await party.waitFor()
    assert.ok((await layoutShift(page)) < SHIFT_MAX, view)
  }
  await page.evaluate(() => Object.assign(window, { stayed: true }))
  await party.click()
  await page.getByRole('heading', { level: 1, name: 'Block party' }).waitFor()
  assert.equal(await page.evaluate(() => 'stayed' in window), true)
  await visitor.leave()
})

test('without scripts the views, the search and the event are there by links and a form', async () => {
  const context = await fixture.browser.newContext({ baseURL: fixture.app.url, javaScriptEnabled: false })
  context.setDefaultTimeout(30_000)
  const page = await context.newPage()
  await page.goto(`/calendar/${calendar.id}`)
  await page.getByRole('link', { name: 'Agenda', exact: true }).click()
  await partyIn(page).waitFor()
  await button(page, 'Search events').click()
  await page.getByRole('searchbox').fill('green')
  await page.getByLabel('Event', { exact: true }).press('Space')
  await button(page, 'Search').click()
  await page.getByRole('heading', { name: 'Search results for “green”' }).waitFor()
  await partyIn(page).click()
  await page.getByRole('heading', { level: 1, name: 'Block party' }).waitFor()
  await button(page, 'Add to calendar').click()
  const file = await page.getByRole('link', { name: 'Apple Calendar and others' }).getAttribute('href')
  assert.match(await (await fetch(file ?? '')).text(), /SUMMARY:Block party/)
  await context.close()
})

test('an admin duplicates an event from the week onto another day, and finds both by searching', async () => {
  const visitor = await fixture.visitor()
  const { page } = visitor
  await arriveAs(visitor, fixture.app, owner)
  await page.goto(`/calendars/${calendar.id}?date=${day}`)
  const nextYear = monthName(addMonths(monthOf(day), 12))
  await button(page, 'Choose a month').click()
  await page.getByRole('link', { name: nextYear, exact: true }).click()
  await page.getByRole('heading', { level: 2, name: nextYear, exact: true }).waitFor()
  await page.getByRole('link', { name: 'Today', exact: true }).click()
  await page.getByRole('heading', { level: 2, name: monthName(monthOf(calendar.today)), exact: true }).waitFor()
  await page.goto(`/calendars/${calendar.id}?date=${day}`)
  await button(page, 'Duplicate Block party').click()
  const asking = dialog(page, 'Duplicate Block party')
  await isDisabled(button(asking, 'Continue'))
  const later = addDays(day, 3)
  await field(asking, /^Date/).fill(later)
  await button(asking, 'Continue').click()
  const adding = dialog(page, `Add Event - ${longDay(later)}`)
  assert.equal(await field(adding, /^Event Title/).inputValue(), 'Block party')
  assert.equal(await field(adding, 'Location Name (optional)').inputValue(), 'The green')
  assert.equal(await field(adding, /^Start Time/).inputValue(), '17:00')
  assert.deepEqual(await violations(page), [])
  await button(adding, 'Create Event').click()
  await seesToast(page, 'Event created')
  await adding.waitFor({ state: 'detached' })
  assert.equal(
    await count(fixture.app.pool, `public.events where title = 'Block party' and event_date = $1`, [later]),
    1,
  )

  await button(page, 'Search events').click()
  await page.getByRole('searchbox', { name: 'Search this calendar' }).fill('party')
  await button(page, 'Search').click()
  await page.getByText('2 events', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Past', exact: true }).click()
  await page.getByText('No events match.').waitFor()
  await page.getByRole('link', { name: 'Clear search' }).click()
  await dayButton(page, day).waitFor()
  await seesNot(page, 'No events match.')

  // Where there is no room for the day beside the month, it opens above it.
  await page.setViewportSize({ width: 1150, height: 900 })
  // Beside its events.
  await dayButton(page, day).click({ position: { x: 12, y: 12 } })
  const shownDay = dialog(page, `Events for ${longDay(day)}`)
  await button(shownDay, 'Edit Block party').waitFor()
  assert.deepEqual(await violations(page), [])
  await page.keyboard.press('Escape')
  await shownDay.waitFor({ state: 'detached' })
  await hasFocus(dayButton(page, day))
  await page.setViewportSize({ width: 1280, height: 900 })

  // A wide week is a grid of hours: a click on an empty one adds an event there.
  await page.goto(`/calendars/${calendar.id}?view=week&date=${day}`)
  const alert = page.getByRole('link', { name: /^Alert, Water is off/ })
  await alert.click()
  await dialog(page, 'Water is off').waitFor()
  await page.keyboard.press('Escape')
  await hasFocus(alert)
  assert.equal(await page.getByRole('main').getByText('Today', { exact: true }).count(), 1)
  assert.deepEqual(await violations(page), [])
  const HOUR_PX = 48
  const column = page.locator(`[data-column-day="${day}"]`)
  await column.click({ position: { x: 20, y: 13.25 * HOUR_PX } })
  const slot = dialog(page, `Add Event - ${longDay(day)}`)
  assert.equal(await field(slot, /^Start Time/).inputValue(), '13:00')
  assert.equal(await field(slot, /^End Time/).inputValue(), '14:00')
  await page.keyboard.press('Escape')
  await slot.waitFor({ state: 'detached' })
  await column.hover({ position: { x: 20, y: 15.25 * HOUR_PX } })
  await page.mouse.down()
  await column.hover({ position: { x: 20, y: 16.75 * HOUR_PX } })
  await page.mouse.up()
  await slot.waitFor()
  assert.equal(await field(slot, /^Start Time/).inputValue(), '15:00')
  assert.equal(await field(slot, /^End Time/).inputValue(), '17:00')
  await page.keyboard.press('Escape')
  await slot.waitFor({ state: 'detached' })

  // Of a calendar that is not public, the page is its members'.
  const board = await makeCalendar(fixture.app, owner, { name: 'Board' })
  await makeEvent(fixture.app, board, { title: 'Board meeting' })
  await fixture.app.pool.query('update public.calendars set disabled = true where id = $1', [board.id])
  await page.goto(`/calendars/${board.id}?view=week`)
  await page.getByRole('link', { name: /Board meeting/ }).click()
  await dialog(page, 'Board meeting').getByRole('link', { name: 'Event page' }).click()
  await page.getByRole('heading', { level: 1, name: 'Board meeting' }).waitFor()
  const { pathname } = new URL(page.url())
  await visitor.leave()

  const other = await fixture.visitor()
  await arriveAs(other, fixture.app, await makePerson(fixture.app, 'Sam Stranger'))
  await other.page.goto(pathname)
  await other.page.getByRole('heading', { level: 1, name: 'Event Not Found' }).waitFor()
  await other.leave()
})
