// The pages are built once in each language: an import of x.ts is one of its neighbour x.es.ts where there is one. So a neighbour
// must have all that its original has, and whatever public pages say must come from a file that has a neighbour. What the server
// itself says in both languages is beside each other in the same way.
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { parseSync } from 'vite'

const ROOT = join(import.meta.dirname, '../..')
const neighbours = globSync(['{domain,web}/**/*.es.{ts,tsx}', 'server/**/*.es.ts'], { cwd: ROOT })
const originalOf = (neighbour: string) => neighbour.replace(/\.es(\.tsx?)$/, '$1')

/** Words that are the same in both languages, what nobody translates, and names that are no words. */
const SAME = new RegExp(
  `^(${[
    'Agenda|Pro|Error|English|Español|9:00-6:00|10:00-4:00|qx1',
    'RSS|JSON Feed|Google Calendar|Apple Calendar|Outlook\\.com|Microsoft 365',
    'Townbell|Townbell, 1 Town Square.*|support@townbell.example',
    'free|pro|enterprise|scheduled|cancelled|postponed|moved',
  ].join('|')})$`,
)

for (const neighbour of neighbours.filter((path) => path.endsWith('.ts'))) {
  test(`${neighbour} says everything that its original says, with the same in it, in other words`, async () => {
    const [theirs, ours] = await Promise.all(
      [originalOf(neighbour), neighbour].map((path) => import(join(ROOT, path)) as Promise<Record<string, unknown>>),
    )
    assert.deepEqual(Object.keys(ours ?? {}), Object.keys(theirs ?? {}))
    alike(theirs, ours, neighbour)
  })
}

test('a page with a neighbour of its own exports the same', () => {
  const pages = neighbours.filter((path) => path.endsWith('.tsx'))
  assert.ok(pages.length > 0)
  const exportsOf = (path: string) => read(path).match(/^export .*?(?=[({=])/gm)
  for (const page of pages) assert.deepEqual(exportsOf(page), exportsOf(originalOf(page)), page)
})

test('what public pages say is in files that have a neighbour', () => {
  const reached = reachable(publicRoots())
  assert.ok(
    reached.has('domain/texts/follow.ts') && reached.has('web/features/support/texts.ts'),
    'nothing was followed',
  )
  const texts = [...reached].filter(
    (path) => /(^|[/-])texts(\.ts|\/)/.test(path) && !existsSync(join(ROOT, inSpanish(path))),
  )
  // "Error" in both; a title behind its mark; what only members' forms say.
  assert.deepEqual(texts.sort(), ['domain/texts/feeds.ts', 'domain/texts/toast.ts'])
})

test('no component of a public page has words of its own', () => {
  const found = [...reachable(publicRoots())]
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

/** What a function says when it is given something, and what of that is in it; nothing where it wants something else. */
function sample(words: (...given: unknown[]) => unknown) {
  try {
    const value = words(...SAMPLES.slice(0, words.length))
    const text = JSON.stringify(value) ?? ''
    return { value: value ?? null, holds: SAMPLES.filter((one) => text.includes(one)) }
  } catch {
    return { value: null, holds: null }
  }
}

function publicRoots(): string[] {
  const signedIn = /(account|dashboard|member-\w+|signed-in)\.tsx$/
  return ['web/root.tsx', ...globSync('web/routes/*.tsx', { cwd: ROOT }).filter((path) => !signedIn.test(path))]
}

/** Everything that is imported from there, now or when somebody acts, except for its types. */
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

/** Words between tags, and in attributes that are read to people. */
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
  return typeof text === 'string' && /\p{L}{2}/u.test(text)
}

function inSpanish(path: string): string {
  return path.replace(/(\.tsx?)$/, '.es$1')
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8')
}
