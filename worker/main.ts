// The process that acts later: runs the jobs that requests and the schedule leave in the queue.
import { EventEmitter } from 'node:events'
import { Logger, parseCronItems, run, type TaskList, type WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import type { Log } from '#runtime/log.ts'
import { type Beat, startBeat } from './beat.ts'
import { schedule } from './schedule.ts'

export type Worker = { stop(): Promise<void> }

export type WorkerOptions = { pool: pg.Pool; tasks: TaskList; atOnce: number; log: Log }

export async function startWorker({ pool, tasks, atOnce, log }: WorkerOptions): Promise<Worker> {
  let beat: Beat | undefined
  const events: WorkerEvents = new EventEmitter()
  // The pool's id is what its jobs are locked with.
  events.on('pool:create', ({ workerPool }) => {
    beat = startBeat(pool, (workerPool as unknown as { id: string }).id, log)
  })
  const runner = await run({
    pgPool: pool,
    taskList: tasks,
    parsedCronItems: parseCronItems(schedule),
    noHandleSignals: true,
    logger: new Logger(
      () => (level, message) => log[level === 'warning' ? 'warn' : level === 'error' ? 'error' : 'debug'](message),
    ),
    events,
    // Batches measured ten times the jobs of the defaults (research/performance.md). A small local queue, because a job is
    // up to 500 recipients and other workers should find some left.
    preset: {
      worker: { concurrentJobs: atOnce, localQueue: { size: 16 }, completeJobBatchDelay: 0, failJobBatchDelay: 0 },
    },
  })
  return {
    async stop() {
      await runner.stop()
      await beat?.stop()
    },
  }
}
