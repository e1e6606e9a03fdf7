// Given to `node --test --test-reporter`: writes down which tests of which file failed and passed, for scripts/steps.ts.
import { dirname, join, resolve } from 'node:path'
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
  const programOf = new Map<string, string>()
  const resultOf = (file: string, complete: boolean) =>
    results.get(file) ?? (results.set(file, { file, failed: [], passed: [], complete, ms: 0 }).get(file) as FileResult)
  for await (const { type, data } of events) {
    if (type !== 'test:pass' && type !== 'test:fail' && type !== 'test:summary') continue
    const program = ('entryFile' in data && data.entryFile) || data.file
    if (!program) continue
    const whole = resultOf(program, false)
    if (type === 'test:summary') {
      whole.complete = !broken.has(program)
      whole.ms = data.duration_ms
    } else if (resolve(data.name) === program) {
      // Node reports a file that crashes, or fails in a hook, as a test that is named after the file.
      if (type === 'test:pass') continue
      broken.add(program)
      whole.complete = false
    } else if (data.file?.endsWith('/testing/one-process.ts')) {
      const part = resultOf(join(dirname(program), data.name), true)
      programOf.set(part.file, program)
      part.ms = data.details.duration_ms
      whole.passed.push(data.name)
      // A hook.
      if (type === 'test:fail' && !isOfTests(data.details.error)) part.complete = false
    } else {
      // A test that another module defines belongs to the file that called it.
      const result = data.file?.endsWith('.test.ts') ? resultOf(data.file, data.file !== program) : whole
      if (type === 'test:fail') result.failed.push(data.name)
      else if (data.skip === undefined) result.passed.push(data.name)
    }
  }
  // What a program of several files says of each counts only if all have ended.
  const isPartOfIncomplete = ({ file }: FileResult) => results.get(programOf.get(file) ?? file)?.complete === false
  const counted = [...results.values()].filter((result) => !programOf.has(result.file) || !isPartOfIncomplete(result))
  yield JSON.stringify(counted)
}

function isOfTests(error: Error & { failureType?: string }): boolean {
  return error.failureType === 'subtestsFailed'
}
