// Opens the real program, a real browser, and visitors whose console errors fail the test.
import assert from 'node:assert/strict'
import type { Browser, BrowserContext, BrowserContextOptions, Page, Response } from 'playwright'
import { MAILBOX_COOKIE } from '#server/site/mailbox.ts'
import { type AppSetup, startApp, type TestApp } from '#testing/app.ts'
import { type BrowserKind, openBrowser } from '#testing/browser/find-browser.ts'
import { isAwake } from './acts.ts'

export type BrowserFixture = {
  app: TestApp
  browser: Browser
  visitor(options?: VisitorOptions): Promise<Visitor>
  close(): Promise<void>
}

export type VisitorOptions = {
  width?: number
  height?: number
  theme?: 'light' | 'dark'
  locale?: string
  /** Lets pages install their service worker. Otherwise its own requests would not pass the routes of a test. */
  serviceWorker?: boolean
  /** Whether nothing is cached. Otherwise the scripts may be, of somebody who has left: to fetch and compile them is half of a first load. */
  isNew?: boolean
}

export type Visitor = {
  page: Page
  /** The next refusals of these addresses are part of the story; any other is a failure of the test. */
  expectRefusal(address: RegExp): void
  /** From now on these requests break: an answer of 500, or none at all. */
  breakRequests(address: RegExp, method: string, how: 'answers 500' | 'no answer'): Promise<void>
  /** Ends the visit, and fails the test if there was an unexpected error. */
  leave(): Promise<void>
  /** Ends a visit in which errors were part of the story. */
  abandon(): Promise<void>
  /** Prints what the page shows if its test failed before it could leave. */
  describeIfUnfinished(): Promise<void>
}

export async function openBrowserFixture(
  env: Record<string, string> = {},
  setup: AppSetup & { browser?: BrowserKind } = {},
): Promise<BrowserFixture> {
  // A page with an open stream never has an idle network.
  const app = await startApp({ CAPTCHA: 'none', STREAMS_MAX: '0', ...env }, setup)
  const browser = await openBrowser(setup.browser)
  const visitors = new Set<Visitor>()
  const left: Left = new Map()
  return {
    app,
    browser,
    async visitor(options = {}) {
      const visitor = await openVisitor(browser, app, options, left)
      visitors.add(visitor)
      return visitor
    },
    async close() {
      for (const visitor of visitors) await visitor.describeIfUnfinished()
      await browser.close()
      await app.close()
    },
  }
}

/** Contexts that visitors of these settings have left. */
type Left = Map<string, BrowserContext[]>

async function openVisitor(browser: Browser, app: TestApp, options: VisitorOptions, left: Left): Promise<Visitor> {
  const { url, config } = app
  const {
    width = 1280,
    height = 900,
    theme = 'light',
    locale = 'en-US',
    serviceWorker = false,
    isNew = false,
  } = options
  const settings: BrowserContextOptions = {
    baseURL: url,
    viewport: { width, height },
    colorScheme: theme,
    locale,
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
    timezoneId: 'America/New_York',
    serviceWorkers: serviceWorker ? 'allow' : 'block',
  }
  const key = JSON.stringify(settings)
  const used = isNew || serviceWorker ? undefined : left.get(key)?.pop()
  const context = used ?? (await browser.newContext(settings))
  // Nothing takes as long; but a test machine may be slow.
  context.setDefaultTimeout(120_000)
  const page = await context.newPage()
  if (used) await forget(page, url)
  await context.addCookies([{ name: MAILBOX_COOKIE, value: config.mailboxKey, url: `${url}/dev/` }])
  // A page fetches its scripts once it has painted (web/start-script.ts): `load` says nothing of them.
  const { goto, reload } = page
  page.goto = async (...where) => afterwards(await goto.apply(page, where))
  page.reload = async (...how) => afterwards(await reload.apply(page, how))
  async function afterwards(answer: Response | null) {
    await isAwake(page)
    return answer
  }
  const expected: RegExp[] = []
  const broken: RegExp[] = []
  async function end() {
    if (serviceWorker) return context.close()
    for (const open of context.pages()) await open.close()
    left.set(key, [...(left.get(key) ?? []), context])
  }
  const complaints = listen(page, {
    isExpected: (address) => [...expected, ...broken].some((pattern) => pattern.test(address)),
    isBroken: (address) => broken.some((pattern) => pattern.test(address)),
  })
  return {
    page,
    expectRefusal: (address) => void expected.push(address),
    async breakRequests(address, method, how) {
      broken.push(address)
      await page.route(address, (route) => {
        if (route.request().method() !== method) return route.fallback()
        if (how === 'no answer') return route.abort('connectionfailed')
        return route.fulfill({ status: 500, json: { code: 'XX000', message: 'It broke.' } })
      })
    },
    async leave() {
      const heard = complaints()
      await end()
      assert.deepEqual(heard, [], 'the browser complained')
    },
    abandon: end,
    async describeIfUnfinished() {
      if (page.isClosed()) return
      const shown = await page.locator('body').ariaSnapshot({ timeout: 5000 }).catch(String)
      console.error(`A failed test left its page at ${page.url()}\n${complaints().join('\n')}\n${shown.slice(0, 6000)}`)
    },
  }
}

/** Makes a page that of somebody who was never here, except that the browser has the scripts already. */
async function forget(page: Page, origin: string): Promise<void> {
  const context = page.context()
  await context.clearCookies()
  const session = await context.newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage,indexeddb,cache_storage' })
  await session.detach()
}

/** Collects console errors and warnings, uncaught errors, failed requests, and responses of 400 and above. */
function listen(page: Page, { isExpected, isBroken }: Record<'isExpected' | 'isBroken', (address: string) => boolean>) {
  const heard: string[] = []
  const isRefusal = (text: string) => /^Failed to load resource: the server responded with a status of 4\d\d/.test(text)
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return
    if (message.text() === 'Service Worker registration blocked by Playwright') return
    // The browser's own line for a refused request; the answer itself is looked at below.
    if (isRefusal(message.text()) && isExpected(message.location().url)) return
    if (message.text().startsWith('Failed to load resource') && isBroken(message.location().url)) return
    heard.push(`console ${message.type()}: ${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => heard.push(`uncaught: ${error.stack ?? error.message}`))
  page.on('requestfailed', (request) => {
    // Given up on purpose: the page was left, or a newer question was asked.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED' && !isBroken(request.url()))
      heard.push(`failed: ${request.method()} ${request.url()} ${request.failure()?.errorText}`)
  })
  page.on('response', (response: Response) => {
    const foreseen = isBroken(response.url()) || (response.status() < 500 && isExpected(response.url()))
    const refused = response.status() >= 400 && !foreseen
    if (refused) heard.push(`answered ${response.status()}: ${response.request().method()} ${response.url()}`)
  })
  return () => heard
}
