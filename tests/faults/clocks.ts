// Workers whose own clock is wrong, one after another: everybody gets their mail once, as soon as with a right one, and the log says so.
import { minutes, seconds } from '#domain/durations.ts'
import { openWorkerFixture } from './worker-fixture.ts'

export type ClockReport = {
  aheadSeconds: number
  mails: number
  lost: number
  duplicates: number
  /** From the start of the worker until everybody had their mail. */
  seconds: number
  isNoticed: boolean
}

export async function shiftingClocks({ mails }: { mails: number }): Promise<ClockReport[]> {
  const reports: ClockReport[] = []
  for (const aheadSeconds of [0, 90, 600, 7_200, -600]) {
    const workers = await openWorkerFixture({
      settings: { NODE_OPTIONS: `--import=${shifted(seconds(aheadSeconds))}` },
    })
    try {
      await workers.addMailing(mails)
      // Only the schedule may plan it.
      await workers.database.pool.query(
        'select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))',
      )
      const began = performance.now()
      const worker = workers.startWorker()
      await workers.until(() => workers.reached() >= mails, minutes(5))
      const took = Math.round((performance.now() - began) / 1000)
      const isNoticed = () => /are apart/.test(worker.said())
      if (aheadSeconds !== 0) await workers.until(isNoticed, minutes(1))
      worker.kill('SIGTERM')
      await worker.ended
      const { lost, duplicates } = workers.counts()
      reports.push({ aheadSeconds, mails, lost, duplicates, seconds: took, isNoticed: isNoticed() })
    } finally {
      await workers.close()
    }
  }
  return reports
}

/** A module that shifts the clock of the process which loads it. Timers stay right, as they do when a real clock is set. */
function shifted(ms: number): string {
  const code = `
    const Real = Date
    globalThis.Date = class extends Real {
      constructor(...given) { given.length > 0 ? super(...given) : super(Real.now() + ${ms}) }
      static now() { return Real.now() + ${ms} }
    }`
  return `data:text/javascript,${encodeURIComponent(code)}`
}
