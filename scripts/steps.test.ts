// Runs the steps of small projects whose tests fail in every way.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '#testing/temporary-folder.ts'

const repository = fileURLToPath(new URL('..', import.meta.url))
const passes = "test('holds', () => {})"
const fails = "test('holds', () => assert.fail('never'))"
const failsOnce = onlyAtFirst("test('holds', () => assert.ok(!isFirst))")

test('a file that fails once is run again, alone, and the run says loudly that it is unstable', () => {
  const run = runFixture({ 'tests/http/a.test.ts': failsOnce, 'tests/http/b.test.ts': passes })
  assert.equal(run.code, 0, run.output)
  assert.match(run.output, /✖ http failed .* second chance: tests\/http\/a\.test\.ts/)
  assert.match(run.output, /✔ tests\/http\/a\.test\.ts passes alone/)
  assert.match(run.output, /\nunstable: tests\/http\/a\.test\.ts \("holds"\) failed in http and passed alone\..*\n$/)
  assert.equal(run.output.match(/isFirst/g)?.length, 1, 'the output of the first run')
  assert.match(run.unstable, /^- \d{4}-\d\d-\d\d tests\/http\/a\.test\.ts \("holds"\)\n$/)
})

test('a single step gives its files a second chance, too', () => {
  const run = runFixture({ 'tests/http/a.test.ts': failsOnce }, ['http'])
  assert.equal(run.code, 0, run.output)
  assert.match(run.output, /\nunstable: tests\/http\/a\.test\.ts/)
})

test('two files of different steps get a second chance, three do not', () => {
  const two = { 'tests/http/a.test.ts': failsOnce, 'tests/worker/a.test.ts': failsOnce }
  const run = runFixture(two)
  assert.equal(run.code, 0, run.output)
  assert.equal(run.unstable.split('\n').length, 3)
  assertFails(runFixture({ ...two, 'tests/worker/b.test.ts': failsOnce }))
})

test('a file that fails again fails the run', () => {
  const run = runFixture({ 'tests/http/a.test.ts': fails })
  assertFails(run)
  assert.match(run.output, /second chance/)
})

test('policies, races and structure get no second chance, also beside a file that may have one', () => {
  for (const folder of ['policies', 'races', 'structure']) {
    const run = runFixture({ [`tests/${folder}/a.test.ts`]: failsOnce, 'tests/http/a.test.ts': failsOnce })
    assertFails(run)
    assert.doesNotMatch(run.output, /a\.test\.ts passes alone/)
  }
})

test('a file that crashes or is killed gets a second chance', () => {
  const crashed = runFixture({ 'tests/http/a.test.ts': onlyAtFirst(`if (isFirst) throw new Error('x'); ${passes}`) })
  assert.equal(crashed.code, 0, crashed.output)
  assert.match(crashed.output, /unstable: tests\/http\/a\.test\.ts \(ended early\)/)
  const killed = onlyAtFirst(`${passes}; test('dies', () => { if (isFirst) process.kill(process.pid, 'SIGKILL') })`)
  assert.equal(runFixture({ 'tests/http/a.test.ts': killed }).code, 0)
})

