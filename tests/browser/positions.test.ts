import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Locator, Page } from 'playwright'
import { button, isEnabled, isLoaded } from '#testing/browser/acts.ts'
import { type BrowserFixture, openBrowserFixture } from '#testing/browser/fixture.ts'
import { arriveAs } from '#testing/browser/people.ts'
import { DEMO_PASSWORD, type Demo, openDemo } from '#testing/browser/screens.ts'

// How much room the days of a calendar have, at scroll 0. The numbers are pixels from the top of the window.

let fixture: BrowserFixture
let demo: Demo
before(async () => {
  fixture = await openBrowserFixture()
  demo = await openDemo(fixture.app)
})
after(() => fixture.close())

const laptop = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }

test('an admin sees the month from 160 px on, this week in view, and the next mail above it', async () => {
  const { page, leave } = await admin(laptop)
  await page.goto(`/calendars/${demo.calendar}`)
  await sees(page)
  const grid = page.getByRole('grid')
  assert.ok((await top(grid)) <= 160, `the month begins at ${await top(grid)} px`)
  const today = await page.locator(`[data-day="${demo.today}"]`).boundingBox()
  assert.ok(today && today.y + today.height <= laptop.height, 'this week is not in view')
  const heights = await page.locator('tbody tr').evaluateAll((rows) => rows.map((row) => row.clientHeight))
  const thisWeek = await page.locator('tbody tr', { has: page.locator('[aria-current="date"]') }).boundingBox()
  assert.ok(thisWeek && thisWeek.height === Math.max(...heights), 'a week that is over takes as much as this one')
  for (const name of ['Share', 'Invite', 'Preview', 'Pause sending']) {
    assert.ok((await top(page.getByRole('button', { name, exact: true }))) < 160, `${name} is not above the month`)
  }
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  const mail = page.getByRole('dialog', { name: 'Email Preview' })
  await mail.frameLocator('iframe').getByRole('heading').first().waitFor()
  await page.keyboard.press('Escape')
  await mail.waitFor({ state: 'detached' })
  const description = page.getByRole('button', { name: 'Edit description' })
  assert.ok((await top(description)) > (await bottom(grid)), 'the description is not below the month')
  await page.getByRole('button', { name: /switch calendar$/ }).click()
  const choice = page.locator('[popover]:popover-open')
  assert.equal(await choice.locator('a, button').first().innerText(), 'Back')
  await choice.getByRole('button', { name: 'Edit calendar name' }).waitFor()
  await page.keyboard.press('Escape')

  await page.goto(`/calendars/${demo.calendar}?view=week`)
  await sees(page)
  const hours = page.locator('[data-time-grid]')
  assert.ok((await top(hours)) <= 160, `the week begins at ${await top(hours)} px`)
  assert.ok((await hours.boundingBox())?.width === laptop.width - 48, 'something stands beside the week')
  await page.getByRole('button', { name: 'Pause sending', exact: true }).click()
  await page.getByRole('link', { name: 'Resume sending' }).waitFor()
  await page.getByText('Sending is paused.').first().waitFor()
  await fixture.app.pool.query(resume, [demo.calendar])

  // What was just added waits with its Undo, and the toast covers none of it.
  await fixture.app.pool.query("update public.calendars set notify_at = '00:00' where id = $1", [demo.calendar])
  await page.goto(`/calendars/${demo.calendar}?new=1`)
  await page.getByLabel('Quick add').fill('Lantern walk today all day')
  await isEnabled(button(page, 'Create Event'))
  await page.keyboard.press('Control+Enter')
  await page.getByRole('button', { name: 'Undo sending Lantern walk' }).click({ trial: true })
  assert.ok(
    await page.locator('[data-sonner-toast]').first().isVisible(),
    'Undo could be pressed only without the toast',
  )
  await leave()
})

const resume = `
  update public.calendars set sending_paused_at = null, sending_paused_reason = null, sending_paused_by = null where id = $1`

