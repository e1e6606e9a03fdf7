// Gives a scenario the running product, the programs of the machine, and cleanup at the end.
import { accessSync, constants, globSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import type { SizeName } from './data.ts'
import { filledCluster } from './filled-clusters.ts'
import { type Product, startProduct } from './product.ts'
import type { Bench } from './scenario.ts'

export type OpenBench = Bench & { notes: string[]; lacks: string[]; close(): Promise<void> }
export type BenchOptions = { say(what: string): void; processes?: string | undefined; isTry?: boolean | undefined }

/** Opens benches for one scenario after another. In tries, they share a product as long as they want the same. */
export function createBenches({ say: sayAll, processes = '1', isTry = false }: BenchOptions) {
  const say = (what: string) => sayAll(`  ${what}`)
  const running = new Map<string, { size: SizeName; product: Product }>()

  /** There is one data folder of each size, and one product runs in it. */
  async function stop(size?: SizeName) {
    for (const [key, { product, size: its }] of running) {
      if (size && its !== size) continue
      running.delete(key)
      await product.stop()
    }
  }

  function open(sizes: SizeName[]): OpenBench {
    const closing: (() => unknown)[] = []
    const lacks: string[] = []
    const bench: OpenBench = {
      sizes,
      say,
      lacks,
      notes: [...(processes === '1' ? [] : [`${processes} server processes`]), ...(isTry ? [] : othersAtWork())],
      amount: (measured, tried) => (isTry ? tried : measured),
      async product(size, { env = {} } = {}) {
        const key = JSON.stringify([size, env])
        const found = running.get(key)
        if (found) return found.product
        await stop(size)
        const product = await startProduct(size, say, { env: { SERVER_PROCESSES: processes, ...env } })
        running.set(key, { size, product })
        return product
      },
      async filled(size) {
        await stop(size)
        return filledCluster(size, say)
      },
      program(name, how) {
        const found = find(name)
        if (!found) bench.missing(`not here: ${name} (${how})`)
        return found
      },
      note: (what) => void bench.notes.push(what),
      missing(what) {
        if (lacks.includes(what)) return
        lacks.push(what)
        say(what)
      },
      atEnd: (close) => void closing.push(close),
      async close() {
        for (const close of closing.reverse()) await close()
        if (!isTry) await stop()
      },
    }
    return bench
  }

  return { open, close: () => stop() }
}

/** Ratios stand it better than times do, and neither well. */
function othersAtWork(): string[] {
  const [load = 0] = loadavg()
  const processors = cpus().length
  if (load < 1) return []
  return [`others were at work when it began: load ${load.toFixed(load < 10 ? 1 : 0)} on ${processors} processors`]
}

function find(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', ...globSync('/usr/lib/postgresql/*/bin')]
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
