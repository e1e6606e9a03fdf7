// Every endpoint of /functions/v1 is one value in one file, or with the others of its linked flow, and is listed.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { test } from 'node:test'
import type { Endpoint } from '#server/functions/endpoint.ts'
import { endpoints } from '#server/functions/functions.ts'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'summary' in value && 'handler' in value

const values = new Map<string, Endpoint[]>()
for (const path of globSync('server/functions/*.ts')) {
  const found = Object.values(await import(`../../${path}`)).filter(isEndpoint)
  if (found.length > 0) values.set(path, found)
}

test('every file that serves a URL of /functions/v1 exports one endpoint, which is listed by the name of the file', async () => {
  const named = [...values].map(([path, found]) => {
    assert.equal(found.length, 1, `${path} exports several endpoints`)
    return [basename(path, '.ts'), found[0]] as const
  })
  const flows = globSync('server/functions/linked/*.ts').map(async (path) =>
    Object.values(await import(`../../${path}`)),
  )
  const linked = (await Promise.all(flows)).flat().filter((value) => typeof value === 'object')
  const all = [
    ...named,
    ...linked.flatMap((flow) => Object.entries(flow as object)).filter(([, one]) => isEndpoint(one)),
  ]
  assert.ok(all.length > 30)
  assert.deepEqual(all.map(([name]) => name).sort(), Object.keys(endpoints).sort())
  for (const [name, value] of all) assert.equal(endpoints[name], value, name)
})

test('no handler of /functions/v1 is written past endpoint()', () => {
  const handlers = globSync('server/functions/**/*.ts', { exclude: ['server/functions/endpoint.ts'] }).filter((path) =>
    /\bHandler\b/.test(readFileSync(path, 'utf8')),
  )
  assert.deepEqual(handlers, [])
})

test('every endpoint says in one sentence what it does, who may call it and what limits it', () => {
  /** Reads one row by a sealed token, or gives away what is public. */
  const unlimited = ['get-opt-out', 'push-key']
  for (const [name, { summary, who, limits }] of Object.entries(endpoints)) {
    assert.match(summary, /^[A-Z].*[.`]$/, name)
    assert.ok(who.length > 0, `${name}: who may call it?`)
    assert.equal(limits.length === 0, unlimited.includes(name), `${name}: what limits it?`)
  }
})
