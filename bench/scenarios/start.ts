import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#database/embedded.ts'
import { budgets } from '../budgets.ts'
import { code } from '../measured-code.ts'
import { spawnProgram, stopProgram } from '../product.ts'
import { type Sample, type Scenario, value } from '../scenario.ts'

export const scenario: Scenario = {
  question:
    'How long from the command to the first page, with data in place and at the very first start (pages built)?',
  code: code.everything,
  sizes: ['M'],
  seconds: 0,
  targets: [
    { ...budgets.start.limits.existing, value: value('ms', 'existing data') },
    { ...budgets.start.limits.firstRun, value: value('ms', 'first run') },
  ],
  async open(bench) {
    const { folder } = await bench.filled(bench.sizes[0]!)
    return [
      { name: 'existing data', measure: () => untilAnswer(folder) },
      {
        name: 'first run',
        async measure() {
          const empty = mkdtempSync(join(tmpdir(), 'townbell-first-'))
          chmodSync(empty, 0o755)
          try {
            return await untilAnswer(empty)
          } finally {
            rmSync(empty, { recursive: true, force: true })
          }
        },
      },
    ]
  },
}

async function untilAnswer(folder: string): Promise<Sample> {
  const port = await freePort()
  const began = performance.now()
  const { child } = spawnProgram(['start'], { PORT: String(port), TOWNBELL_DATA: folder })
  try {
    while (!(await answers(`http://127.0.0.1:${port}/`))) {
      if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    return { ms: performance.now() - began, errors: 0 }
  } finally {
    await stopProgram(child)
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).status === 200
  } catch {
    return false
  }
}
