// Gives a scenario the running product, the programs of the machine, and cleanup at the end.
import { accessSync, constants } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import type { SizeName } from './data.ts'
import { type Product, startProduct } from './product.ts'
import type { Bench } from './scenario.ts'

export type OpenBench = Bench & { notes(): string[]; close(): Promise<void> }

export function openBench(sizes: SizeName[], say: (what: string) => void, processes = '1'): OpenBench {
  const closing: (() => unknown)[] = []
  const notes = [...(processes === '1' ? [] : [`${processes} server processes`]), ...othersAtWork()]
  const products = new Map<SizeName, Promise<Product>>()
  const bench: OpenBench = {
    sizes,
    say,
    product(size, options) {
      const running = options ? undefined : products.get(size)
      if (running) return running
      const product = startProduct(size, say, { env: { SERVER_PROCESSES: processes, ...options?.env } })
      if (!options) products.set(size, product)
      closing.push(async () => (await product).stop())
      return product
    },
    program(name, how) {
      const found = find(name)
      if (!found) bench.missing(`${name} (${how})`)
      return found
    },
    missing(what) {
      notes.push(`not here: ${what}`)
      say(`not here: ${what}`)
    },
    atEnd: (close) => void closing.push(close),
    notes: () => notes,
    async close() {
      for (const close of closing.reverse()) await close()
    },
  }
  return bench
}

/** Ratios stand it better than times do, and neither well. */
function othersAtWork(): string[] {
  const [load = 0] = loadavg()
  const processors = cpus().length
  if (load < 2 * processors) return []
  return [`others were at work when it began: load ${load.toFixed(0)} on ${processors} processors`]
}

function find(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/lib/postgresql/15/bin']
  return folders.map((folder) => join(folder, name)).find(isProgram)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
