// To try a test on a slow machine: `TOWNBELL_TEST_SLOW=reads:900 npm run test:files -- tests/browser/x.test.ts` has what pages read come so
// many milliseconds late, or what they write, or all. A test that looks before the answer is there then fails every time.
import type { Browser } from 'playwright'

const asks = /\/(rest|functions|auth)\/v1\/|\.data\b/
const reading = ['GET', 'HEAD', 'OPTIONS']

export function slowed(browser: Browser): Browser {
  const [what, ms] = (process.env.TOWNBELL_TEST_SLOW ?? '').split(':')
  if (!what) return browser
  const open = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await open(options)
    await context.route(asks, async (route) => {
      const kind = reading.includes(route.request().method()) ? 'reads' : 'writes'
      if (what === 'all' || what === kind) await new Promise((resolve) => setTimeout(resolve, Number(ms)))
      // The page may have been left meanwhile.
      await route.fallback().catch(() => {})
    })
    return context
  }
  return browser
}
