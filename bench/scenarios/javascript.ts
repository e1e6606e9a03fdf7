import { findBrowser, openBrowser } from '#testing/browser/find-browser.ts'
import { budgets } from '../budgets.ts'
import { buildWithMaps, kilobytesOf, largestModules, scriptsOf } from '../javascript.ts'
import { code } from '../measured-code.ts'
import { memberPaths, ownerSession, publicPaths } from '../requests.ts'
import type { Samples, Scenario } from '../scenario.ts'

const CALENDAR = '/calendars/{id}'
const signedIn = /^\/(?:dashboard|account|towns|calendars\/)/
const STILL_MS = 5000

export const scenario: Scenario = {
  question:
    'How much JavaScript, gzipped, does the first visit to a route bring until five seconds are still, inline scripts and workers included?',
  code: code.screens,
  sizes: ['S'],
  seconds: 0,
  mostRounds: 1,
  targets: [
    { ...budgets.javascript.limits.publicPages, value: most((route) => !signedIn.test(route)) },
    { ...budgets.javascript.limits.memberCalendar, value: most((route) => route === CALENDAR) },
    { ...budgets.javascript.limits.others, value: most((route) => signedIn.test(route) && route !== CALENDAR) },
  ],
  async open(bench) {
    if (!findBrowser('shell')) {
      bench.missing('not run without Chromium (node scripts/browser.ts)')
      return []
    }
    const product = await bench.product(bench.sizes[0]!)
    const session = await ownerSession(product)
    const browser = await openBrowser()
    bench.atEnd(() => browser.close())
    const maps = bench.amount(1, 0) ? buildWithMaps(bench) : undefined
    const [pages, screens] = [await publicPaths(product), await memberPaths(product)]
    const count = bench.amount(1000, 2)
    const visits = [
      ...Object.entries(pages)
        .slice(-count)
        .map((visit) => ({ visit, session: null })),
      ...Object.entries(screens)
        .slice(0, bench.amount(1000, 4))
        .map((visit) => ({ visit, session })),
    ]
    return visits.map(({ visit: [name, path], session }) => ({
      name,
      async measure() {
        const scripts = await scriptsOf(browser, product.url + path, session, bench.amount(STILL_MS, 500))
        if (maps) bench.note(`${name}: ${largestModules(scripts.files, maps)}`)
        return { kb: await kilobytesOf(scripts), errors: 0 }
      },
    }))
  },
}

function most(isMeant: (route: string) => boolean) {
  return (all: Samples) => Math.max(...Object.entries(all).map(([route, { kb }]) => (isMeant(route) ? (kb ?? 0) : 0)))
}
