// Runs steps, two at a time, and once more, alone, a test file that failed: on a busy machine a good test fails now and then.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import type { FileResult } from '#testing/results.ts'

export type Step = [name: string, what: string, command: string]

type Outcome = { code: number | null; output: string; results: FileResult[]; cpu: string }

type Unstable = { step: string; first: FileResult }

const RERUNS = 2
/** Permissions, limits under load and rules for the tree are never a matter of luck. */
const NEVER_AGAIN = /^tests\/(policies|races|structure)\//

/** Returns the command for test files. Runs more at once than there are cores, because most of them wait. */
export function tests(glob: string, atOnce = 4): string {
  const results = '--test-reporter=./testing/results.ts --test-reporter-destination="$TOWNBELL_TEST_RESULTS"'
  const spec = '--test-reporter=spec --test-reporter-destination=stdout'
  return `npm run --silent test:files -- --test-concurrency=${atOnce} ${spec} ${results} '${glob}'`
}

/** Ends the process with 1 when a step fails. The steps of a group begin when those before it have passed. */
export async function runSteps(groups: Step[][], root: string): Promise<void> {
  const started = Date.now()
  const alone = groups.flat().length === 1
  const cache = `${root}node_modules/.cache`
  mkdirSync(`${cache}/check`, { recursive: true })
  const running = new Set<ChildProcess>()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => end(130))
  const unstable: Unstable[] = []

  for (const group of groups) {
    const waiting = [...group]
    const again: Unstable[] = []
    await Promise.all([inTurn(waiting, again), inTurn(waiting, again)])
    for (const failure of again) await runAgain(failure)
    unstable.push(...again)
  }
  console.log(`\n✔ all checks pass (${secondsSince(started)} s)`)
  for (const { step, first } of unstable) {
    console.log(`unstable: ${describe(first)} failed in ${step} and passed alone. Mend it before new work.`)
  }

  /** Runs the next step that waits until none does. */
  async function inTurn(waiting: Step[], again: Unstable[]): Promise<void> {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const [name, what, command] = step
      const at = Date.now()
      console.log(`${alone ? '──' : '…'} ${name}: ${what}`)
      const outcome = await run(name, command)
      if (!alone) console.log(`\n── ${name}: ${what}\n${outcome.output}`)
      printSlowest(outcome.results)
      const cost = `${secondsSince(at)} s, ${outcome.cpu} of CPU`
      if (passed(outcome, command)) {
        console.log(`✔ ${name} (${cost})\n`)
        continue
      }
      const failed = filesToRunAgain(outcome)
      if (failed.length === 0 || unstable.length + again.length + failed.length > RERUNS) fail(name)
      again.push(...failed.map((first) => ({ step: name, first })))
      console.log(`✖ ${name} failed (${cost}). When nothing else runs, it gets a second chance: ${names(failed)}\n`)
    }
  }

  async function runAgain({ step, first }: Unstable): Promise<void> {
    const file = shortName(first)
    console.log(`── ${step}: ${file} again, alone`)
    const command = tests(file, 1)
    const outcome = await run(`${step}-again`, command)
    if (!alone) console.log(outcome.output)
    const second = outcome.results.find((result) => result.file === first.file)
    if (!passed(outcome, command) || !second || !mends(first, second)) fail(step)
    appendFileSync(`${root}tests/unstable.md`, `- ${new Date().toISOString().slice(0, 10)} ${describe(first)}\n`)
    console.log(`✔ ${file} passes alone; written into tests/unstable.md\n`)
  }

  /** Prints the output of a single step as it arrives; with several steps, when each has ended, so that it does not mix. */
  async function run(name: string, command: string): Promise<Outcome> {
    const [log, results, times] = ['log', 'json', 'times'].map((kind) => `${cache}/check/${name}.${kind}`) as Paths
    rmSync(results, { force: true })
    const target = alone ? 'inherit' : openSync(log, 'w')
    // In its own process group, so that everything it started ends with it.
    const child = spawn(`trap 'times > "$TOWNBELL_STEP_TIMES"' EXIT; ${command}`, {
      shell: true,
      detached: true,
      stdio: ['ignore', target, target],
      env: { ...process.env, TOWNBELL_TEST_RESULTS: results, TOWNBELL_STEP_TIMES: times },
      cwd: root,
    })
    running.add(child)
    const [code] = await once(child, 'exit')
    running.delete(child)
    return { code, output: alone ? '' : read(log), results: JSON.parse(read(results) || '[]'), cpu: cpu(read(times)) }
  }

  function fail(name: string): never {
    console.error(`✖ ${name} failed. Run it again with: npm test -- ${name}`)
    end(1)
  }

  /** Interrupts the running steps as Ctrl-C does. */
  function end(code: number): never {
    for (const { pid } of running) if (pid) process.kill(-pid, 'SIGINT')
    process.exit(code)
  }

  function names(results: FileResult[]): string {
    return results.map(shortName).join(', ')
  }

  function shortName({ file }: FileResult): string {
    return relative(root, file)
  }

  /** Returns none if anything failed that may not be tried again. */
  function filesToRunAgain({ results }: Outcome): FileResult[] {
    const failed = results.filter((result) => !isWell(result))
    return failed.some((result) => NEVER_AGAIN.test(shortName(result))) ? [] : failed
  }

  function printSlowest(results: FileResult[]): void {
    const slowest = results.toSorted((a, b) => b.ms - a.ms).slice(0, 10)
    for (const result of slowest) console.log(`${Math.round(result.ms / 1000)} s ${shortName(result)}`)
  }

  function describe(result: FileResult): string {
    const failed = result.failed.map((name) => `"${name}"`).join(', ')
    return `${shortName(result)} (${failed || 'ended early'})`
  }
}

type Paths = [string, string, string]

/** A file that ends early, by `process.exit(0)` for example, passes in Node, but not here; nor does a pattern that no file has. */
function passed({ code, results }: Outcome, command: string): boolean {
  const isEmpty = command.includes('$TOWNBELL_TEST_RESULTS') && results.length === 0
  return code === 0 && !isEmpty && results.every(isWell)
}

function isWell({ complete, failed }: FileResult): boolean {
  return complete && failed.length === 0
}

/** Says whether the second run passed every test that failed in the first, and at least one. */
function mends(first: FileResult, second: FileResult): boolean {
  return second.passed.length > 0 && first.failed.every((name) => second.passed.includes(name))
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** Adds up what the shell's `times` says of the programs that a step ran: "1m20.50s 0m3.00s" in its second line. */
function cpu(times: string): string {
  const spent = [...(times.split('\n')[1] ?? '').matchAll(/(\d+)m([\d.]+)s/g)]
  return `${Math.round(spent.reduce((sum, [, min, sec]) => sum + Number(min) * 60 + Number(sec), 0))} s`
}

function secondsSince(at: number): number {
  return Math.round((Date.now() - at) / 1000)
}
