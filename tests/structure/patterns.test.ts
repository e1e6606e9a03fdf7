// Every regular expression of the program, measured over texts that repeat something: four times the text may take six times as long. One that
// takes longer needs a line below, with the most characters that it is given and why it is never given more.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parseSync } from '@swc/core'
import { repetitions } from '#testing/hostile-files.ts'
import { growsFasterThanText } from '#testing/parsing-time.ts'

/** By the characters that it gets at most. */
const bounded: Record<string, { max: number; why: string }> = {
  '/[\\s,;:()\\-–—]*\\|[\\s|,;:()\\-–—]*/g': { max: 500, why: 'a sentence is cut at 500 characters' },
  '/^[\\s,;:–—-]+|[\\s,;:–—-]+$/g': { max: 500, why: 'a sentence is cut at 500 characters' },
  '/[\\s.,-]+$/': { max: 500, why: 'a sentence is cut at 500 characters' },
  '/^[!-~]+@[!-~]+$/': { max: 254, why: 'addresses are parsed before they are stored' },
  '/(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)\\/[\\w+/-]+$/': {
    max: 200,
    why: 'the end of a name is cut off first',
  },
}

/** What the operator or we have written, and nobody else. */
const ours = new Set([
  // The usage of a command.
  '/<[^>]*>|\\[[^\\]-]*\\]/g',
  // Templates of the operator's account at SendGrid, before values are filled in.
  '/<a\\b[^>]*href="([^"]*)"[^>]*>([\\s\\S]*?)<\\/a>/gi',
  '/<[^>]*>/g',
])

test('no regular expression takes more than six times as long for four times the text', () => {
  for (const [written, pattern] of patterns()) {
    if (ours.has(written)) continue
    const read = (text: string) => (pattern.global ? text.replace(pattern, '') : pattern.test(text))
    for (const [what, text] of Object.entries({ ...repetitions, ...ownRepetitions(pattern) })) {
      const slow = growsFasterThanText(read, text, bounded[written]?.max)
      assert.ok(!slow, `${written} on ${what}: ${slow}`)
    }
  }
})

test('each exception is still in the program, and is worse than linear', () => {
  const found = patterns()
  for (const written of [...Object.keys(bounded), ...ours]) assert.ok(found.has(written), `${written} is gone`)
})

/** By how it is written: literals only. Those made from lists of ours are read by testing/parsers.ts. */
function patterns(): Map<string, RegExp> {
  const found = new Map<string, RegExp>()
  const files = globSync('{bin,database,domain,messages,runtime,server,web,worker}/**/*.{ts,tsx}')
  for (const file of files.filter((name) => !name.includes('.test.')))
    for (const { pattern, flags } of literalsIn(
      parseSync(readFileSync(file, 'utf8'), { syntax: 'typescript', tsx: file.endsWith('x') }),
    ))
      found.set(`/${pattern}/${flags}`, new RegExp(pattern, flags.replace('y', '')))
  assert.ok(found.size > 300, 'they are found')
  return found
}

type Literal = { pattern: string; flags: string }

function literalsIn(node: unknown): Literal[] {
  if (typeof node !== 'object' || node === null) return []
  const { type, pattern, flags } = node as { type?: string } & Literal
  if (type === 'RegExpLiteral') return [{ pattern, flags }]
  return Object.values(node).flatMap(literalsIn)
}

/** What a pattern itself looks for, again and again. */
function ownRepetitions({ source }: RegExp): typeof repetitions {
  const words = source.replace(/\\./g, ' ').match(/[\w@.<>=&;:,-]+/g) ?? []
  return Object.fromEntries(
    [...new Set(words)]
      .slice(0, 8)
      .map((word) => [JSON.stringify(`${word}…`), (length: number) => `${word.repeat(length / word.length)}!`]),
  )
}

test('a pattern that is worse than linear would be seen', () => {
  const read = (text: string) => /aa+$/.test(text)
  assert.ok(growsFasterThanText(read, (length) => `${'a'.repeat(length * 0.75)}!`))
  assert.equal(
    growsFasterThanText(read, (length) => 'a'.repeat(length)),
    undefined,
  )
})
