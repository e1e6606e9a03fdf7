import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright'
import { isAt } from '#testing/browser/acts.ts'
import { readableByAll } from '#testing/browser/axe.ts'
import { type BrowserFixture, openBrowserFixture } from '#testing/browser/fixture.ts'
import { asOldest } from '#testing/browser/oldest-browsers.ts'
import { type Demo, openDemo, publicScreens, type Screen } from '#testing/browser/screens.ts'
import { firstView, fits, SHIFT_MAX, watchPaint } from '#testing/browser/vitals.ts'

// What holds of every public page: quiet, light, still, readable by everybody, at every width, with and without scripts.

let fixture: BrowserFixture
let demo: Demo
before(async () => {
  fixture = await openBrowserFixture()
  demo = await openDemo(fixture.app)
  // The browser's own first start can paint half a page; what is measured is a new visitor's first view in a running one.
  const visitor = await fixture.visitor()
  await visitor.page.goto('/about')
  await visitor.page.waitForLoadState('networkidle')
  await visitor.leave()
})
after(() => fixture.close())

const SCRIPTS_MAX = 150_000
/** Over HTTP/1.1 a browser fetches six files at a time. */
const FILES_MAX = 36

for (const screen of publicScreens) {
  test(`${screen.name}: quiet, light and still on the first view, in the oldest browsers too, and axe finds nothing`, async (context) => {
    const visitor = await fixture.visitor({ isNew: true })
    const { page } = visitor
    if (screen.status) visitor.expectRefusal(/./)
    // Other tests open these pages in a new browser.
    await asOldest(page)
    await watchPaint(page)
    const view = await firstView(page, screen.path(demo))
    assert.ok(view.scripts > 0, 'no script was counted')
    assert.ok(view.scripts <= SCRIPTS_MAX, `${view.scripts} bytes of scripts`)
    assert.ok(view.files <= FILES_MAX, `${view.files} scripts`)
    assert.deepEqual(view.weights, ['400', '600'], 'each other weight is a font to ask for before the first paint')
    assert.equal(view.fonts.length, 1, `one font file, not ${view.fonts.join(' ')}`)
    assert.ok(view.smallestDisplay >= 17, `the display face at ${view.smallestDisplay} px`)
    assert.ok(screen.isSealed || view.html.includes(view.largest), `not in the first HTML: ${view.largest}`)
    assert.ok(view.shift < SHIFT_MAX, `the layout shifts by ${view.shift}`)
    context.diagnostic(
      `${Math.round(view.scripts / 1000)} kB of scripts in ${view.files} files, layout shift ${view.shift.toFixed(4)}`,
    )
    await readableByAll(page)
    await fits(page)
    await visitor.leave()
  })
}

test('something too wide would be seen', async () => {
  const visitor = await fixture.visitor()
  await visitor.page.goto('/')
  await visitor.page.evaluate(() =>
    document.body.append(Object.assign(document.createElement('pre'), { textContent: 'x'.repeat(500) })),
  )
  await assert.rejects(fits(visitor.page, 500), /too wide at 320/)
  await visitor.leave()
})

test('the home page shows the month and mail of its example: at once, with scripts, and coming from another page', async () => {
  const visitor = await fixture.visitor()
  const { page } = visitor
  await page.goto('/')
  const today = page.locator('#example-month [aria-current="date"]')
  await today.waitFor()
  // In the month it may be among those that don't fit.
  await page.locator('#example-month').getByText('Porch concert').filter({ visible: true }).first().waitFor()
  await page.frameLocator('iframe').locator('h2', { hasText: 'Porch concert' }).waitFor()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' }).click()
  await isAt(page, '/pricing')
  await page.getByRole('banner').locator('a[href="/"]').first().click()
  await isAt(page, '/')
  await today.waitFor()
  await visitor.leave()
})

test('a page that comes to life has its scripts from where they waited for its first paint', async () => {
  const visitor = await fixture.visitor()
  const { page } = visitor
  const answer = await page.goto('/')
  assert.match((await answer?.text()) ?? '', /<template id="scripts"><link rel="modulepreload"/)
  const waiting = page.locator('#scripts')
  assert.equal(await waiting.evaluate((template: HTMLTemplateElement) => template.content.childElementCount), 0)
  await visitor.leave()
})

