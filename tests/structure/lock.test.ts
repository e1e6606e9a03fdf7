import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

type Locked = {
  version?: string
  resolved?: string
  integrity?: string
  optional?: boolean
  os?: string[]
  optionalDependencies?: Record<string, string>
}
const packages: Record<string, Locked> = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages

// npm omits the binding of a platform that the registry lacks at that moment, and then `npm ci` fails everywhere.
// Such an entry is added by hand: docs/decisions/lock-file-platforms.md.
test('the lock file names the binding of every platform, so that npm ci works on all of them', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !packages[`${path}/node_modules/${name}`] && !packages[`node_modules/${name}`],
    ),
  )
  assert.deepEqual(missing, [])
})

test('the lock file names no registry host', () => {
  assert.deepEqual(
    Object.keys(packages).filter((path) => packages[path]?.resolved),
    [],
  )
})

test('every version is exact, so that the lock file alone decides', () => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const named = Object.entries<string>({ ...dependencies, ...devDependencies, ...optionalDependencies })
  assert.ok(named.length > 30)
  assert.deepEqual(
    named.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)),
    [],
  )
})

test('every package has a checksum, except bindings for platforms that the registry lacked', () => {
  const without = Object.entries(packages).filter(([path, { integrity }]) => path !== '' && !integrity)
  assert.deepEqual(
    without.filter(([path, { optional, os }]) => !optional || !(os || path.includes('wasm32'))).map(([path]) => path),
    [],
  )
})
