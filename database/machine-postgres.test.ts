import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Binaries, binariesFor } from './machine-postgres.ts'

test('a PostgreSQL of the machine runs a data folder of its major version if it is newer than the one of npm', () => {
  const root = mkdtempSync(join(tmpdir(), 'townbell-postgres-'))
  const install = (name: string, version: string, hasTrigrams = true): Binaries => {
    const bin = join(root, name, 'bin')
    mkdirSync(bin, { recursive: true })
    mkdirSync(join(root, name, 'lib'))
    if (hasTrigrams) writeFileSync(join(root, name, 'lib', 'pg_trgm.so'), '')
    for (const program of ['postgres', 'initdb']) {
      writeFileSync(join(bin, program), `#!/bin/sh\necho "postgres (PostgreSQL) ${version} (Debian ${version}-1)"\n`)
      chmodSync(join(bin, program), 0o755)
    }
    return { postgres: join(bin, 'postgres'), initdb: join(bin, 'initdb') }
  }
  const folder = (major?: number) => {
    const cluster = mkdtempSync(join(root, 'cluster-'))
    if (major) writeFileSync(join(cluster, 'PG_VERSION'), `${major}\n`)
    return cluster
  }
  const packaged = install('packaged', '18.4')
  const [older, newer, other] = [install('older', '18.3'), install('newer', '18.6'), install('other', '17.12')]
  install('bare', '18.9', false)
  install('beta', '18beta1')
  const choose = (cluster: string, names: string[], ours: Binaries | undefined = packaged) =>
    binariesFor(cluster, ours, () => names.map((name) => join(root, name, 'bin')))

  assert.equal(choose(folder(), ['older', 'bare', 'beta', 'none']), packaged)
  assert.deepEqual(choose(folder(), ['older', 'newer', 'other']), newer)
  assert.deepEqual(choose(folder(18), ['newer']), newer)
  // Of another major version than npm brings: the only one that can open it.
  assert.deepEqual(choose(folder(17), ['newer', 'other']), other)
  assert.equal(choose(folder(17), ['newer']), packaged)
  // Nothing from npm, because its platform or its upstream is gone.
  assert.deepEqual(
    binariesFor(folder(), undefined, () => [join(root, 'older', 'bin')]),
    older,
  )
  assert.equal(
    binariesFor(folder(), undefined, () => []),
    undefined,
  )
  rmSync(root, { recursive: true })
})
