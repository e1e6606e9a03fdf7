// The forty ways in which the spec's client calls, built literally, would let strangers in. Each has a test of its name in
// this folder, which attacks the whole program over HTTP.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const HOLES = Array.from({ length: 40 }, (_, i) => `H${i + 1}`)

test('every hole from H1 to H40 has a test of its name', () => {
  const sources = globSync('*.test.ts', { cwd: import.meta.dirname }).map((name) =>
    readFileSync(`${import.meta.dirname}/${name}`, 'utf8'),
  )
  const named = new Set(
    sources.flatMap((source) => [...source.matchAll(/^test\('(H\d+): /gm)].map((match) => match[1])),
  )
  assert.deepEqual(
    HOLES.filter((hole) => !named.has(hole)),
    [],
  )
  assert.deepEqual(
    [...named].filter((hole) => !HOLES.includes(hole as string)),
    [],
  )
})
