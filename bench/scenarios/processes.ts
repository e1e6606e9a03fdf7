import { freePort } from '#database/embedded.ts'
import { calendarId } from '../data.ts'
import { type Ask, load } from '../load.ts'
import { code } from '../measured-code.ts'
import { startProgram, stopProgram } from '../product.ts'
import { memberMonths, spread } from '../requests.ts'
import type { Scenario } from '../scenario.ts'

const kinds = ['months read', 'cached pages', 'pages rendered anew'] as const

export const scenario: Scenario = {
  question: 'How much more do two server processes answer than one, on the same database?',
  code: code.everything,
  sizes: ['S'],
  targets: [],
  async open(bench) {
    const product = await bench.product(bench.sizes[0]!, { env: { LOG_LEVEL: 'warn', SERVER_PROCESSES: '1' } })
    const port = await freePort()
    const two = await startProgram(['start'], {
      PORT: String(port),
      SITE_URL: product.url,
      TOWNBELL_DATA: product.dataFolder,
      DATABASE_URL: product.databaseUrl,
      TRUSTED_PROXIES: '127.0.0.1',
      SERVER_PROCESSES: '2',
      LOG_LEVEL: 'warn',
    })
    bench.atEnd(() => stopProgram(two))
    const pages = spread(product.size.calendars).map((calendar) => `/calendar/${calendarId(calendar)}`)
    const asks: Record<(typeof kinds)[number], Ask[]> = {
      'months read': await memberMonths(product),
      'cached pages': pages.map((path) => ({ path })),
      // From many networks: one would wait for its share.
      'pages rendered anew': Array.from({ length: bench.amount(2000, 10) }, (_, n) => ({
        path: `${pages[n % pages.length]}?q=supper&n=${n}`,
        headers: { 'x-forwarded-for': `198.18.${n >> 8}.${n & 255}` },
      })),
    }
    const servers = { one: product.port, two: port }
    return kinds.flatMap((kind) =>
      Object.entries(servers).map(([count, port]) => ({
        name: `${kind}, ${count}`,
        measure: (seconds: number) =>
          load({ port, asks: asks[kind], seconds, costs: { postgres: product.costs.postgres } }),
      })),
    )
  },
}
