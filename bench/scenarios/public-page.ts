import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { bareNode } from '../anchors/bare.ts'
import type { BareAnswer } from '../anchors/bare-server.ts'
import { budgets } from '../budgets.ts'
import { calendarId } from '../data.ts'
import { type Ask, load } from '../load.ts'
import { code } from '../measured-code.ts'
import type { Product } from '../product.ts'
import { spread } from '../requests.ts'
import { ratio, type Scenario, value } from '../scenario.ts'
import { startServer } from '../server.ts'

const BARE = 'unchanged, bare Node that looks'
const HELLO = 'React Router hello world'
const ANCHORS = fileURLToPath(new URL('../anchors/', import.meta.url))

export const scenario: Scenario = {
  question: 'How many public month pages a second, unchanged and rendered anew?',
  code: code.pages,
  sizes: ['M'],
  targets: [
    { ...budgets.publicPage.limits.unchanged, value: ratio('perSecond', 'unchanged', BARE) },
    { ...budgets.publicPage.limits.rendered, value: ratio('nodeCpu', 'rendered anew', HELLO) },
    { ...budgets.publicPage.limits.renderedMs, value: value('nodeCpu', 'rendered anew') },
  ],
  async open(bench) {
    const product = await bench.product(bench.sizes[0]!)
    buildHello()
    const hello = await startServer(bench, `${ANCHORS}hello-server.ts`)
    const cached = pages(product, '')
    // Only addresses that pages link to are cached; this one is rendered every time.
    const anew = pages(product, '&x=1')
    const root = [{ path: '/' }]
    return [
      { name: 'unchanged', measure: (seconds) => load({ ...product, asks: cached, seconds }) },
      await bareNode(bench, product, BARE, await Promise.all(cached.map((ask) => cachedAnswer(product, ask)))),
      { name: 'rendered anew', measure: (seconds) => load({ ...product, asks: anew, seconds }) },
      {
        name: HELLO,
        measure: (seconds) => load({ port: hello.port, asks: root, seconds, costs: { node: hello.pid } }),
      },
    ]
  },
}

function pages({ size, month }: Product, more: string): Ask[] {
  // The header that every browser sends.
  const headers = { 'accept-encoding': 'gzip, deflate, br, zstd' }
  return spread(size.calendars).map((calendar) => ({
    path: `/calendar/${calendarId(calendar)}?month=${month}${more}`,
    headers,
  }))
}

/** The very bytes, after a look at the calendar's version. */
async function cachedAnswer({ port }: Product, { path, headers = {} }: Ask): Promise<BareAnswer> {
  const page = await new Promise<IncomingMessage>((resolve) => get({ port, path, headers }, resolve))
  const body = (await buffer(page)).toString('base64')
  const { date: _, ...sent } = page.headers as Record<string, string>
  const id = path.split(/[/?]/)[2]
  return {
    statements: [{ text: 'select version from public.calendars where id = $1', values: [id] }],
    headers: sent,
    body,
  }
}

function buildHello(): void {
  const folder = `${ANCHORS}hello`
  if (existsSync(`${folder}/build/server/index.js`)) return
  const builder = fileURLToPath(new URL('../../node_modules/.bin/react-router', import.meta.url))
  execFileSync(builder, ['build'], { cwd: folder, stdio: 'ignore', env: { ...process.env, NODE_ENV: 'production' } })
}
