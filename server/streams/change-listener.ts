// One connection that listens for changes of calendars, however many streams wait for them. It is opened with the first stream, and
// again when it is lost, to whichever host is the primary by then.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { seconds } from '#domain/durations.ts'
import type { Log } from '#runtime/log.ts'

/** `events`: the calendar or its events. `mailings`: what is sent. `access`: only who may read it. */
export type Change = { calendarId: string; what: 'events' | 'mailings' | 'access' }

export type ChangeListener = {
  /** Resolves once changes are heard; rejects while the database is away. */
  ready(): Promise<void>
  stop(): void
}

type Options = {
  pool: pg.Pool
  onChange: (change: Change) => void
  /** The connection was lost meanwhile, so anything may have changed. */
  onReconnect: () => void
  log: Log
}

const CHANNEL = 'calendar_changes'
const [FIRST_WAIT_MS, MAX_WAIT_MS] = [seconds(0.2), seconds(5)]
/** A machine that is gone closes no connection. The pool limits how long the answer may take. */
const PROBE_MS = seconds(20)

export function createChangeListener({ pool, onChange, onReconnect, log }: Options): ChangeListener {
  let client: Promise<pg.PoolClient> | undefined
  let stopped = false

  function open(): Promise<pg.PoolClient> {
    client ??= connect().catch((error) => {
      client = undefined
      throw error
    })
    return client
  }

  async function connect(): Promise<pg.PoolClient> {
    const opened = await pool.connect()
    let isLost = false
    const lose = () => {
      if (isLost) return
      isLost = true
      clearInterval(probe)
      client = undefined
      opened.release(true)
      if (!stopped) void reconnect()
    }
    const probe = setInterval(() => opened.query('select').catch(lose), PROBE_MS).unref()
    opened.on('notification', ({ payload = '' }) => {
      const [calendarId = '', what] = payload.split(' ')
      onChange({ calendarId, what: what as Change['what'] })
    })
    opened.once('end', lose)
    try {
      await opened.query(`listen ${CHANNEL}`)
    } catch (error) {
      isLost = true
      clearInterval(probe)
      opened.release(true)
      throw error
    }
    if (stopped) lose()
    return opened
  }

  async function reconnect(): Promise<void> {
    log.warn({}, 'lost the connection that listens for changes')
    for (let wait = FIRST_WAIT_MS; !stopped; wait = Math.min(MAX_WAIT_MS, 2 * wait)) {
      try {
        await open()
        if (!stopped) onReconnect()
        return
      } catch {
        await sleep(wait, undefined, { ref: false })
      }
    }
  }

  return {
    ready: async () => void (await open()),
    stop() {
      stopped = true
      client?.then(
        (opened) => opened.end().catch(() => {}),
        () => {},
      )
    },
  }
}