test('of files that run together in one process, only those that failed are run again', () => {
  const all = "import { inOneProcess } from '#testing/one-process.ts'; inOneProcess(import.meta.dirname)"
  const files = { 'tests/http/all.ts': all, 'tests/http/b.test.ts': passes }
  const run = runFixture({ ...files, 'tests/http/a.test.ts': failsOnce })
  assert.equal(run.code, 0, run.output)
  assert.match(run.unstable, /^- \S+ tests\/http\/a\.test\.ts \("holds"\)\n$/)
  const hook = onlyAtFirst(`${passes}; before(() => assert.ok(!isFirst))`)
  assert.match(runFixture({ ...files, 'tests/http/a.test.ts': hook }).unstable, /^- \S+ tests\/http\/a\.test\.ts \(/)

  const killed = onlyAtFirst(`${passes}; test('dies', () => { if (isFirst) process.kill(process.pid, 'SIGKILL') })`)
  const crashed = runFixture({ ...files, 'tests/http/a.test.ts': failsOnce, 'tests/http/b.test.ts': killed })
  assert.match(crashed.unstable, /^- \S+ tests\/http\/all\.ts \(ended early\)\n$/)
  assertFails(runFixture({ ...files, 'tests/http/a.test.ts': fails }))
  assertFails(runFixture({ ...files, 'tests/http/a.test.ts': "test('exits', () => process.exit(0))" }))
})

test('a second run that lacks or skips the test that failed does not count', () => {
  const lacks = `if (isFirst) test('holds', () => assert.fail('x')); test('other', () => {})`
  assertFails(runFixture({ 'tests/http/a.test.ts': onlyAtFirst(lacks) }))
  const skips = `test('holds', { skip: !isFirst }, () => assert.fail('x')); test('other', () => {})`
  assertFails(runFixture({ 'tests/http/a.test.ts': onlyAtFirst(skips) }))
  const leaves = `test('holds', () => { if (!isFirst) process.exit(0); assert.fail('x') })`
  assertFails(runFixture({ 'tests/http/a.test.ts': onlyAtFirst(leaves) }))
  const isEmpty = `if (isFirst) test('holds', () => assert.fail('x'))`
  assertFails(runFixture({ 'tests/http/a.test.ts': onlyAtFirst(isEmpty) }))
})

test('a file without tests, a file that exits before its end and a step without files fail', () => {
  assertFails(runFixture({ 'tests/http/a.test.ts': passes, 'tests/http/b.test.ts': '' }))
  const exits = `test('exits', () => process.exit(0)); ${fails}`
  assertFails(runFixture({ 'tests/http/a.test.ts': exits }))
  assertFails(runFixture({ 'tests/worker/a.test.ts': passes }))
})

test('a step that is not of tests gets no second chance, nor one whose preparation fails', () => {
  assertFails(runFixture({ 'tests/http/a.test.ts': passes }, ['http', 'lint']))
  assertFails(runFixture({ 'tests/http/a.test.ts': passes }, ['prepared']))
})

/** Runs `body` with `isFirst`, which is true only when the file runs for the first time. */
function onlyAtFirst(body: string): string {
  return `const seen = import.meta.filename + '-seen'; const isFirst = !existsSync(seen); writeFileSync(seen, ''); ${body}`
}

/** Runs the steps whose names are given, or those of the folders of these files, on a project of these files. */
function runFixture(files: Record<string, string>, names = ['http', ...foldersOf(files)]) {
  const root = `${realpathSync(temporaryFolder())}/`
  symlinkSync(join(repository, 'testing'), join(root, 'testing'))
  writeFileSync(join(root, 'package.json'), '{"type": "module", "imports": {"#testing/*": "./testing/*"}}')
  // Stands in for npm, which takes longer to start than such tests to run.
  writeFileSync(join(root, 'npm'), '#!/bin/sh\nshift 4\nexec node --test "$@"', { mode: 0o755 })
  for (const [path, body] of Object.entries(files)) {
    mkdirSync(join(root, dirname(path)), { recursive: true })
    const imports = "import { before, test } from 'node:test'; import assert from 'node:assert'"
    writeFileSync(join(root, path), `${imports}; import { existsSync, writeFileSync } from 'node:fs'; ${body}`)
  }
  const program = `
    const { runSteps, tests } = await import('${repository}scripts/steps.ts')
    const commands = { lint: 'false', prepared: 'false && ' + tests('tests/http/*.test.ts') }
    const step = (name) => [name, name, commands[name] ?? tests('tests/' + name + '/${'tests/http/all.ts' in files ? 'all.ts' : '*.test.ts'}')]
    await runSteps([${JSON.stringify([...new Set(names)])}.map(step)], '${root}')`
  // Without it, the runner inside would report to the one outside.
  const { NODE_TEST_CONTEXT, ...outer } = process.env
  const env = { ...outer, PATH: `${root}:${dirname(process.execPath)}:${process.env.PATH}` }
  const { status, stdout, stderr } = spawnSync(process.execPath, ['-e', program], { env, encoding: 'utf8' })
  const unstable = join(root, 'tests/unstable.md')
  return {
    code: status,
    output: stdout + stderr,
    unstable: existsSync(unstable) ? readFileSync(unstable, 'utf8') : '',
  }
}

function foldersOf(files: Record<string, string>): string[] {
  return Object.keys(files).map((path) => path.split('/')[1] ?? '')
}

function assertFails({ code, output, unstable }: ReturnType<typeof runFixture>): void {
  assert.equal(code, 1, output)
  assert.doesNotMatch(output, /all checks pass/)
  assert.equal(unstable, '')
}
