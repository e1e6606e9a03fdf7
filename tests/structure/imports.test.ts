import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** Reviewed exceptions, each with its reason. */
const allowed = [
  // The file that the example's script tag loads from a CDN.
  'tests/browser/programs.test.ts: @supabase/supabase-js/dist/umd/supabase.js',
  // The only way to get sonner's styles as a file, which the content policy needs; its `exports` name it.
  'web/ui/toaster.tsx: sonner/dist/styles.css',
]
const files = globSync(
  ['*.ts', '{domain,runtime,database,messages,server,worker,web,bin,testing,tests,scripts,bench}/**/*.{ts,tsx,js}'],
  { cwd: ROOT, exclude: ['**/node_modules/**', 'bench/.kept/**', 'tests/structure/imports.test.ts'] },
)

/** Finds `from '…'`, `import '…'`, `import('…')`, `require('…')`, `resolve('…')` and `declare module '…'` of packages. */
const specifier = /\b(?:from|import|module)\s*\(?\s*'([^'.#/][^']*)'|\b(?:require|resolve)\('([^'.#/][^']*)'\)/g
/** Some packages offer these folders in their `exports`, but minor releases move what is in them. */
const internal = /\/(lib|libs|dist|src|esm|cjs|internal|internals|_[^/]*)(\/|$)/

function importsOf(text: string): string[] {
  return [...text.matchAll(specifier)].map(([, first, second]) => first ?? second ?? '')
}

test('nothing imports the internals of a library', () => {
  const found = files.flatMap((file) =>
    importsOf(readFileSync(`${ROOT}/${file}`, 'utf8'))
      .filter((name) => !name.startsWith('node:') && internal.test(`/${name}`))
      .map((name) => `${file}: ${name}`),
  )
  assert.deepEqual(found.sort(), allowed.toSorted())
})

test('the test above finds imports of every kind', () => {
  assert.ok(files.length > 800, `${files.length} files`)
  const text = `
    import a from 'pg/lib/utils.js'
    import 'sonner/dist/styles.css'
    const b = await import('react-router/dist/production/index.mjs')
    const c = require('lucide-react/dist/esm/icons/bell')
    declare module 'pg/lib/client.js' {}
    export { d } from '@scope/name/src/d.ts'`
  const names = importsOf(text)
  assert.equal(names.length, 6)
  assert.ok(names.every((name) => internal.test(name)))
  const plain = importsOf(`import { min } from 'libphonenumber-js/min'; import pg from 'pg'; import './lib/x.ts'`)
  assert.deepEqual(plain, ['libphonenumber-js/min', 'pg'])
  assert.ok(!plain.some((name) => internal.test(name)))
})

test('keys of queries are written in web/api/query-keys.ts only, so that a renamed one is renamed everywhere', () => {
  const home = 'web/api/query-keys.ts'
  const roots = new Set([...readFileSync(`${ROOT}/${home}`, 'utf8').matchAll(/\['([a-z-]+)'/g)].map(([, root]) => root))
  assert.ok(roots.size > 10)
  const typed = new RegExp(
    `(?:queryKey: |refetch: \\[|useRead(?:<[^(]*>)?\\(\\s*)\\[\\s*'|\\['(?:${[...roots].join('|')})', [a-z]`,
  )
  const found = files
    .filter((file) => file.startsWith('web/') && file !== home)
    .filter((file) => typed.test(readFileSync(`${ROOT}/${file}`, 'utf8')))
  assert.deepEqual(found, [])
})
