import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { isLoaded } from '#testing/browser/acts.ts'
import { readableByAll } from '#testing/browser/axe.ts'
import { type BrowserFixture, openBrowserFixture, type Visitor } from '#testing/browser/fixture.ts'
import { arriveAs } from '#testing/browser/people.ts'
import {
  DEMO_PASSWORD,
  type Demo,
  dialogScreens,
  openDemo,
  signedInScreens,
  stateScreens,
} from '#testing/browser/screens.ts'
import { fits, layoutShift, SHIFT_MAX, watchPaint } from '#testing/browser/vitals.ts'

// What holds of every signed-in screen and every dialog: still, as wide as the window, readable by everybody.

let fixture: BrowserFixture
let demo: Demo
before(async () => {
  fixture = await openBrowserFixture()
  demo = await openDemo(fixture.app)
})
after(async () => {
  try {
    for (const visitor of visits.values()) await visitor.leave()
  } finally {
    // What still ran would keep the process from ending.
    await fixture.close()
  }
})

test('in forced colors the chosen day, today, events, buttons and switches have borders or system colors', async () => {
  const visitor = await fixture.visitor()
  const { page } = visitor
  await arriveAs(visitor, fixture.app, { email: 'maria@townbell.example', password: DEMO_PASSWORD })
  // Today, and another day of its month.
  const other = `${demo.today.slice(0, 8)}${demo.today.endsWith('01') ? '02' : '01'}`
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto(`/calendars/${demo.calendar}?date=${other}`)
  await page.locator('a[data-event]').first().waitFor()
  const look = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const { borderTopStyle, borderTopWidth, backgroundColor } = getComputedStyle(element)
        return { border: borderTopStyle === 'none' ? 0 : Number.parseFloat(borderTopWidth), ground: backgroundColor }
      })
  const [today, chosen] = [`[data-day="${demo.today}"]`, `[data-day="${other}"]`]
  assert.equal((await look(chosen)).border, 3)
  assert.equal((await look(today)).border, 0)
  assert.notEqual((await look(`${today} > span`)).ground, (await look(`${chosen} > span`)).ground)
  assert.ok((await look('a[data-event]')).border >= 1)
  assert.ok((await look('header .on-bell')).border >= 1, 'New event')
  const [month, week] = ['Month', 'Week'].map((name) => `nav a:text-is("${name}")`) as [string, string]
  assert.notEqual((await look(month)).ground, (await look(week)).ground)
  const [on, off] = ['[role="switch"]:checked', '[role="switch"]:not(:checked)'] as const
  assert.notEqual((await look(on)).ground, (await look(off)).ground)
  await visitor.leave()
})

for (const screen of [...signedInScreens, ...dialogScreens, ...stateScreens]) {
  test(`${screen.name}: still, fits a small phone, and axe finds nothing`, async () => {
    // Where something is opened, the page may come from the browser's cache. Its first view is seen by somebody new.
    const visitor = screen.open ? await visitOf(screen.who) : await visitAs(screen.who)
    const { page } = visitor
    if (!screen.open) await watchPaint(page)
    await page.goto(screen.path(demo))
    await page.waitForLoadState('networkidle')
    // Not the spinner of a session that is being read.
    await page.locator('h1').first().waitFor({ state: 'attached' })
    await isLoaded(page)
    if (!screen.open) assert.ok((await layoutShift(page)) < SHIFT_MAX, 'the layout shifts')
    await screen.open?.(page)
    await readableByAll(page)
    await fits(page)
    if (!screen.open) await visitor.leave()
  })
}

const visits = new Map<string, Visitor>()

/** Returns the visit of this person, who opens one screen after another. */
async function visitOf(who = 'a guest'): Promise<Visitor> {
  const visitor = visits.get(who) ?? (await visitAs(who === 'a guest' ? undefined : who))
  visits.set(who, visitor)
  await visitor.page.setViewportSize({ width: 1280, height: 900 })
  await visitor.page.emulateMedia({ colorScheme: 'light' })
  return visitor
}

async function visitAs(email: string | undefined): Promise<Visitor> {
  const visitor = await fixture.visitor()
  if (email) await arriveAs(visitor, fixture.app, { email, password: DEMO_PASSWORD })
  return visitor
}

test('the dashboard is still, too, when its calendars are read after those that were deleted', async () => {
  const visitor = await fixture.visitor()
  const { page } = visitor
  await arriveAs(visitor, fixture.app, { email: 'maria@townbell.example', password: DEMO_PASSWORD })
  await watchPaint(page)
  // The cards wait for what comes next.
  await page.route(/rpc\/get_my_upcoming/, async (route) => {
    await page.locator('#recently-deleted').waitFor({ state: 'attached' })
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    await route.fallback()
  })
  await page.goto('/dashboard')
  await page.getByRole('heading', { name: 'Recently deleted' }).waitFor()
  await isLoaded(page)
  assert.ok((await layoutShift(page)) < SHIFT_MAX, 'the layout shifts')
  await visitor.leave()
})
