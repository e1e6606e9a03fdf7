// The process that acts later: runs the jobs that requests and the schedule leave in the queue.
import { EventEmitter, once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, parseCronItems, type Runner, run, type TaskList, type WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import { seconds } from '#domain/durations.ts'
import type { Log } from '#runtime/log.ts'
import { type Heartbeat, startHeartbeat } from './heartbeat.ts'
import { schedule } from './schedule.ts'
import { watchTasks } from './watched-tasks.ts'

export type Worker = { stop(): Promise<void> }

export type WorkerOptions = { pool: pg.Pool; tasks: TaskList; atOnce: number; log: Log }

/**
 * The queue gives up when it cannot write down the end of a job, as while the database is away, and would leave a process that
 * lives and does nothing. So it is watched, and begun anew as soon as that is possible.
 */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { pool, log } = options
  const tasks = watchTasks(options.tasks)
  const ending = new AbortController()
  let shift = await begin({ ...options, tasks: tasks.list })
  const watching = watch()
  return {
    async stop() {
      ending.abort()
      await shift.runner.stop().catch(() => {})
      await watching
      // One that began meanwhile.
      await shift.runner.stop().catch(() => {})
      await shift.beat.stop()
    },
  }

  async function watch(): Promise<void> {
    for (;;) {
      await shift.ended
      if (ending.signal.aborted) return
      log.warn('the queue stopped; starting it again')
      await shift.beat.stop()
      // What still runs ends by itself; only then may anybody else begin it.
      await tasks.ended()
      await takeOver(shift.workerId)
      if (ending.signal.aborted) return
    }
  }

  async function takeOver(workerId: string): Promise<void> {
    while (!ending.signal.aborted) {
      try {
        await pool.query('select graphile_worker.force_unlock_workers(array[$1])', [workerId])
        shift = await begin({ ...options, tasks: tasks.list })
        log.warn('the queue runs again')
        return
      } catch (error) {
        log.warn({ err: error }, 'the queue does not start yet')
        await sleep(seconds(1), undefined, { signal: ending.signal }).catch(() => {})
      }
    }
  }
}

type Shift = { runner: Runner; beat: Heartbeat; workerId: string; ended: Promise<unknown> }

async function begin({ pool, tasks, atOnce, log }: WorkerOptions): Promise<Shift> {
  const events: WorkerEvents = new EventEmitter()
  // The pool's id is what its jobs are locked with.
  const created = once(events, 'pool:create')
  // It says so before it waits for what it cannot finish.
  const stopping = once(events, 'pool:gracefulShutdown')
  const looked = once(events, 'localQueue:getJobs:complete')
  const runner = await run({
    pgPool: pool,
    taskList: tasks,
    parsedCronItems: parseCronItems(schedule),
    noHandleSignals: true,
    logger: queueLog(log),
    events,
    // Batches measured ten times the jobs of the defaults (research/performance.md). A small local queue, because a job is
    // up to 500 recipients and other workers should find some left.
    preset: {
      worker: { concurrentJobs: atOnce, localQueue: { size: 16 }, completeJobBatchDelay: 0, failJobBatchDelay: 0 },
    },
  })
  const ended = Promise.race([stopping, runner.promise.catch(() => {})])
  // It remembers if it could not look for jobs the first time, and then never can.
  const began = await Promise.race([looked.then(() => true), ended.then(() => false), sleep(FIRST_LOOK_MS, false)])
  if (!began) {
    runner.stop().catch(() => {})
    throw new Error('the queue does not answer')
  }
  const [{ workerPool }] = await created
  const workerId: string = workerPool.id
  return { runner, workerId, beat: startHeartbeat(pool, workerId, log), ended }
}

const FIRST_LOOK_MS = seconds(10)

/** Its sentences quote errors behind a colon, and those can quote addresses: errors go where the log cuts them. */
function queueLog(log: Log): Logger {
  return new Logger(() => (level, message, meta) => {
    const write = level === 'warning' ? 'warn' : level === 'error' ? 'error' : 'debug'
    const { error, job } = (meta ?? {}) as { error?: unknown; job?: { id: string; task_identifier: string } }
    const details = { err: error, job: job?.id, task: job?.task_identifier }
    log[write](details, error && job ? 'a job failed' : message.split(':')[0])
  })
}
