import * as z from 'zod'
import { applyImport, countOf, planImport, runImport, type Written } from '#database/event-import.ts'
import { createImportThread } from '#database/import-thread/import-thread.ts'
import type { Caller } from '#database/scope.ts'
import { AppError } from '#domain/errors.ts'
import { type ImportResult, importResults, type Outcome } from '#domain/event-import/plan.ts'
import { importRequest } from '#domain/event-import/request.ts'
import { TooMuchWork } from '#domain/event-import/work.ts'
import { IMPORT_BYTES_MAX } from '#domain/limits.ts'
import { fileProblemTexts, fileRefusals } from '#domain/texts/event-import.ts'
import { requireJson } from '#server/http/json-body.ts'
import { translateDatabaseErrors } from './database-errors.ts'
import { endpoint } from './endpoint.ts'

/** Line breaks and quotes are escaped on the way, and there is more than the file in it. */
export const IMPORT_BODY_MAX = IMPORT_BYTES_MAX * 1.5

/** How many events the answer lists; the rest are only counted. */
const LISTED_MAX = 500

const count = z.number().int()
const importAnswer = z.object({
  counts: z.object(
    Object.fromEntries(importResults.map((result) => [result, count])) as Record<ImportResult, typeof count>,
  ),
  /** The first 500, skipped ones first. */
  events: z.array(
    z.object({
      title: z.string(),
      day: z.string().nullable(),
      repeats: z.boolean(),
      result: z.enum(importResults),
      problem: z.string().nullable(),
    }),
  ),
  /** What undo_import takes; null: nothing changed. */
  import_id: z.guid().nullable(),
})

export const importEvents = endpoint({
  summary:
    'Imports the events of an iCalendar file or a table. `dry_run` must be given: true only says what would happen.',
  who: ['signed in', 'token'],
  body: importRequest,
  readsBody: true,
  bodyMax: IMPORT_BODY_MAX,
  answer: importAnswer,
  limits: ['import-events'],
  run: ({ pool, clock }) => {
    const thread = createImportThread()

    async function outcomesOf(body: Uint8Array, caller: Caller): Promise<Written<Outcome[]>> {
      const plan = () =>
        thread.run(async (ask) => {
          const { calendar_id: calendarId, ...request } = await ask('request', { body })
          const planned = await planImport(pool, { calendarId, now: clock.now(), caller }, ask)
          if (planned.outcomes.length > 0) return { ...planned, request }
          throw new AppError('validation_failed', 400, fileProblemTexts.empty)
        })
      const first = await plan()
      if (first.request.dry_run) return { result: first.outcomes, importId: null }
      return runImport(pool, first, plan, async (client, planned) => {
        const { calendarId } = planned.importing
        const { include_in_mailer: includeInMailer, source } = planned.request
        const note = await applyImport(client, planned, { calendarId, includeInMailer, source })
        return { result: planned.outcomes, note }
      })
    }
    return async ({ c, identity }) => {
      const { userId, ...caller } = identity
      requireJson(c)
      const { result: outcomes, importId } = await thread.inTurn(userId, async () => {
        const body = new Uint8Array(await c.req.arrayBuffer())
        return translateDatabaseErrors(outcomesOf(body, caller).catch(refuseTooMuch), fileRefusals)
      })
      const events = outcomes.toSorted(byResult).slice(0, LISTED_MAX)
      return { counts: countsOf(outcomes), events, import_id: importId }
    }
  },
})

function refuseTooMuch(error: unknown): never {
  if (error instanceof TooMuchWork) throw new AppError('validation_failed', 400, fileProblemTexts.tooComplex)
  throw error
}

function countsOf(outcomes: Outcome[]) {
  const counts = importResults.map((result) => [result, countOf(outcomes, result)])
  return Object.fromEntries(counts) as Record<ImportResult, number>
}

/** Skipped events come first: the sender must know of them. */
function byResult(one: Outcome, other: Outcome): number {
  return order.indexOf(one.result) - order.indexOf(other.result)
}
const order = ['skipped', 'changed', 'added', 'removed', 'unchanged']
