import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { errorCodes } from '#domain/errors.ts'

const read = (path: string) => readFileSync(path, 'utf8')

test('every top-level folder has a README that says what is in it and what it may import', () => {
  for (const room of [
    'domain',
    'runtime',
    'database',
    'messages',
    'server',
    'server/rest',
    'worker',
    'web',
    'bin',
    'tests',
    'bench',
    'testing',
  ]) {
    assert.ok(existsSync(join(room, 'README.md')), `${room}/README.md is missing`)
  }
})

test('every error code is documented, and every documented one exists', () => {
  const documented = new Set([...read('docs/errors.md').matchAll(/^\| `(\w+)` \|/gm)].map((match) => match[1]))
  const own = [
    ...globSync('database/schema/*.sql')
      .map(read)
      .join('\n')
      .matchAll(/'(TB\d{3})'/g),
  ].map((match) => match[1])
  const rest = globSync('server/{rest,http}/*.ts').map(read).join('\n')
  const dialect = [...rest.matchAll(/'(PGRST\w+)'/g)].map((match) => match[1])
  const codes = new Set([...Object.keys(errorCodes), ...own, ...dialect])
  assert.deepEqual(
    [...codes].filter((code) => !documented.has(code)),
    [],
    'not in docs/errors.md',
  )
  assert.deepEqual(
    [...documented].filter((code) => !codes.has(code)),
    [],
    'nobody throws these any more',
  )
})

test('every error code of ours is thrown somewhere', () => {
  const sources = globSync('{server,worker,messages,runtime,database,bin,web,domain}/**/*.{ts,tsx}')
    .filter((path) => !path.includes('.test.') && path !== 'domain/errors.ts')
    .map(read)
    .join('\n')
  const unused = Object.keys(errorCodes).filter((code) => !new RegExp(`['"\`]${code}['"\`]`).test(sources))
  assert.deepEqual(unused, [])
})

test('every setting is explained', () => {
  const names = [...read('runtime/config.ts').matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map((match) => match[1] ?? '')
  assert.ok(names.length > 10)
  const explained = read('docs/operations.md')
  assert.deepEqual(
    names.filter((name) => !explained.includes(`\`${name}\``)),
    [],
  )
})

test('every file and folder that the docs point to exists', () => {
  const pages = [
    ...globSync('*.md'),
    ...globSync('docs/**/*.md'),
    ...globSync('bench/notes/*.md'),
    ...globSync('{domain,runtime,database,messages,server,worker,web,bin,tests,testing,bench}/**/README.md', {
      exclude: ['**/node_modules/**'],
    }),
  ]
  const missing: string[] = []
  for (const page of pages) {
    for (const [, target = ''] of read(page).matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)) {
      if (!existsSync(join(dirname(page), target))) missing.push(`${page} → ${target}`)
    }
  }
  const rooms = 'domain|runtime|database|messages|server|worker|web|bin|testing|tests|bench|scripts|docs'
  for (const page of pages.filter((path) => path !== 'CHANGELOG.md' && path !== 'docs/features.md')) {
    for (const [, path = ''] of read(page).matchAll(new RegExp(`\`((?:${rooms})/[\\w./-]*)\``, 'g'))) {
      if (!isPlaceholder(path) && !existsSync(path)) missing.push(`${page} → ${path}`)
    }
  }
  assert.deepEqual(missing, [])
})

test('docs/features.md names files that exist, and every folder of features', () => {
  const rows = [...read('docs/features.md').matchAll(/^\|(.*)\|$/gm)].map(([, row = '']) => row.split('|'))
  const named = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
  const folders = (rows[0] ?? []).map((cell) => named(cell)[0] ?? '')
  const paths = rows
    .slice(2)
    .flatMap((row) => row.flatMap((cell, i) => named(cell).map((name) => `${folders[i]}${name}`)))
  assert.ok(paths.length > 100)
  assert.deepEqual(
    paths.filter((path) => !existsSync(path)),
    [],
    'not in the tree',
  )
  assert.deepEqual(
    globSync('web/features/*').filter((folder) => !paths.some((path) => path.startsWith(`${folder}/`))),
    [],
    'not in docs/features.md',
  )
})

test('docs/api.md does not name triggers, private functions or files of the program', () => {
  const page = read('docs/api.md')
  assert.ok(page.includes('Whether visitors can suggest events.'))
  assert.deepEqual(page.match(/.*(?:\btrigger|\bprivate\.|\w\.sql\b|`?(?:domain|server|worker)\/\w).*/g) ?? [], [])
})

/** Names that CONTRIBUTING.md makes up: your-call.ts, NNNN_noun.sql. */
function isPlaceholder(path: string): boolean {
  return /\/(your-|N+_)/.test(path)
}
