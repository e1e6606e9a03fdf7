import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { findBrowser } from '#testing/browser/find-browser.ts'
import { budgets } from '../budgets.ts'
import { code } from '../measured-code.ts'
import { publicPaths } from '../requests.ts'
import type { measures, Sample, Samples, Scenario } from '../scenario.ts'

const PEERS = fileURLToPath(new URL('../peers/', import.meta.url))
const LIGHTHOUSE = `${PEERS}node_modules/lighthouse/cli/index.js`

const most = (measure: keyof typeof measures) => (all: Samples) =>
  Math.max(...Object.values(all).map((sample) => sample[measure] ?? Number.NaN))

export const scenario: Scenario = {
  question: 'What does Lighthouse say of each public route, as a phone on a slow network opens it?',
  code: code.pages,
  sizes: ['S'],
  seconds: 0,
  targets: [
    { ...budgets.lighthouse.limits.score, value: (all) => Math.min(...Object.values(all).map(scoreOf)) },
    { ...budgets.lighthouse.limits.lcp, value: most('lcp') },
    { ...budgets.lighthouse.limits.tbt, value: most('tbt') },
    { ...budgets.lighthouse.limits.cls, value: most('cls') },
  ],
  async open(bench) {
    // A window that is drawn beside the page took more of two processors than the page, and was counted as the page's waiting.
    const browser = findBrowser('shell')
    if (!browser) bench.missing('not run without Chromium (node scripts/browser.ts)')
    if (!existsSync(LIGHTHOUSE)) bench.missing('not run: Lighthouse (npm ci --prefix bench/peers)')
    if (!browser || !existsSync(LIGHTHOUSE)) return []
    const product = await bench.product(bench.sizes[0]!)
    const paths = await publicPaths(product)
    return Object.entries(paths)
      .slice(0, bench.amount(Object.keys(paths).length, 1))
      .map(([name, path]) => {
        const measure = () => look(browser, product.url + path)
        // Now and then it has seen nothing, and asks to be run again.
        return { name, measure: () => measure().catch(measure) }
      })
  },
}

const scoreOf = ({ score = Number.NaN }: Sample) => score

async function look(browser: string, url: string): Promise<Sample> {
  const flags = '--headless=new --no-sandbox --disable-gpu --disable-background-networking --disable-component-update'
  const words = [
    LIGHTHOUSE,
    url,
    '--quiet',
    '--only-categories=performance',
    '--output=json',
    `--chrome-flags=${flags}`,
  ]
  const { stdout } = await promisify(execFile)(process.execPath, words, {
    env: { ...process.env, CHROME_PATH: browser },
    maxBuffer: 100 * 2 ** 20,
  })
  const { categories, audits } = JSON.parse(stdout)
  const number = (audit: string): number => audits[audit].numericValue
  return {
    score: categories.performance.score * 100,
    fcp: number('first-contentful-paint'),
    lcp: number('largest-contentful-paint'),
    tbt: number('total-blocking-time'),
    cls: number('cumulative-layout-shift'),
    errors: 0,
  }
}
