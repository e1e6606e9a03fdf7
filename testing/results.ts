// Given to `node --test --test-reporter`: writes down which tests of which file failed and passed, for scripts/steps.ts.
import { resolve } from 'node:path'
import type { TestEvent } from 'node:test/reporters'

export type FileResult = {
  file: string
  failed: string[]
  /** Without those that were skipped. */
  passed: string[]
  /** False if the file ended before its tests did, or failed outside of them. */
  complete: boolean
  ms: number
}

/** Writes one line of JSON when all files have ended. A runner that dies earlier leaves nothing. */
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const results = new Map<string, FileResult>()
  const broken = new Set<string>()
  for await (const { type, data } of events) {
    if (type !== 'test:pass' && type !== 'test:fail' && type !== 'test:summary') continue
    // A test that another module defines belongs to the file that called it.
    const file = ('entryFile' in data && data.entryFile) || data.file
    if (!file) continue
    const result = results.get(file) ?? { file, failed: [], passed: [], complete: false, ms: 0 }
    results.set(file, result)
    if (type === 'test:summary') {
      result.complete = data.success && !broken.has(file)
      result.ms = data.duration_ms
    } else if (resolve(data.name) === file) {
      // Node reports a file that crashes, or fails in a hook, as a test that is named after the file.
      if (type === 'test:pass') continue
      broken.add(file)
      result.complete = false
    } else if (type === 'test:fail') result.failed.push(data.name)
    else if (data.skip === undefined) result.passed.push(data.name)
  }
  yield JSON.stringify([...results.values()])
}
