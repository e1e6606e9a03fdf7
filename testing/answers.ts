// Holds what /functions/v1 answers in tests against what the documentation says that it answers.
import assert from 'node:assert/strict'
import { endpoints } from '#server/functions/functions.ts'

/** The functions that have answered in this process. */
export const answered = new Set<string>()

/** Throws if a successful answer lacks something or has more than is described. */
export function holdAgainstDocs(path: string, status: number, body: unknown): void {
  const [, name = ''] = /^\/functions\/v1\/([\w-]+)/.exec(path) ?? []
  if (status !== 200 || !Object.hasOwn(endpoints, name)) return
  assert.deepEqual(endpoints[name]!.answer.parse(body), body, name)
  answered.add(name)
}