test('a phone opens on the agenda, its first event within 320 px, and the month within 260 px', async () => {
  const { page, leave } = await admin(phone)
  await page.goto(`/calendars/${demo.calendar}`)
  await sees(page)
  const first = page.getByRole('main').getByRole('heading', { level: 3 }).getByRole('link').first()
  assert.ok((await top(first)) <= 320, `the first event is at ${await top(first)} px`)
  await page.setViewportSize({ width: 360, height: 740 })
  const name = page.getByRole('banner').getByText('Barton Hills Neighborhood')
  assert.ok((await boxOf(name)).width > 100, 'a small phone does not name the calendar')
  const sections = page.getByRole('navigation', { name: 'Calendar sections' })
  for (const word of ['Calendar', 'People', 'Mailings', 'Settings', 'New alert']) {
    const link = sections.getByRole('link', { name: word, exact: true })
    assert.ok((await boxOf(link)).height >= 44, `${word} is no target for a thumb`)
    assert.ok((await top(link)) > 650, `${word} is not at the bottom`)
  }
  const [next, more] = [page.getByRole('link', { name: /^Next / }), page.getByRole('button', { name: 'More' })]
  const { x, width } = await boxOf(next)
  assert.ok(x + width <= (await boxOf(more)).x, 'the tools cover the steps of a small phone')
  await page.setViewportSize(phone)
  await page.getByRole('link', { name: 'Month', exact: true }).click()
  const grid = page.getByRole('grid')
  await grid.waitFor()
  assert.ok((await top(grid)) <= 260, `the month begins at ${await top(grid)} px`)

  const shadow = () => page.getByRole('banner').evaluate((header) => getComputedStyle(header).boxShadow !== 'none')
  const scrollTo = (y: number) => page.evaluate((y) => window.scrollTo(0, y), y)
  assert.equal(await shadow(), false)
  await scrollTo(10)
  await scrollTo(11)
  await page.locator('header.shadow-lift').waitFor()
  assert.equal(await shadow(), true)
  await scrollTo(10)
  await page.locator('header:not(.shadow-lift)').waitFor()
  await button(page, 'Account menu').click()
  const menu = await boxOf(page.locator('[popover]:popover-open'))
  assert.deepEqual([menu.x + menu.width, menu.y, menu.height], [phone.width, 0, phone.height], 'the menu slides in')
  for (const name of ['Community', 'Calendar Search', 'Pricing', 'Meet Townbell', 'Contact Us', 'My Calendars']) {
    await page.locator('[popover]:popover-open').getByRole('link', { name, exact: true }).waitFor()
  }
  await page.locator('[popover]:popover-open').getByRole('button', { name: 'Sign Out' }).waitFor()

  await page.goto(`/calendars/${demo.calendar}/events/${demo.event}`)
  const tools = page.getByRole('main')
  for (const name of ['Edit', 'Duplicate', 'Move', 'Cancel…', 'Delete']) {
    await tools.getByRole('button', { name, exact: true }).waitFor()
  }
  await tools.getByRole('link', { name: "Who's coming" }).waitFor()
  await leave()
})

test('a visitor with a wide window sees the month from 250 px on', async () => {
  const { page, leave } = await fixture.visitor(laptop)
  await page.goto(`/calendar/${demo.calendar}`)
  const grid = page.getByRole('grid')
  assert.ok((await top(grid)) <= 250, `the month begins at ${await top(grid)} px`)
  const list = page.getByRole('heading', { name: 'Coming up' })
  assert.ok(
    (await boxOf(list)).x > (await boxOf(grid)).x + (await boxOf(grid)).width,
    'the list is not beside the month',
  )
  const before = await top(grid)
  await fixture.app.pool.query(boilWater, [demo.calendar, demo.today])
  await page.reload()
  await page.getByRole('link', { name: /^Alert: Boil water notice/ }).waitFor()
  const added = (await top(grid)) - before
  assert.ok(added > 0 && added <= 50, `a running alert adds ${added} px`)

  const follow = page.getByRole('button', { name: 'Follow' }).filter({ visible: true })
  for (const size of [laptop, phone]) {
    await page.setViewportSize(size)
    await page.goto(`/calendar/${demo.calendar}/events/${demo.event}`)
    assert.equal(await follow.count(), 1, `one Follow at ${size.width} px`)
  }
  await leave()
})

const boilWater = `
  insert into public.events (calendar_id, title, category, event_date, start_time, end_time, include_in_mailer)
  values ($1, 'Boil water notice', 'Alert', $2, now() - interval '1 minute', now() + interval '3 hours', false)`

async function admin(size: { width: number; height: number }) {
  const visitor = await fixture.visitor(size)
  await arriveAs(visitor, fixture.app, { email: 'maria@townbell.example', password: DEMO_PASSWORD })
  return visitor
}

/** The positions count with the line of the next mail, and with what was loaded. */
async function sees(page: Page): Promise<void> {
  await page.getByText('Next:', { exact: true }).waitFor()
  await isLoaded(page)
}

async function top(part: Locator): Promise<number> {
  return (await boxOf(part)).y
}

async function bottom(part: Locator): Promise<number> {
  const { y, height } = await boxOf(part)
  return y + height
}

async function boxOf(part: Locator) {
  const box = await part.boundingBox()
  assert.ok(box, 'it is not there')
  return box
}
