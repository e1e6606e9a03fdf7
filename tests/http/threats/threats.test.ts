// SECURITY.md lists the threats. Each has a test with its number in this folder, which attacks the whole program
// over HTTP.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const pattern = /^\| (T\d+) \|/gm

test('every threat of SECURITY.md has a test with its number, and every number is a threat of SECURITY.md', () => {
  const listed = [...readFileSync('SECURITY.md', 'utf8').matchAll(pattern)].map((match) => match[1])
  assert.ok(listed.length >= 40, 'SECURITY.md lists no threats')
  const sources = globSync('*.test.ts', { cwd: import.meta.dirname }).map((name) =>
    readFileSync(`${import.meta.dirname}/${name}`, 'utf8'),
  )
  const tested = new Set(
    sources.flatMap((source) => [...source.matchAll(/^test\('(T\d+): /gm)].map((match) => match[1])),
  )
  assert.deepEqual([...tested].sort(), listed.sort())
})
