// A PostgreSQL and its synchronous standby, at two addresses that stay: when the first one ends the second is promoted, and a new
// standby takes the place of the first.
import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { openStandby } from '#testing/replica.ts'
import { openPostgres } from './postgres.ts'

export type Pair = {
  /** Names both. */
  url: string
  /** Ends the primary, promotes the standby, and returns when there is a standby again. */
  promote(signal: NodeJS.Signals): Promise<void>
  close(): Promise<void>
}

type Member = { url: string; folder: string; end(signal: NodeJS.Signals): Promise<void>; close(): Promise<void> }

export async function openPair(): Promise<Pair> {
  let primary: Member = await openPostgres()
  let standby: Member = await openStandby(primary)
  await waitForEach(primary.url)
  const [one, two] = [new URL(primary.url), new URL(standby.url)]
  return {
    url: `postgres://${one.username}:${one.password}@${one.host},${two.host}${one.pathname}?target_session_attrs=read-write`,
    async promote(signal) {
      await primary.end(signal)
      const [gone, next] = [primary, standby]
      await ask(next.url, 'select pg_promote(true, 30)')
      primary = next
      rmSync(gone.folder, { recursive: true, force: true })
      standby = await openStandby(next, Number(new URL(gone.url).port))
      await waitForEach(next.url)
    },
    async close() {
      await standby.close()
      await primary.close()
    },
  }
}

/** From now on a commit is acknowledged when the standby has it, too. */
async function waitForEach(url: string): Promise<void> {
  const streaming = "select from pg_stat_replication where state = 'streaming'"
  while ((await ask(url, streaming)) === 0) await sleep(20)
  await ask(url, "alter system set synchronous_standby_names = '*'")
  await ask(url, 'select pg_reload_conf()')
  while ((await ask(url, `${streaming} and sync_state = 'sync'`)) === 0) await sleep(20)
}

async function ask(url: string, text: string): Promise<number> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(text)).rowCount ?? 0
  } finally {
    await client.end()
  }
}
