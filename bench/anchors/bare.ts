import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { load } from '../load.ts'
import type { Product } from '../product.ts'
import type { Bench, Contender } from '../scenario.ts'
import { startServer } from '../server.ts'
import type { BareAnswer } from './bare-server.ts'

/** No target: it says how much of a row is Node's and PostgreSQL's, and how much is ours. */
export async function bareNode(
  bench: Bench,
  product: Product,
  name: string,
  answers: BareAnswer[],
): Promise<Contender> {
  const file = join(tmpdir(), `townbell-bare-${process.pid}`)
  writeFileSync(file, JSON.stringify(answers))
  bench.atEnd(() => rmSync(file, { force: true }))
  const server = new URL('./bare-server.ts', import.meta.url).pathname
  const { port, pid } = await startServer(bench, server, { DATABASE_URL: product.databaseUrl, ANSWERS: file })
  const costs = { node: pid, postgres: product.costs.postgres }
  return { name, measure: (seconds) => load({ port, asks: [{ path: '/' }], seconds, costs }) }
}
