// The logs of programs under test. `npm test` collects all of them in one folder, where its last step checks whether
// anything personal is in any of them (scripts/logs.ts).
import { mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { createLog, type Log } from '#runtime/log.ts'

const folder = process.env.TOWNBELL_TEST_LOGS
let kept = 0

/** Creates the log of a program in this process; its lines are also pushed to `lines`. */
export function testLog(level: string, lines: string[] = []): Log {
  const collect = logCollector('app')
  return createLog(level, {
    write(line) {
      lines.push(line)
      collect(line)
    },
  })
}

/** Takes what a process of its own says, as it comes. */
export function logCollector(name: string): (text: string | Buffer) => void {
  if (!folder) return () => {}
  mkdirSync(folder, { recursive: true })
  const file = openSync(join(folder, `${name}-${process.pid}-${++kept}.log`), 'a')
  return (text) => void writeSync(file, String(text))
}

/** PostgreSQL writes its own, in the data folder, which is about to be removed. */
export function keepPostgresLog(dataFolder: string): void {
  if (!folder) return
  try {
    logCollector('postgres')(readFileSync(join(dataFolder, 'postgres.log')))
  } catch {
    // There was no PostgreSQL in it.
  }
}
