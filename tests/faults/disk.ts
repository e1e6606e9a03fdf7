// Fills the file system of the data folder of `npm start` under load. Writes are answered with
// "retry later", no acknowledged write is lost, and everything recovers without help once there is space.
import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { paceOf, type SendRate, startLoad, tally } from './load.ts'
import type { ProgramFixture } from './program-fixture.ts'
import { untilBack, wrongOf } from './restarts.ts'
import { isAsItShould } from './visitors.ts'

export type DiskOptions = { seconds: number; perSecond: number; mails: number; disk: string }

export type DiskReport = {
  seconds: number
  answers: Record<string, Record<string, number>>
  /** While there was no room. */
  meanwhile: Record<string, Record<string, number>>
  wrong: string[]
  acknowledged: number
  lost: number
  doubled: number
  backMs: number
  exits: number
  mailsLost: number
  mailsDoubled: number
  /** Errors that a look at every row and index finds. */
  damage: string[]
  pace: SendRate
  memoryMb: [before: number, during: number]
}

export async function fillingDisk(
  program: ProgramFixture,
  { seconds, perSecond, mails, disk }: DiskOptions,
): Promise<DiskReport> {
  const { workers, visitors, pool } = program
  await workers.addMailing(mails)
  const load = startLoad(program.url, perSecond, visitors.next)
  await sleep(3_000)
  const kinds = Object.keys(tally(load.answers))
  const before = program.memory()
  const filled = performance.now()
  const ballast = join(disk, 'ballast')
  for (let second = 0; second < seconds * 5; second++) {
    // Again and again: what PostgreSQL gives free is taken at once.
    fill(ballast, disk)
    await sleep(200)
  }
  const during = program.memory()
  const meanwhile = tally(load.answers.filter(({ at }) => at > filled))
  rmSync(ballast)
  const freed = performance.now()
  const back = await untilBack(load, kinds, freed, 0)
  await sleep(2_000)
  await load.stop()
  await workers.until(() => workers.reached() >= mails, 180_000)
  const { lost: mailsLost, duplicates: mailsDoubled } = workers.counts()
  return {
    seconds,
    answers: tally(load.answers),
    meanwhile,
    wrong: wrongOf(load.answers),
    ...(await visitors.writes(pool, load.answers)),
    backMs: Math.round(back - freed),
    exits: program.exits(),
    mailsLost,
    mailsDoubled,
    damage: await damageIn(program),
    pace: paceOf(load.answers.filter(isAsItShould)),
    memoryMb: [before, during],
  }
}

function fill(file: string, disk: string): void {
  const out = openSync(file, 'a')
  try {
    const block = Buffer.alloc(64 * 1024)
    for (let { bavail, bsize } = statfsSync(disk); bavail > 0; { bavail, bsize } = statfsSync(disk))
      writeSync(out, block, 0, Math.min(block.length, bavail * bsize))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  } finally {
    closeSync(out)
  }
}

/** Every row of every table is read, every index rebuilt from them. */
async function damageIn({ pool }: ProgramFixture): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(tables)
  const damage: string[] = []
  for (const { name } of rows) {
    for (const sql of [`select count(t::text) from ${name} as t`, `reindex table ${name}`])
      await pool.query(sql).catch((error: Error) => damage.push(`${name}: ${error.message}`))
  }
  return damage
}

const tables = `
  select format('%I.%I', n.nspname, c.relname) as name
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')`
