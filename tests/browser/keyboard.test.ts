import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright'
import { addDays, type Day } from '#domain/dates.ts'
import { button, isAt, isEnabled, isLoaded, sees, seesToast } from '#testing/browser/acts.ts'
import { violations } from '#testing/browser/axe.ts'
import { type BrowserFixture, openBrowserFixture } from '#testing/browser/fixture.ts'
import { arriveAs, count, makeCalendar, makePerson } from '#testing/browser/people.ts'
import { dayForKey } from '#web/features/calendar-view/month-keys.ts'

let fixture: BrowserFixture
before(async () => {
  fixture = await openBrowserFixture()
})
after(() => fixture.close())

test('an event is created without ever touching a mouse', async () => {
  const { app } = fixture
  const kay = await makePerson(app, 'Kay Keys')
  const calendar = await makeCalendar(app, kay, { name: 'Key Court', contacts: ['ann@town.example'] })
  const visitor = await fixture.visitor()
  const { page } = visitor
  await arriveAs(visitor, app, kay)
  await page.goto('/dashboard')
  await page.getByRole('heading', { name: 'Key Court' }).waitFor()

  await tabTo(page, 'Skip to content')
  await page.keyboard.press('Enter')
  await tabTo(page, 'Edit Calendar: Key Court')
  await page.keyboard.press('Enter')
  await isAt(page, `/calendars/${calendar.id}`)
  await sees(page, 'Nothing on this day.')

  // Into the grid, a week and a day on, whichever month that is.
  await tabTo(page, /, no events$/)
  await page.keyboard.press('ArrowDown')
  await page.locator(`[data-day="${addDays(calendar.today, 7)}"]:focus`).waitFor()
  await page.keyboard.press('ArrowRight')
  const day = addDays(calendar.today, 8)
  await page.locator(`[data-day="${day}"]:focus`).waitFor()
  // Of another month it is not known before that the day is empty.
  await isLoaded(page)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()

  // The focus goes into a dialog, and out of it, just after that is drawn.
  await page.getByLabel('Quick add').and(page.locator(':focus')).waitFor()
  await tabTo(page, 'Event Title *')
  await page.keyboard.type('Typing contest')
  await tabTo(page, 'Event')
  for (const _ of ['Alert', 'Notice']) await page.keyboard.press('ArrowRight')
  await tabTo(page, 'Include in Mailer')
  await page.keyboard.press('Space')
  // Tab passes it by until it is known that the calendar has recipients.
  await isEnabled(button(page, 'Create Event'))
  await tabTo(page, 'Create Event')
  await page.keyboard.press('Enter')
  await seesToast(page, 'Event created')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  // Back where the journey into the dialog began.
  await page.locator(`[data-day="${day}"]:focus`).waitFor()
  const created = `public.events where title = 'Typing contest' and category = 'Notice' and event_date = $1 and not include_in_mailer`
  assert.equal(await count(app.pool, created, [day]), 1)

  // Escape closes a dialog, and the focus returns.
  await tabTo(page, 'Edit Typing contest')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.locator('[aria-label="Edit Typing contest"]:focus').waitFor()

  // Single keys: the views, the next week, the help sheet, which turns them off.
  const query = (wanted: string) => page.waitForURL((url) => url.search === wanted)
  await page.keyboard.press('t')
  await query('')
  await page.keyboard.press('w')
  await query('?view=week')
  await page.keyboard.press('j')
  await query(`?view=week&date=${addDays(calendar.today, 7)}`)
  await page.keyboard.press('t')
  await query('?view=week')
  await page.keyboard.press('/')
  await page.locator('input[type="search"]:focus').waitFor()
  await page.keyboard.type('w?m')
  assert.equal(await page.locator('input[type="search"]').inputValue(), 'w?m', 'keys act while somebody types')
  await page.locator('input[type="search"]').fill('')
  await page.keyboard.press('Escape')
  await page.locator('input[type="search"]').waitFor({ state: 'hidden' })
  // A moment later the focus leaves it: until then, keys are typed into it.
  await page.locator('input[type="search"]:focus').waitFor({ state: 'detached' })
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await sees(help, 'Next month, week or day')
  assert.deepEqual(await violations(page), [])
  await help.getByRole('switch', { name: 'Single keys' }).press('Space')
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'detached' })
  await page.keyboard.press('?')

  // The palette acts also without them.
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Go to a calendar or an action' })
  await palette.getByRole('combobox').waitFor()
  assert.equal(await help.count(), 0, 'keys that were turned off still act')
  assert.deepEqual(await violations(page), [])
  await page.keyboard.type('peo')
  await palette.getByRole('option', { name: 'People', selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await isAt(page, `/calendars/${calendar.id}/people`)
  await visitor.leave()
})

test('key presses count even before their month has loaded', async () => {
  const { app } = fixture
  const calendar = await makeCalendar(app, await makePerson(app, 'Flo Fast'))
  const visitor = await fixture.visitor()
  const { page } = visitor
  await page.goto(`/calendar/${calendar.id}`)
  await tabTo(page, /, no events$/)

  const pressed = Promise.withResolvers<void>()
  await page.route(/\.data|\/rest\/v1\//, async (route) => {
    await pressed.promise
    await route.fallback()
  })
  await page.keyboard.press('Home')
  for (const _ of [1, 2, 3]) await page.keyboard.press('PageDown')
  await page.keyboard.press('ArrowRight')
  pressed.resolve()

  const home = dayForKey('Home', false, calendar.today) as Day
  const led = [1, 2, 3].reduce((day) => dayForKey('PageDown', false, day) as Day, home)
  await page.locator(`[data-day="${addDays(led, 1)}"]:focus`).waitFor()
  await visitor.leave()
})

/** Presses Tab until the focus is on something with this name. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const seen: string[] = []
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab')
    const at = await focused(page)
    seen.push(at)
    if (typeof name === 'string' ? at === name : name.test(at)) return
  }
  assert.fail(`Tab does not lead to ${name}, but to: ${seen.join(' | ')}`)
}

/** What has the focus, by its label. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement | null
    const label = element?.getAttribute('aria-label') ?? element?.labels?.[0]?.textContent ?? element?.textContent
    return (label ?? '').trim()
  })
}
