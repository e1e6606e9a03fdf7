// The build lowers syntax and styles to the oldest browsers that we support (docs/product.md), but not what JavaScript brings along.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { before, test } from 'node:test'
import { buildWeb } from '../../bin/build-web.ts'

before(() => buildWeb())

/** Newer than Safari 16.4, Firefox 115 or Chrome 111. Methods that other objects have too, such as `union`, cannot be told apart. */
const newer = new RegExp(
  [
    '(?:Map|Object)\\.groupBy',
    'Array\\.fromAsync',
    'Promise\\.(?:withResolvers|try)',
    'Iterator\\.(?:from|concat|prototype)',
    '(?:values|keys|entries)\\(\\)\\.(?:map|filter|take|drop|flatMap|reduce|toArray|forEach|some|every|find)\\(',
    '\\.(?:isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference)\\(',
    '\\.(?:isWellFormed|toWellFormed)\\(',
    'URL\\.(?:canParse|parse)\\(',
    'RegExp\\.escape',
    'AbortSignal\\.any',
    'Intl\\.DurationFormat',
    '(?:Uint8Array\\.fromBase64|\\.toBase64\\(|\\.getOrInsert)',
    '\\.(?:checkVisibility|showPopover|togglePopover|moveBefore)\\(',
    '\\bawait using\\b',
  ].join('|'),
  'g',
)

/** By the name of the chunk. */
const signedOff: Record<string, string> = {
  schemas: 'URL.canParse(', // zod asks whether it is there
  dialog: '.checkVisibility(', // so does Radix
  'use-move-event': '.checkVisibility(', // on signed-in screens only, which need Safari 17.4, Firefox 128 or Chrome 119
}

test('scripts for browsers use nothing that the oldest supported browsers lack', () => {
  const files = globSync('build/*/client/**/*.js')
  assert.ok(files.length > 100)
  const found = files.flatMap((file) => {
    const name = basename(file).replace(/(?:-[\w-]{8})?\.js$/, '')
    const uses = [...new Set(readFileSync(file, 'utf8').match(newer))]
    return uses.filter((use) => use !== signedOff[name]).map((use) => `${name}: ${use}`)
  })
  assert.deepEqual(found, [])
  assert.ok('Map.groupBy(a)'.match(newer) && 'for(let e of t.values().map(f))'.match(newer), 'the pattern finds them')
})

test('the oldest browsers are those that the documents name', () => {
  const build = readFileSync('vite.config.ts', 'utf8')
  assert.match(build, /browsers = \['chrome111', 'edge111', 'firefox115', 'safari16\.4'\]/)
  const words = readFileSync('docs/product.md', 'utf8')
  assert.match(words, /Safari and iOS 16\.4, Firefox 115, Chrome and Edge 111/)
  assert.match(words, /Safari and iOS 17\.4, Firefox 128, Chrome and Edge 119/)
})
