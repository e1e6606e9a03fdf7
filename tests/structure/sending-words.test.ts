// Sentences about sending: each number has one source, and each sentence was read by somebody who asked when it is true.
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { counted, read } from './sending-words.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const files = globSync(['{web/features,messages}/**/*texts.ts', 'domain/texts/*.ts'], { cwd: root })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !file.endsWith('.es.ts'))
const aboutSending =
  /\b(sent|sends?|goes out|go out|going out|notified|unsubscribed|stops?|stopped|waits?|waiting|delivered|skipped)\b/i

test('every text about sending, stopping or waiting has its source, or was read and signed off', async () => {
  const found: string[] = []
  for (const file of files)
    for (const [name, value] of Object.entries(await import(pathToFileURL(root + file).href)))
      found.push(...keysOf(value, `${file}#${name}`))
  const listed = [
    ...Object.keys(counted),
    ...Object.entries(read).flatMap(([file, keys]) => keys.map((key) => `${file}#${key}`)),
  ]
  assert.deepEqual(
    found.filter((key) => !listed.includes(key)),
    [],
    'new: say in tests/structure/sending-words.ts what counts it, or that it was read',
  )
  assert.deepEqual(
    listed.filter((key) => !found.includes(key)),
    [],
    'gone',
  )
})

test('what counts a number exists', () => {
  const schema = globSync('database/schema/*.sql', { cwd: root })
    .map((file) => readFileSync(root + file, 'utf8'))
    .join('\n')
  for (const [key, [, source]] of Object.entries(counted))
    assert.ok(
      source.endsWith('.ts')
        ? existsSync(root + source)
        : new RegExp(`create (table|function) ${source.replace('.', '\\.')}\\b`).test(schema),
      `${key}: ${source}`,
    )
})

/** The names of the texts in a value that are about sending, with the path to each. */
function keysOf(value: unknown, path: string): string[] {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, one]) => keysOf(one, `${path}.${name}`))
  return aboutSending.test(String(value)) ? [path] : []
}
