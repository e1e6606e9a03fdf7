// The worker process: runs the jobs that requests and the schedule put into the queue.
import { EventEmitter, once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, type Runner, run as runQueue, type TaskList, type WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import { isReadOnly } from '#database/errors.ts'
import { minutes, seconds } from '#domain/durations.ts'
import type { Log } from '#runtime/log.ts'
import type { DatabaseClock } from './database-clock.ts'
import { type Heartbeat, startHeartbeat } from './heartbeat.ts'
import { watchTasks } from './watched-tasks.ts'

export type Worker = { stop(): Promise<void> }

export type WorkerOptions = {
  pool: pg.Pool
  clock: DatabaseClock
  tasks: TaskList
  atOnce: number
  log: Log
  /** Called when the database accepts no writes; the process should end. */
  onReadOnly: (error: Error) => void
}

/**
 * Runs the queue and restarts it when it stops. Graphile Worker gives up when it cannot record the end of a job, for example while
 * the database is unreachable; without a restart the process would live on and do nothing.
 */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { pool, log } = options
  const tasks = watchTasks(options.tasks)
  const ending = new AbortController()
  let run = await startFirst()
  const watching = watch()
  return {
    async stop() {
      ending.abort()
      await run.runner.stop().catch(() => {})
      await watching
      // Again, in case the queue was restarted meanwhile.
      await run.runner.stop().catch(() => {})
      await run.heartbeat.stop()
    },
  }

  /** A machine that has just booted is busy. After a minute something else must be wrong, and the start fails. */
  async function startFirst(): Promise<QueueRun> {
    const giveUpAt = performance.now() + minutes(1)
    for (;;) {
      try {
        return await startQueue({ ...options, tasks: tasks.list })
      } catch (error) {
        if (performance.now() > giveUpAt) throw error
        log.warn({ err: error }, 'the queue cannot start yet')
        await sleep(seconds(1))
      }
    }
  }

  async function watch(): Promise<void> {
    for (;;) {
      await run.ended
      if (ending.signal.aborted) return
      log.warn('the queue stopped; starting it again')
      await run.heartbeat.stop()
      // Tasks that still run must end first, or another worker would run them at the same time.
      await tasks.ended()
      await restart(run.workerId)
      if (ending.signal.aborted) return
    }
  }

  async function restart(workerId: string): Promise<void> {
    while (!ending.signal.aborted) {
      try {
        await pool.query('select graphile_worker.force_unlock_workers(array[$1])', [workerId])
        run = await startQueue({ ...options, tasks: tasks.list })
        log.warn('the queue runs again')
        return
      } catch (error) {
        if (isReadOnly(error)) return options.onReadOnly(error as Error)
        log.warn({ err: error }, 'the queue cannot start yet')
        await sleep(seconds(1), undefined, { signal: ending.signal }).catch(() => {})
      }
    }
  }
}

type QueueRun = { runner: Runner; heartbeat: Heartbeat; workerId: string; ended: Promise<unknown> }

async function startQueue({ pool, clock, tasks, atOnce, log, onReadOnly }: WorkerOptions): Promise<QueueRun> {
  // Before the first job, which asks it.
  await clock.read(pool)
  const events: WorkerEvents = new EventEmitter()
  // Jobs are locked with the worker pool's id.
  const created = once(events, 'pool:create')
  // Emitted before it waits for jobs that it may never finish.
  const stopping = once(events, 'pool:gracefulShutdown')
  const firstFetch = once(events, 'localQueue:getJobs:complete')
  const runner = await runQueue({
    pgPool: pool,
    taskList: tasks,
    // Its own schedule goes by this machine's clock, and only ever forward.
    parsedCronItems: [],
    noHandleSignals: true,
    logger: queueLog(log),
    events,
    // Fetching and completing jobs in batches gave ten times the throughput of the defaults. The local queue is small, because a
    // job is up to 500 recipients and other workers should find some left.
    preset: {
      worker: { concurrentJobs: atOnce, localQueue: { size: 16 }, completeJobBatchDelay: 0, failJobBatchDelay: 0 },
    },
  })
  const ended = Promise.race([stopping, runner.promise.catch(() => {})])
  // If the first fetch of jobs fails, Graphile Worker never fetches again.
  const isRunning = await Promise.race([
    firstFetch.then(() => true),
    ended.then(() => false),
    sleep(FIRST_FETCH_MS, false),
  ])
  if (!isRunning) {
    runner.stop().catch(() => {})
    throw new Error('the queue does not answer')
  }
  const [{ workerPool }] = await created
  const workerId: string = workerPool.id
  return { runner, workerId, heartbeat: startHeartbeat({ pool, clock, workerId, log, onReadOnly }), ended }
}

const FIRST_FETCH_MS = seconds(10)

/** Drops what follows a colon in a message: it quotes errors, which can quote addresses. The log redacts `err` itself. */
function queueLog(log: Log): Logger {
  return new Logger(() => (level, message, meta) => {
    const write = level === 'warning' ? 'warn' : level === 'error' ? 'error' : 'debug'
    const { error, job } = (meta ?? {}) as { error?: unknown; job?: { id: string; task_identifier: string } }
    const details = { err: error, job: job?.id, task: job?.task_identifier }
    log[write](details, error && job ? 'a job failed' : message.split(':')[0])
  })
}
