// What was pressed in the operator's screen: a history of its own, which only grows.
import type pg from 'pg'
import * as z from 'zod'
import { endpoint } from '#server/functions/endpoint.ts'
import { type OperatorContext, screenAnswer } from './context.ts'

export type Entry = { act: string; about?: string | null | undefined; reason?: string | null | undefined }

/** In the transaction of what was done. */
export async function writeHistory(client: pg.ClientBase, operatorId: string, entry: Entry): Promise<void> {
  const { act, about = null, reason = null } = entry
  await client.query(insertEntry, [operatorId, act, about, reason])
}

const page = z.object({ before: z.coerce.number('before must be a number').int('before must be a number').optional() })

export const history = endpoint({
  summary: "What was done in the operator's screen, the newest first, a hundred at a time.",
  who: ['operator', 'helper'],
  methods: ['GET'],
  body: page,
  answer: screenAnswer,
  limits: ['operator'],
  run:
    ({ pool }: OperatorContext) =>
    async ({ body }) => ({ entries: (await pool.query(listEntries, [body.before ?? null])).rows }),
})

const insertEntry = `
  insert into private.operator_history (operator_id, operator_name, act, about, reason)
  select $1, coalesce((select u.email from auth.users u where u.id = $1), ''), $2, left($3, 300), left($4, 200)`

const listEntries = `
  select id::int, made_at, operator_name, act, about, reason from private.operator_history
  where $1::bigint is null or id < $1 order by id desc limit 100`
