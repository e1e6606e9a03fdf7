// An act is what an operator does with one press: an endpoint that asks for the reason, runs in one transaction, and is written into the history
// in that transaction. So no press can be done and not be written down.
import type pg from 'pg'
import * as z from 'zod'
import { inTransaction } from '#database/scope.ts'
import { AppError } from '#domain/errors.ts'
import { operatorReason } from '#domain/operators.ts'
import { type Endpoint, endpoint } from '#server/functions/endpoint.ts'
import type { OperatorRole } from '#server/http/operators.ts'
import type { Account } from './accounts.ts'
import { type FoundCalendar, findCalendar } from './calendars.ts'
import { type OperatorContext, screenAnswer } from './context.ts'
import { writeHistory } from './history.ts'

export type Acting = { client: pg.PoolClient; reason: string; operatorId: string; as: OperatorRole | undefined }
/** What the history says it was about, and what the screen is answered. */
export type Done = { about?: string | null; answer?: object }

type ActOf<Fields extends z.ZodRawShape> = {
  summary: string
  /** Helpers may do it, too. */
  helpers?: boolean
  /** Irreversible, or a way into accounts: asks for a second step taken in the last ten minutes. */
  freshCode?: boolean
  fields: Fields
  run: (context: OperatorContext, body: z.infer<z.ZodObject<Fields>>, acting: Acting) => Promise<Done>
}

export type Acts = Record<string, Endpoint<OperatorContext>>

export function act<Name extends string, Fields extends z.ZodRawShape>(
  name: Name,
  { summary, helpers = false, freshCode = false, fields, run }: ActOf<Fields>,
) {
  const body = z.object({ ...fields, reason: operatorReason })
  const made = endpoint({
    summary,
    who: helpers ? (['operator', 'helper'] as const) : (['operator'] as const),
    body,
    answer: screenAnswer,
    limits: ['operator'],
    freshCode,
    run: (context: OperatorContext) => async (call) => {
      const { reason } = call.body as { reason: string }
      const operatorId = call.identity.userId
      return inTransaction(context.pool, async (client) => {
        const acting = { client, reason, operatorId, as: call.operator }
        const { about, answer } = await run(context, call.body as z.infer<z.ZodObject<Fields>>, acting)
        await writeHistory(client, operatorId, { act: name, about, reason })
        return { done: true, ...answer }
      })
    },
  })
  return { [name]: made } as Record<Name, typeof made>
}

export const personFields = { user_id: z.guid('user_id must be the id of an account') }

/** Locks the account. A helper does nothing to those who run the site. */
export async function personOf({ client, as }: Acting, id: string): Promise<Account & { about: string }> {
  const { rows } = await client.query<Account & { about: string; runs: boolean }>(lockPerson, [id])
  const [person] = rows
  if (!person) throw new AppError('not_found', 404, 'There is no such account')
  if (person.runs && as !== 'operator')
    throw new AppError('forbidden', 403, 'Only operators can do this, not their helpers')
  return person
}

export const calendarFields = { calendar: z.string('calendar must be the number of a calendar').max(50) }

export async function calendarOf({ client }: Acting, which: string): Promise<FoundCalendar & { about: string }> {
  const found = await findCalendar(client, which)
  if (!found) throw new AppError('calendar_not_found', 404, 'There is no calendar with this number')
  return { ...found, about: `#${found.identifier} ${found.name}` }
}

const lockPerson = `
  select u.id, u.email, private.masked_address(u.email) as about, exists (select from private.operators o where o.user_id = u.id) as runs
  from auth.users u where u.id = $1 for no key update`
