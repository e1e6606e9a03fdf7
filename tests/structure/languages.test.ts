// The pages are built once per language: the Spanish build imports x.es.ts instead of x.ts where it exists. So x.es.ts must
// export all that x.ts exports, and every text of a page must come from a file with a translation. The server's texts follow
// the same rule.
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { parseSync } from 'vite'

const ROOT = join(import.meta.dirname, '../..')
const neighbours = globSync(['{domain,web}/**/*.es.{ts,tsx}', 'server/**/*.es.ts'], { cwd: ROOT })
const originalOf = (neighbour: string) => neighbour.replace(/\.es(\.tsx?)$/, '$1')

/** Words that are the same in both languages, and names that are not translated. */
const SAME = new RegExp(
  `^(${[
    'Agenda|General|No|Pro|Error|Total|English|Español|9:00-6:00|10:00-4:00|qx1|qx1: qx2|#qx1|qx1 \\| Townbell',
    'RSS|JSON Feed|Webhooks|WhatsApp|Google Calendar|Apple Calendar|Teamup|Outlook|Outlook\\.com|Microsoft 365',
    'Townbell|Townbell, 1 Town Square.*|support@townbell.example',
    'free|pro|enterprise|scheduled|cancelled|postponed|moved|calendar|membership|contact|event',
    'total|planned|sent|delivered|bounced|failed|opted_out|expired|uncertain',
  ].join('|')})$`,
)

for (const neighbour of neighbours.filter((path) => path.endsWith('.ts'))) {
  test(`${neighbour} translates every text of its original, with the same placeholders`, async () => {
    const [theirs, ours] = await Promise.all(
      [originalOf(neighbour), neighbour].map((path) => import(join(ROOT, path)) as Promise<Record<string, unknown>>),
    )
    assert.deepEqual(Object.keys(ours ?? {}), Object.keys(theirs ?? {}))
    alike(theirs, ours, neighbour)
  })
}

test('a page and its translation export the same', () => {
  const pages = neighbours.filter((path) => path.endsWith('.tsx'))
  assert.ok(pages.length > 0)
  const exportsOf = (path: string) => read(path).match(/^export .*?(?=[({=])/gm)
  for (const page of pages) assert.deepEqual(exportsOf(page), exportsOf(originalOf(page)), page)
})

test('every text of a page is in a file that has a translation', () => {
  const reached = reachable(roots)
  assert.ok(
    reached.has('domain/texts/follow.ts') && reached.has('web/features/mailings/texts.ts'),
    'nothing was followed',
  )
  const texts = [...reached].filter(
    (path) => /(^|[/-])texts(\.ts|\/)/.test(path) && !existsSync(join(ROOT, inSpanish(path))),
  )
  // "Error" is the same in both; a title after the mark of its status.
  assert.deepEqual(texts.sort(), ['domain/texts/feeds.ts', 'domain/texts/toast.ts'])
})

test('no component of a page contains text', () => {
  const found = [...reachable(roots)]
    .filter((path) => path.endsWith('.tsx') && !existsSync(join(ROOT, inSpanish(path))))
    .flatMap((path) => wordsIn(parseSync(path, read(path)).program).map((words) => `${path}: ${words}`))
  assert.deepEqual(found, [])
  assert.deepEqual(wordsIn(parseSync('x.tsx', '<p aria-label="One day">Some {"words"}</p>').program), [
    'One day',
    'Some',
  ])
})

function alike(theirs: unknown, ours: unknown, where: string): void {
  assert.equal(typeof ours, typeof theirs, where)
  if (typeof theirs === 'function' && ours === theirs) return
  if (typeof theirs === 'string') {
    assert.ok(ours !== theirs || SAME.test(theirs) || theirs === '', `${where} is still English: ${theirs}`)
  } else if (typeof theirs === 'function') {
    const [said, says] = [theirs, ours].map((words) => sample(words as (...given: unknown[]) => unknown))
    assert.deepEqual(says?.holds, said?.holds, where)
    if (said?.value !== null) alike(said?.value, says?.value, `${where}()`)
  } else if (typeof theirs === 'object' && theirs !== null) {
    assert.deepEqual(Object.keys(ours as object), Object.keys(theirs), where)
    for (const [key, value] of Object.entries(theirs)) alike(value, (ours as never)[key], `${where} ${key}`)
  }
}

const SAMPLES = ['qx1', 'qx2', 'qx3', 'qx4']

/** Returns the text of a function called with sample arguments; nothing if it needs other arguments. */
function sample(words: (...given: unknown[]) => unknown) {
  try {
    const value = words(...SAMPLES.slice(0, words.length))
    const text = JSON.stringify(value) ?? ''
    return { value: value ?? null, holds: SAMPLES.filter((one) => text.includes(one)) }
  } catch {
    return { value: null, holds: null }
  }
}

const roots = ['web/root.tsx', ...globSync('web/routes/*.tsx', { cwd: ROOT })]

/** Returns everything imported from a file, statically or dynamically, except types. */
function reachable(roots: string[]): Set<string> {
  const reached = new Set<string>()
  const open = [...roots]
  for (let path = open.pop(); path; path = open.pop()) {
    if (reached.has(path) || !existsSync(join(ROOT, path))) continue
    reached.add(path)
    const source = read(path).replace(/^(import|export) type .*$/gm, '')
    for (const [, named] of source.matchAll(/(?:from|import\()\s*'([#.][^']+\.tsx?)'/g)) {
      open.push(named?.startsWith('#') ? named.slice(1) : join(dirname(path), named ?? ''))
    }
  }
  return reached
}

const SAID_BY = new Set([
  'alt',
  'aria-label',
  'aria-description',
  'description',
  'hint',
  'label',
  'legend',
  'placeholder',
  'title',
])

/** Finds words between tags and in attributes that people read. */
function wordsIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return []
  const { type, value, name } = node as { type?: string; value?: unknown; name?: { name?: string } }
  if (type === 'JSXText') return hasWords(value) ? [String(value).trim()] : []
  if (type === 'JSXAttribute' && SAID_BY.has(name?.name ?? '')) {
    const said = (value as { value?: unknown } | null)?.value
    if (hasWords(said)) return [String(said)]
  }
  return Object.values(node).flatMap(wordsIn)
}

function hasWords(text: unknown): boolean {
  return typeof text === 'string' && text !== 'https://' && /\p{L}{2}/u.test(text)
}

function inSpanish(path: string): string {
  return path.replace(/(\.tsx?)$/, '.es$1')
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8')
}