test('a tap before the scripts arrive shows at once, and acts when they are there', async () => {
  const context = await fixture.browser.newContext({ baseURL: fixture.app.url, viewport: { width: 360, height: 740 } })
  const page = await context.newPage()
  const scripts = Promise.withResolvers<void>()
  await page.route(/\.js$/, async (route) => {
    await scripts.promise
    await route.continue()
  })
  await page.goto(`/calendar/${demo.calendar}`, { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.locator('[data-early]').waitFor()
  assert.equal(await page.getByRole('dialog').count(), 0)
  scripts.resolve()
  await page.getByRole('dialog', { name: 'Menu' }).waitFor()
  assert.equal(await page.locator('[data-early]').count(), 0)
  await context.close()
})

test('without scripts, Follow and Share lead to pages that do the same', async () => {
  const context = await fixture.browser.newContext({
    baseURL: fixture.app.url,
    viewport: { width: 360, height: 740 },
    javaScriptEnabled: false,
  })
  const page = await context.newPage()
  await page.goto(`/calendar/${demo.calendar}`)
  await page.getByRole('button', { name: 'Follow this Calendar' }).click()
  await page.getByRole('heading', { name: 'Join Barton Hills Neighborhood' }).waitFor()
  await page.getByRole('textbox', { name: 'Email address' }).fill('plain@town.example')
  await page.getByRole('main').getByRole('button', { name: 'Follow' }).click()
  await page.getByText('Confirmation Email Sent').waitFor()
  for (const path of [`/calendar/${demo.calendar}`, `/calendar/${demo.calendar}/events/${demo.event}`]) {
    await page.goto(path)
    await page.getByRole('button', { name: 'Share' }).click()
    assert.equal(new URL(page.url()).pathname, `/calendar/${demo.calendar}/share`)
    await page.getByRole('main').locator('a[href^="mailto:"]').waitFor()
    await page.getByRole('img', { name: /^QR code/ }).waitFor()
  }
  await context.close()
})

test('on a phone the next event is seen without scrolling, the month is one tap away, and the bar covers nothing', async () => {
  const visitor = await fixture.visitor({ width: 360, height: 740 })
  const { page } = visitor
  await page.goto(`/calendar/${demo.calendar}`)
  const next = await page.getByRole('heading', { level: 2, name: 'Porch concert: The Low Creek Band' }).boundingBox()
  assert.ok(next && next.y < 300, `next up at ${next?.y} px`)
  const month = page.getByRole('grid')
  assert.ok(!(await month.isVisible()))
  await page.getByRole('link', { name: 'Month', exact: true }).click()
  await month.waitFor()
  const bar = page.locator('[data-bottom-bar]')
  for (const name of ['Follow this Calendar', 'Share', 'More']) {
    const box = await bar.getByRole('button', { name, exact: true }).boundingBox()
    assert.ok(box && box.height >= 44 && box.x >= 0 && box.x + box.width <= 360, name)
  }
  const last = page.getByRole('contentinfo')
  await last.evaluate((footer) => footer.scrollIntoView({ block: 'end' }))
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  const [end, top] = [await last.boundingBox(), await bar.boundingBox()]
  assert.ok(end && top && end.y + end.height <= top.y, 'the bar covers the footer')
  await bar.getByRole('button', { name: 'More' }).click()
  await page.getByRole('link', { name: 'Print' }).waitFor()
  await page.keyboard.press('Escape')
  await bar.getByRole('button', { name: 'Share' }).click()
  await page.getByRole('dialog', { name: 'Share this calendar' }).waitFor()
  await visitor.leave()
})

test('at 400 % the header and the bar leave the low window to the page', async () => {
  const visitor = await fixture.visitor({ width: 320, height: 256 })
  const { page } = visitor
  await page.goto(`/calendar/${demo.calendar}`)
  const bar = page.locator('[data-bottom-bar]')
  await bar.scrollIntoViewIfNeeded()
  assert.equal(await bar.evaluate((element) => getComputedStyle(element).position), 'static')
  await page.evaluate(() => window.scrollTo(0, 600))
  await page.waitForFunction(() => window.scrollY === 600)
  const header = await page.getByRole('banner').boundingBox()
  assert.ok(header && header.y + header.height < 0, 'the header is still there')
  await visitor.leave()
})

test('without JavaScript every public page reads well and its links work', async () => {
  const context = await fixture.browser.newContext({ baseURL: fixture.app.url, javaScriptEnabled: false })
  const page = await context.newPage()
  const links = new Map<string, string>()
  for (const screen of publicScreens) {
    const answer = await page.goto(screen.path(demo))
    assert.equal(answer?.status(), screen.status ?? 200, screen.name)
    await readsWell(page, screen)
    // What is missing is missing in the other language, too.
    const leads = screen.status ? 'a[href^="/"]:not([hreflang])' : 'a[href^="/"]'
    for (const link of await page.locator(leads).all()) {
      if (await link.isVisible()) links.set((await link.getAttribute('href')) ?? '', screen.name)
    }
  }
  assert.ok(links.size > 15, `only ${links.size} links`)
  for (const [href, from] of links) {
    const { status } = await fetch(new URL(href, fixture.app.url))
    assert.equal(status, 200, `${href} on ${from}`)
  }
  await context.close()
})

async function readsWell(page: Page, { name }: Screen): Promise<void> {
  assert.ok(await page.getByRole('heading', { level: 1 }).isVisible(), `${name} has no heading`)
  assert.ok(((await page.getByRole('main').textContent()) ?? '').length > 45, `${name} has nothing to read`)
  const footer = page.getByRole('contentinfo')
  const hrefs = await footer.getByRole('link').evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  for (const path of [
    '/community',
    '/locate-calendar',
    '/pricing',
    '/about',
    '/contact',
    '/privacy',
    '/terms',
    '/locate',
  ])
    assert.ok(hrefs.includes(path), `${name} has no ${path} in its footer`)
}

test('without JavaScript a visitor searches, opens a calendar and turns its pages', async () => {
  const context = await fixture.browser.newContext({ baseURL: fixture.app.url, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Calendar Search' }).click()
  await page.getByRole('searchbox').fill('austin')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.waitForURL((url) => url.search === '?q=austin')
  assert.equal(await page.getByText('Main Street Merchants').count(), 0)
  await page.getByRole('link', { name: 'Barton Hills Neighborhood' }).click()
  await page.getByRole('heading', { level: 1, name: 'Barton Hills Neighborhood' }).waitFor()
  await page.getByRole('link', { name: 'Porch concert: The Low Creek Band' }).first().waitFor()
  await page.getByRole('link', { name: /next month/i }).click()
  await page.waitForURL(/[?&]month=/)
  await context.close()
})
