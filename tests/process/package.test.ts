// The file that people install Townbell from without git: complete, locked, and ready to run.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { dataFolder, removeFolder, startTownbell, untilExit } from '#testing/townbell.ts'

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

test('it starts from the package, answers pages, and stops', async () => {
  const folder = dataFolder()
  const file = join(installed, read('package.json').bin.townbell)
  const program = await startTownbell(folder, { file, env: { SERVER_PROCESSES: '1' } })
  for (const path of ['/', '/about?lang=es', '/docs']) {
    const answer = await fetch(`${program.url}${path}`)
    assert.deepEqual([answer.status, answer.headers.get('content-type')?.split(';')[0]], [200, 'text/html'], path)
  }
  program.process.kill('SIGTERM')
  assert.equal((await untilExit(program.process, program.said)).code, 0)
  removeFolder(folder)
})
