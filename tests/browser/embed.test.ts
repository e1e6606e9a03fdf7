// A calendar taken elsewhere: onto another site, into other programs.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import type { Locator, Page } from 'playwright'
import { encode } from 'uqr'
import { longDay, monthName } from '#domain/date-words.ts'
import { addMonths, monthOf } from '#domain/dates.ts'
import { frameCode, scriptCode } from '#domain/embeds/code.ts'
import { readEmbedOptions } from '#domain/embeds/options.ts'
import { button, dialog, field, hasCopied, isAt, pressTool, seesToast } from '#testing/browser/acts.ts'
import { violations } from '#testing/browser/axe.ts'
import { type BrowserFixture, openBrowserFixture } from '#testing/browser/fixture.ts'
import { arriveAs, type Calendar, makeCalendar, makeEvent, makePerson, type Person } from '#testing/browser/people.ts'
import { readPng } from '#testing/pictures.ts'

const EVIL = '<img src=x onerror="document.title=1">&amp;"\''

let fixture: BrowserFixture
let owner: Person
let calendar: Calendar
let tomorrow: string
let site: Server
let siteUrl: string
before(async () => {
  fixture = await openBrowserFixture()
  owner = await makePerson(fixture.app, 'Maria Santos')
  calendar = await makeCalendar(fixture.app, owner, { name: 'Elm & <b>Oak</b>' })
  tomorrow = await makeEvent(fixture.app, calendar, { title: 'Block party', inDays: 1, place: 'The green' })
  await makeEvent(fixture.app, calendar, {
    title: EVIL,
    inDays: 1,
    from: '18:00',
    description: EVIL,
    category: 'Alert',
  })
  site = createServer((request, response) => {
    const { policy, body } = pages()[request.url ?? ''] ?? { policy: '', body: '' }
    response.setHeader('content-type', 'text/html; charset=utf-8')
    if (policy) response.setHeader('content-security-policy', policy)
    response.end(
      `<!doctype html><html lang="en"><title>Another site</title><main><h1>Another site</h1>${body}</main></html>`,
    )
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
})
after(async () => {
  site.close()
  await fixture.close()
})

/** What its owner pasted, under the strictest policy that lets it work. */
function pages(): Record<string, { policy: string; body: string }> {
  const { url } = fixture.app
  const options = (query: string) => readEmbedOptions((name) => new URLSearchParams(query).get(name))
  const embedded = (query = '') => ({ siteUrl: url, calendar, options: options(query) })
  const policy = `default-src 'none'; script-src ${url}; connect-src ${url}; frame-src ${url}; require-trusted-types-for 'script'`
  return {
    '/list': { policy, body: scriptCode(embedded('accent=7a1fa2&theme=dark')) },
    '/month': { policy, body: scriptCode(embedded('view=month')) },
    '/frame': { policy, body: frameCode(embedded('view=month')) },
    '/nothing': { policy, body: scriptCode({ ...embedded(), calendar: { id: 'nothing', name: 'Gone' } }) },
    '/signin': {
      policy: '',
      body: `<iframe id="framed" src="${url}/signin"></iframe><iframe src="${url}/calendar/${calendar.id}"></iframe>`,
    },
  }
}

async function elsewhere(path: string, { scripts = true } = {}): Promise<Page> {
  const context = await fixture.browser.newContext({ javaScriptEnabled: scripts, timezoneId: 'America/New_York' })
  context.setDefaultTimeout(30_000)
  const page = await context.newPage()
  await page.goto(siteUrl + path)
  return page
}

test('on another site the events are listed, what people write stays text, and axe finds nothing', async () => {
  const page = await elsewhere('/list')
  const list = page.locator('townbell-calendar')
  const party = list.getByRole('link', { name: 'Block party' })
  await party.waitFor()
  assert.equal(await party.getAttribute('rel'), 'noopener')
  await list.getByText('The green').waitFor()
  for (const words of [`ALERT: ${EVIL}`, EVIL]) assert.equal(await list.getByText(words, { exact: true }).count(), 1)
  assert.equal(await page.title(), 'Another site')
  assert.equal(await list.locator('section').evaluate((shown) => getComputedStyle(shown).colorScheme), 'dark')
  assert.deepEqual(await violations(page), [])
  const [opened] = await Promise.all([page.context().waitForEvent('page'), party.click()])
  await isAt(opened, new RegExp(`^/calendar/${calendar.id}/events/[0-9a-f-]{36}$`))
  assert.equal(await opened.evaluate(() => window.opener), null)
  await page.context().close()
})

test('the month goes by keyboard alone, also into the next one', async () => {
  const page = await elsewhere('/month')
  const grid = page.getByRole('grid')
  await grid.waitFor()
  await page.locator('[aria-current="date"]').focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  if (monthOf(tomorrow) !== monthOf(calendar.today)) await page.locator(`[data-day="${tomorrow}"]:focus`).waitFor()
  await page.getByRole('heading', { name: longDay(tomorrow) }).waitFor()
  await page.getByRole('link', { name: 'Block party' }).waitFor()
  assert.equal(await grid.locator('[tabindex="0"]').count(), 1, 'one tab stop')
  assert.deepEqual(await violations(page), [])
  await page.keyboard.press('PageDown')
  const next = addMonths(monthOf(tomorrow), 1)
  await page.getByRole('grid', { name: monthName(next) }).waitFor()
  await page.locator(`[data-day^="${next}"]:focus`).waitFor()
  await button(page, `Previous month, ${monthName(monthOf(tomorrow))}`).click()
  await page.getByRole('grid', { name: monthName(monthOf(tomorrow)) }).waitFor()
  await page.context().close()
})

test('without scripts there is the frame, without an answer a link, and only the frame can be framed', async () => {
  const plain = await elsewhere('/list', { scripts: false })
  await plain.frameLocator('iframe').getByRole('link', { name: 'Block party' }).waitFor()
  await plain.context().close()

  const gone = await elsewhere('/nothing')
  await gone.getByText("The events couldn't be loaded.").waitFor()
  await gone.getByRole('link', { name: 'Events from Gone' }).waitFor()
  await gone.context().close()

  const page = await elsewhere('/frame')
  const frame = page.frameLocator('iframe')
  const party = frame.getByRole('link', { name: 'Block party' })
  const shows = (month: string) => frame.getByText(monthName(month), { exact: true }).first().waitFor()
  const [thisMonth, next] = [monthOf(calendar.today), addMonths(monthOf(calendar.today), 1)]
  await shows(thisMonth)
  await frame.getByRole('link', { name: /^Next month/ }).click()
  await shows(next)
  // On the last day of a month, tomorrow is here.
  if (monthOf(tomorrow) !== next) await frame.getByRole('link', { name: /^Previous month/ }).click()
  await party.waitFor()
  for (const words of [`ALERT: ${EVIL}`, EVIL]) await frame.getByText(words, { exact: true }).waitFor()
  const [opened] = await Promise.all([page.context().waitForEvent('page'), party.click()])
  await isAt(opened, new RegExp(`^/calendar/${calendar.id}/events/[0-9a-f-]{36}$`))
  await page.context().close()

  const trap = await elsewhere('/signin')
  await trap.waitForLoadState('networkidle')
  for (const framed of trap.frames().slice(1)) {
    assert.equal(new URL(framed.url()).protocol, 'chrome-error:')
    assert.equal(await framed.getByRole('button').count(), 0)
  }
  assert.equal(trap.frames().length, 3, 'both were tried')
  await trap.context().close()
})

test('a visitor takes the calendar or one event into their own, and its code onto their site', async () => {
  const visitor = await fixture.visitor({ width: 360, theme: 'dark' })
  const { page } = visitor
  await page.goto(`/calendar/${calendar.id}?date=${tomorrow}`)
  // A phone has them in a menu.
  await button(page, 'More').click()
  await button(page, 'Add to my calendar app').click()
  const subscribing = dialog(page, 'Add to your calendar app')
  const feed = `${fixture.app.url}/calendar/${calendar.id}.ics`
  const apple = subscribing.getByRole('link', { name: 'Apple Calendar' })
  assert.equal(await apple.getAttribute('href'), feed.replace('http:', 'webcal:'))
  await field(subscribing, 'Which events').selectOption('Alert')
  await button(subscribing, 'Copy: Link for any other app').click()
  await seesToast(page, 'Copied')
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  assert.equal(copied, `${feed}?category=Alert`)
  assert.match(await (await fetch(copied)).text(), /BEGIN:VCALENDAR/)
  assert.deepEqual(await violations(page), [])
  await page.keyboard.press('Escape')

  await button(page, 'More').click()
  await button(page, 'Embed').click()
  const embedding = dialog(page, 'Show it on your website')
  await field(embedding, 'View').selectOption('month')
  await embedding.frameLocator('iframe').getByRole('link', { name: 'Next month' }).waitFor()
  await button(embedding, 'Copy: Code').click()
  const options = readEmbedOptions((name) => (name === 'view' ? 'month' : null))
  await hasCopied(page, scriptCode({ siteUrl: fixture.app.url, calendar, options }))
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Add to calendar: Block party' }).first().click()
  const adding = dialog(page, 'Add “Block party”')
  const google = new URL((await adding.getByRole('link', { name: /Google/ }).getAttribute('href')) ?? '')
  assert.equal(google.searchParams.get('text'), 'Block party')
  const file = await adding.getByRole('link', { name: 'Apple Calendar and others' }).getAttribute('href')
  assert.match(await (await fetch(file ?? '')).text(), /SUMMARY:Block party/)
  await page.keyboard.press('Escape')

  const rss = await (await fetch(feed.replace('.ics', '.rss'))).text()
  const titles = await page.evaluate((xml) => {
    const document = new DOMParser().parseFromString(xml, 'application/xml')
    return [...document.querySelectorAll('parsererror, item > title')].map(({ textContent }) => textContent)
  }, rss)
  assert.deepEqual(
    titles.map((title) => title?.replace(/ \([^(]*$/, '')),
    ['Block party', `ALERT: ${EVIL}`],
  )
  await visitor.leave()
})

test('a visitor shares a calendar or an event: by link, short address, other programs and QR code', async () => {
  const visitor = await fixture.visitor({ width: 320 })
  const { page } = visitor
  await page.addInitScript(() => {
    navigator.share = async (shared) => void Object.assign(window, { shared })
  })
  const url = `${fixture.app.url}/calendar/${calendar.id}`
  await page.goto(url)
  const opener = button(page, 'Share')
  await opener.focus()
  await page.keyboard.press('Enter')
  const sharing = dialog(page, 'Share this calendar')
  await button(sharing, 'Copy: Link').click()
  await hasCopied(page, url)
  await button(sharing, 'Copy: Short address').click()
  const { rows } = await fixture.app.pool.query('select identifier from public.calendars where id = $1', [calendar.id])
  await hasCopied(page, `${fixture.app.url}/c/${rows[0].identifier}`)
  const short = await fetch(`${fixture.app.url}/c/${rows[0].identifier}`, { redirect: 'manual' })
  assert.equal(short.headers.get('location'), `/calendar/${calendar.id}`)

  const sent = `${calendar.name}, Burlington, Vermont\n${url}`
  assert.deepEqual(await linksOf(sharing), {
    WhatsApp: ['https://wa.me/', { text: sent }],
    'Text message': ['sms:', { body: sent }],
    Email: ['mailto:', { subject: calendar.name, body: sent }],
  })
  await button(sharing, 'Other apps').click()
  assert.deepEqual(await page.evaluate(() => (window as unknown as { shared: unknown }).shared), {
    title: calendar.name,
    text: `${calendar.name}, Burlington, Vermont`,
    url,
  })

  const { size, data } = encode(url, { ecc: 'M', border: 4 })
  const black = data.flatMap((row, y) => row.flatMap((isBlack, x) => (isBlack ? `M${x} ${y}h1v1h-1z` : []))).join('')
  const shown = sharing.getByRole('img', { name: `QR code of ${url}` })
  assert.equal(await shown.locator('path').getAttribute('d'), black)
  const svg = (await downloaded(page, () => button(sharing, 'Download SVG').click())).toString()
  assert.ok(svg.includes(`viewBox="0 0 ${size} ${size}"`) && svg.includes(`d="${black}"`))
  const png = readPng(await downloaded(page, () => button(sharing, 'Download PNG').click()))
  const scale = png.width / size
  assert.ok(png.width >= 1024 && png.height === png.width && Number.isInteger(scale))
  const middle = (module: number) => (module + 0.5) * scale
  assert.deepEqual(
    data.map((row, y) => row.map((_, x) => png.colourAt(Math.floor(middle(x)), Math.floor(middle(y))) === '000000')),
    data,
  )
  assert.deepEqual(await violations(page), [])
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 320), 'at 320 px')
  await page.keyboard.press('Escape')
  await sharing.waitFor({ state: 'detached' })
  assert.ok(await opener.evaluate((element) => element === document.activeElement))

  const [party] = (await fixture.app.pool.query(`select id from public.events where title = 'Block party'`)).rows
  await page.goto(`${url}/events/${party.id}`)
  await opener.click()
  const event = dialog(page, 'Share this event')
  await button(event, 'Copy: Link').click()
  await hasCopied(page, `${url}/events/${party.id}`)
  assert.equal(await field(event, 'Short address').count(), 0)
  const { WhatsApp } = await linksOf(event)
  const [first = '', second] = WhatsApp?.[1].text?.split('\n') ?? []
  assert.ok(first.startsWith(`Block party, ${longDay(tomorrow)}, `) && first.endsWith(', The green'), first)
  assert.equal(second, `${url}/events/${party.id}`)
  assert.deepEqual(await violations(page), [])
  await visitor.leave()
})

/** Returns where each link of a dialog leads, and with which words. */
async function linksOf(within: Locator) {
  const links = await within.getByRole('link').all()
  const read = links.map(async (link) => {
    const [start = '', query] = ((await link.getAttribute('href')) ?? '').split('?')
    return [await link.innerText(), [start, Object.fromEntries(new URLSearchParams(query))]] as const
  })
  return Object.fromEntries(await Promise.all(read)) as Record<string, [string, Record<string, string>]>
}

async function downloaded(page: Page, act: () => Promise<void>): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()])
  return readFile(await download.path())
}

test('a member of a calendar that is not public makes a private link, and revokes it', async () => {
  const hidden = await makeCalendar(fixture.app, owner, { name: 'Board' })
  await makeEvent(fixture.app, hidden, { title: 'Board meeting' })
  await fixture.app.pool.query('update public.calendars set disabled = true where id = $1', [hidden.id])
  const visitor = await fixture.visitor()
  const { page } = visitor
  await arriveAs(visitor, fixture.app, owner)
  await page.goto(`/calendars/${hidden.id}`)
  await pressTool(page, 'Add to my calendar app')
  const subscribing = dialog(page, 'Add to your calendar app')
  await button(subscribing, 'Create a private link').click()
  await seesToast(page, 'Private link created')
  const link = await field(subscribing, 'Private link').inputValue()
  assert.match(await (await fetch(link)).text(), /SUMMARY:Board meeting/)
  assert.equal((await fetch(`${fixture.app.url}/calendar/${hidden.id}.ics`)).status, 404)
  assert.deepEqual(await violations(page), [])
  await button(subscribing, 'Revoke').click()
  await seesToast(page, 'Private link revoked')
  assert.equal((await fetch(link)).status, 404)
  await visitor.leave()
})
