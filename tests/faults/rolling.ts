// Replaces all processes of a running town, again and again, while people use it. Nobody may notice.
import { setTimeout as sleep } from 'node:timers/promises'
import { seconds } from '#domain/durations.ts'
import { type LoadRequest, paceOf, type SendRate, startLoad, tally } from './load.ts'
import type { ProgramFixture } from './program-fixture.ts'
import { wrongOf } from './restarts.ts'
import { isAsItShould } from './visitors.ts'

export type RollingReport = {
  restarts: number
  requests: number
  answers: Record<string, Record<string, number>>
  /** Everything that was not answered as it should be; "come back later" counts, too. */
  wrong: string[]
  lost: number
  doubled: number
  pace: SendRate
}

export async function rolling(
  program: ProgramFixture,
  { restarts, perSecond, seconds: before = 5 }: { restarts: number; perSecond: number; seconds?: number },
): Promise<RollingReport> {
  const [{ process: first, said }] = program.processes as [ProgramFixture['processes'][0]]
  const replaced = () => said().split('all processes were replaced').length - 1
  const load = startLoad(program.url, perSecond, mostlyReading(program.visitors.next))
  await sleep(seconds(before))
  for (let n = 1; n <= restarts; n++) {
    first.kill('SIGHUP')
    while (replaced() < n) await sleep(50)
    await sleep(1_000)
  }
  await load.stop()
  const { lost, doubled } = await program.visitors.writes(program.pool, load.answers)
  return {
    restarts,
    requests: load.answers.length,
    answers: tally(load.answers),
    wrong: wrongOf(load.answers, []),
    lost,
    doubled,
    pace: paceOf(load.answers.filter(isAsItShould)),
  }
}

/** Leaves out nine writes of ten: a town reads far more than it writes. */
function mostlyReading(next: () => LoadRequest): () => LoadRequest {
  let writes = 0
  return () => {
    for (;;) {
      const request = next()
      if (request.body === undefined || writes++ % 10 === 0) return request
    }
  }
}
