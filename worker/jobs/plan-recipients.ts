// Plans all recipients of mailings of which only the first mail is planned, because many were due together. It waits in the queue behind
// those first mails.
import type { Task } from 'graphile-worker'
import type pg from 'pg'
import { inTransaction } from '#database/scope.ts'
import type { Clock } from '#runtime/clock.ts'
import { MAILING_PRIORITY } from '#worker/sending/dispatch.ts'
import { beginPlanning, planForEverybody } from '#worker/sending/plan-deliveries.ts'

/** Mailings that are planned in one transaction. Few: each may have ten thousands of recipients, and a statement may take a minute. */
const PORTION = 20

export function planRecipients({ pool, clock }: { pool: pg.Pool; clock: Clock }): Task {
  return async () => {
    let planned: number
    do planned = await inTransaction(pool, (client) => planNext(client, clock.now()))
    while (planned > 0)
  }
}

async function planNext(client: pg.ClientBase, now: Date): Promise<number> {
  await beginPlanning(client)
  const { rows } = await client.query<{ id: string }>(findBegun, [PORTION])
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) {
    await planForEverybody(client, ids, now)
    // At the end, because this locks the rows, and the jobs that send first mails would wait.
    await client.query('update public.mailings set is_fully_planned = true where id = any ($1)', [ids])
  }
  return ids.length
}

/** Queues this job if there is anything to plan. Adding it again changes nothing. */
export async function addPlanRecipients(client: pg.ClientBase): Promise<void> {
  await client.query(addJob)
}

const isBegun = `not m.is_fully_planned and m.state in ('planned', 'sending')`

const findBegun = `select m.id from public.mailings m where ${isBegun} order by m.created_at, m.id limit $1`

const addJob = `
  select graphile_worker.add_job(
    'plan-recipients', job_key => 'plan-recipients', job_key_mode => 'preserve_run_at', priority => ${MAILING_PRIORITY}
  )
  where exists (select from public.mailings m where ${isBegun})`
