import assert from 'node:assert/strict'
import { after } from 'node:test'
import { endpoints } from '#server/functions/functions.ts'
import { answered } from '#testing/answers.ts'
import { inOneProcess } from '#testing/one-process.ts'

inOneProcess(import.meta.dirname)

after(() => {
  const rest = Object.keys(endpoints).filter((name) => !answered.has(name))
  assert.deepEqual(rest, [], 'what these functions answer was held against the documentation by no test')
})
