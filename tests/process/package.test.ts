// The file that people install Townbell from without git: complete, locked, and ready to run.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { folderOf } from '#testing/releases.ts'
import { dataFolder, removeFolder, spawnTownbell, startTownbell, until, untilExit } from '#testing/townbell.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const home = mkdtempSync(join(tmpdir(), 'townbell-package-'))
const installed = join(home, 'node_modules', 'townbell')
const read = (name: string) => JSON.parse(readFileSync(join(installed, name), 'utf8'))

before(() => {
  execFileSync(process.execPath, ['scripts/package.ts'], { cwd: ROOT, stdio: 'ignore' })
  const [file = ''] = globSync('package/*.tgz', { cwd: ROOT })
  mkdirSync(installed, { recursive: true })
  execFileSync('tar', ['-xzf', join(ROOT, file), '-C', installed, '--strip-components=1'])
  // As npm would: what the lock names, and nothing else. Ours are there already.
  for (const path of Object.keys(read('npm-shrinkwrap.json').packages)) {
    if (path.lastIndexOf('node_modules/') !== 0 || !existsSync(join(ROOT, path))) continue
    mkdirSync(dirname(join(home, path)), { recursive: true })
    symlinkSync(join(ROOT, path), join(home, path))
  }
})
after(() => {
  rmSync(home, { recursive: true, force: true })
  rmSync(join(ROOT, 'package'), { recursive: true, force: true })
})

test('the package locks all it needs by checksum, has no test, no source of a page and no build tool, and lists its parts', () => {
  const { packages } = read('npm-shrinkwrap.json')
  const locked = Object.entries(packages as Record<string, { integrity?: string }>).filter(([path]) => path !== '')
  assert.ok(locked.length > 50, `${locked.length} packages`)
  assert.deepEqual(
    locked.filter(([, { integrity }]) => !integrity).map(([path]) => path),
    [],
  )
  assert.deepEqual(
    locked.map(([path]) => path).filter((path) => /\/(vite|typescript|playwright|react-dom)$/.test(path)),
    [],
  )
  assert.deepEqual(globSync('**/*.{ts,tsx}', { cwd: installed }), [])
  assert.deepEqual(globSync('{web,tests,testing,bench}', { cwd: installed }), [])
  const names = read('sbom.json').components.map((component: { name: string }) => component.name)
  for (const name of ['hono', 'pg', 'zod']) assert.ok(names.includes(name), name)
})

/** Returns the first file of a later version: the same program with migrations. */
function laterVersion(version: string, migrations: Record<string, string>): string {
  const copy = `${installed}-${version}`
  cpSync(installed, copy, { recursive: true })
  writeFileSync(join(copy, 'package.json'), JSON.stringify({ ...read('package.json'), version }))
  mkdirSync(join(copy, 'database', 'migrations'), { recursive: true })
  for (const [name, sql] of Object.entries(migrations)) writeFileSync(join(copy, 'database', 'migrations', name), sql)
  return join(copy, read('package.json').bin.townbell)
}

test('two upgrades of the first release in a row: the first killed in the middle, then the way back, then on, then one that fails; each says first what it will do', async () => {
  const folder = folderOf('0.1.0')
  const env = { SERVER_PROCESSES: '1' }
  const first = join(installed, read('package.json').bin.townbell)
  const moods =
    'create table private.moods (mood text primary key); select pg_sleep(2); create index on private.moods (mood)'
  const second = laterVersion('9.1.0', { '9001_moods.sql': moods })
  const third = laterVersion('9.2.0', {
    '9001_moods.sql': moods,
    '9002_motto.sql': 'alter table public.calendars add column motto text',
  })
  const broken = laterVersion('9.3.0', {
    '9001_moods.sql': moods,
    '9002_motto.sql': 'alter table public.calendars add column motto text',
    '9003_broken.sql': 'drop table private.moods; select colour from public.events',
  })
  const sql = async (statement: string) => {
    const { process: child, said } = spawnTownbell(folder, { file: first, words: ['sql', statement] })
    return (await untilExit(child, said)).said
  }
  const startAndStop = async (file: string) => {
    const program = await startTownbell(folder, { file, env })
    assert.equal((await fetch(`${program.url}/`)).status, 200)
    const hasMoods = (await sql(`select to_regclass('private.moods') is not null`)).includes('\nt\n')
    program.process.kill('SIGTERM')
    return { said: (await untilExit(program.process, program.said)).said, hasMoods }
  }
  await startAndStop(first)

  const killed = spawnTownbell(folder, { file: second, env })
  const sleeping = `select count(*) from pg_stat_activity where wait_event = 'PgSleep'`
  await until(async () => (await sql(sleeping)).includes('\n1\n'))
  killed.process.kill('SIGKILL')
  assert.match(
    (await untilExit(killed.process, killed.said)).said,
    /older than Townbell 9\.1\.0 and will be changed: 9001_moods\.sql\. A backup is written first, to \S+before-9\.1\.0\.tar\./,
  )
  const old = await startAndStop(first)
  assert.equal(old.hasMoods, false)
  assert.doesNotMatch(old.said, /older than/)

  const upgraded = await startAndStop(second)
  assert.equal(upgraded.hasMoods, true)
  assert.match(upgraded.said, /The database is at 9\.1\.0\./)
  assert.doesNotMatch((await startAndStop(first)).said, /older than/)
  assert.match((await startAndStop(third)).said, /will be changed: 9002_motto\.sql\./)
  assert.doesNotMatch((await startAndStop(second)).said, /older than/)

  const failing = spawnTownbell(folder, { file: broken, env })
  const { code, said } = await untilExit(failing.process, failing.said)
  assert.notEqual(code, 0)
  assert.match(said, /9003_broken\.sql failed: column "colour" does not exist/)
  assert.equal((await startAndStop(third)).hasMoods, true)

  // All the way back, by the backup that the first upgrade wrote.
  renameSync(join(folder, 'postgres'), join(folder, 'postgres-9.2.0'))
  const words = ['restore', join(folder, 'before-9.1.0.tar')]
  const restore = spawnTownbell(folder, { file: first, words })
  assert.equal((await untilExit(restore.process, restore.said)).code, 0, restore.said())
  assert.equal((await startAndStop(first)).hasMoods, false)
  removeFolder(folder)
})

test('it starts from the package, answers pages, and stops', async () => {
  const folder = dataFolder()
  const file = join(installed, read('package.json').bin.townbell)
  const program = await startTownbell(folder, { file })
  for (const path of ['/', '/about?lang=es', '/docs']) {
    const answer = await fetch(`${program.url}${path}`)
    assert.deepEqual([answer.status, answer.headers.get('content-type')?.split(';')[0]], [200, 'text/html'], path)
  }
  program.process.kill('SIGTERM')
  assert.equal((await untilExit(program.process, program.said)).code, 0)
  removeFolder(folder)
})
