import type { Browser, Locator, Page } from 'playwright'
import { addMonths } from '#domain/dates.ts'
import { minutes } from '#domain/durations.ts'
import { isAwake, isLoaded } from '#testing/browser/acts.ts'
import { findBrowser, openBrowser } from '#testing/browser/find-browser.ts'
import { budgets } from '../budgets.ts'
import { calendarId } from '../data.ts'
import { clickTimes, isQuiet, watchClicks } from '../interactions.ts'
import { code } from '../measured-code.ts'
import { ownerSession } from '../requests.ts'
import type { Contender, Sample, Scenario } from '../scenario.ts'

const EVENTS = 360
const SLOWER = 4
const TIMES = 10
const SETTLED_MS = 200
const PRESS_MS = 80

const actions = {
  'guest, month switch': { path: '/calendar', act: switchMonth },
  'guest, Follow dialog': { path: '/calendar', act: openDialog('main header button') },
  'member, month switch': { path: '/calendars', act: switchMonth },
  'member, Add Event dialog': { path: '/calendars', act: openDialog('header a[href*="new="]') },
  'member, event popover': { path: '/calendars', act: openDialog('td [data-event]') },
  'member, start of a drag': { path: '/calendars', act: startDrag },
}

export const scenario: Scenario = {
  question: `How long after a click is its effect painted, on a processor ${SLOWER} times slower, with ${EVENTS} events in the month?`,
  code: code.screens,
  sizes: ['M'],
  seconds: 0,
  targets: [
    {
      ...budgets.interaction.limits.inp,
      value: (all) => Math.max(...Object.keys(actions).map((name) => all[name]?.inp ?? Number.NaN)),
    },
  ],
  async open(bench) {
    if (!findBrowser('whole')) {
      bench.missing('not run without Chromium (node scripts/browser.ts)')
      return []
    }
    const product = await bench.product(bench.sizes[0]!)
    const id = calendarId(0)
    for (const months of [0, 1]) await product.pool.query(fillMonth, [id, `${product.month}-01`, months, EVENTS])
    const session = await ownerSession(product)
    const browser = await openBrowser('whole')
    bench.atEnd(() => browser.close())
    return Object.entries(actions).map(([name, { path, act }]): Contender => {
      // Only events to come are dragged.
      const month = act === startDrag ? addMonths(product.month, 1) : product.month
      const url = `${product.url}${path}/${id}?month=${month}`
      const visited = { url, session: path === '/calendars' ? session : null, act, times: bench.amount(TIMES, 1) }
      return { name, measure: () => visit(browser, visited) }
    })
  },
}

/** Fewer than 50 clicks in a visit: the slowest is its INP. */
async function visit(browser: Browser, { url, session, act, times: most }: Visit): Promise<Sample> {
  const context = await browser.newContext({ serviceWorkers: 'block' })
  try {
    // A busy machine takes its time to open a page.
    context.setDefaultTimeout(minutes(2))
    const page = await context.newPage()
    if (session) await page.addInitScript((stored) => localStorage.setItem('townbell', stored), session)
    await watchClicks(page)
    await page.goto(url)
    // Scripts start after the first paint: a click before that has no effect to paint.
    await isAwake(page)
    await isLoaded(page)
    await isQuiet(page)
    const debug = await context.newCDPSession(page)
    await debug.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    for (let time = 0; time < most; time++) await act(page, time)
    const times = (await clickTimes(page)).sort((a, b) => a - b)
    return { p50: times[Math.floor(times.length / 2)] ?? 0, inp: times.at(-1) ?? 0, errors: 0 }
  } finally {
    await context.close()
  }
}

type Visit = { url: string; session: string | null; act: (page: Page, time: number) => Promise<void>; times: number }

// Found by selectors of CSS: to look by role or text takes the page itself long, and would be measured with it.

/** There and back again. */
async function switchMonth(page: Page, time: number): Promise<void> {
  const step = page.locator(`[aria-label^="${time % 2 ? 'Previous' : 'Next'} month"]`)
  const before = await step.getAttribute('aria-label')
  await press(step)
  await isGone(page, `[aria-label="${before}"]`)
  await isLoaded(page)
  await isQuiet(page)
}

function openDialog(button: string) {
  return async (page: Page) => {
    await press(page.locator(button).first())
    await isThere(page, '[role=dialog]')
    await page.keyboard.press('Escape')
    await isGone(page, '[role=dialog]')
  }
}

/** Lifts an event, and puts it back. */
async function startDrag(page: Page, time: number): Promise<void> {
  const chip = page.locator('td [data-event]').nth(time)
  await chip.hover({ force: true })
  await page.locator('[data-drag]').waitFor()
  await page.waitForTimeout(SETTLED_MS)
  const { x, y } = (await chip.boundingBox())!
  await page.mouse.down()
  await page.waitForTimeout(PRESS_MS)
  await page.mouse.move(x + 40, y + 40)
  await isThere(page, 'body > div[aria-hidden=true]')
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await isGone(page, 'body > div[aria-hidden=true]')
}

// Asked of the browser itself: Playwright's locators walk through all elements for shadow roots, before the frame is painted.
const POLL = { polling: 50 }
const isThere = (page: Page, selector: string) =>
  page.waitForFunction((selector) => document.querySelector(selector), selector, POLL)
const isGone = (page: Page, selector: string) =>
  page.waitForFunction((selector) => !document.querySelector(selector), selector, POLL)

/**
 * As people press: the pointer is there before, and some time passes before the button is let go. Playwright's own click does it
 * all in one moment, so that it is all one wait, and looks inside the page whether the button is covered, a tenth of that wait.
 */
async function press(button: Locator): Promise<void> {
  await button.hover({ force: true })
  const page = button.page()
  await page.waitForTimeout(SETTLED_MS)
  await page.mouse.down()
  await page.waitForTimeout(PRESS_MS)
  await page.mouse.up()
}

/** Fills a month with as many events as the filled month has. */
const fillMonth = `
  insert into public.events (calendar_id, title, description, location, location_name, start_time, end_time, category,
    include_in_mailer, event_date, event_date_for_reporting, end_date)
  select e.calendar_id, e.title, e.description, e.location, e.location_name, at.day + e.start_time::time, at.day + e.end_time::time,
    e.category, false, at.day, at.day, at.day
  from (select *, least(extract(day from event_date), 28)::int - 1 as n from public.events) as e
  cross join generate_series(1, 20)
  cross join lateral (select ($2::date + make_interval(months => $3))::date + e.n as day) as at
  where e.calendar_id = $1 and e.event_date >= $2::date and e.event_date < $2::date + interval '1 month'
  limit $4`
