// Events from a file: first what would become of each, and nothing else; then, when somebody has seen that, the same for good. One
// transaction, as the caller: the policies decide.
import type { Handler } from 'hono'
import type pg from 'pg'
import * as z from 'zod'
import { applyImport, countOf, inImport, planImport } from '#database/event-import.ts'
import { dayInZone } from '#domain/dates.ts'
import { AppError } from '#domain/errors.ts'
import { csvFields, readCsv, readEventTable } from '#domain/event-import/csv.ts'
import { dateOrders } from '#domain/event-import/csv-dates.ts'
import { readIcs } from '#domain/event-import/ics.ts'
import { importResults, type Outcome } from '#domain/event-import/plan.ts'
import { IMPORT_BYTES_MAX } from '#domain/limits.ts'
import { fileProblemTexts, fileRefusals } from '#domain/texts/event-import.ts'
import type { Clock } from '#runtime/clock.ts'
import type { IdentityVariables } from '#server/http/identity.ts'
import { readJson } from '#server/http/json-body.ts'
import { createLimits } from '#server/http/limits.ts'
import { translateDatabaseErrors } from './database-errors.ts'

/** Line breaks and quotes are escaped on the way, and there is more than the file in it. */
export const IMPORT_BODY_MAX = IMPORT_BYTES_MAX * 1.5

/** Told one by one; the rest is counted. */
const TOLD_MAX = 500

const column = z.int().min(0).max(999).nullable().default(null)
const shape = z.object({
  calendar_id: z.guid('calendar_id must be the id of a calendar'),
  text: z
    .string('text must be the text of the file')
    .refine((text) => Buffer.byteLength(text) <= IMPORT_BYTES_MAX, fileProblemTexts.tooLarge),
  /** Of a table; without it the text is iCalendar. */
  csv: z
    .object({
      columns: z.object(
        Object.fromEntries(csvFields.map((field) => [field, column])) as Record<CsvField, typeof column>,
      ),
      order: z.enum(dateOrders).default('mdy'),
    })
    .optional(),
  include_in_mailer: z.boolean().default(false),
  dry_run: z.boolean('dry_run must be true or false'),
})
type ImportRequest = z.infer<typeof shape>
type CsvField = (typeof csvFields)[number]

type ImportEventsOptions = { pool: pg.Pool; linkSecret: string; clock: Clock }

export function importEvents({ pool, linkSecret, clock }: ImportEventsOptions): Handler<IdentityVariables> {
  const limits = createLimits({ pool, secret: linkSecret })
  return async (c) => {
    const { userId, ...caller } = c.get('identity')
    if (!userId) throw new AppError('no_authorization', 401, 'Please sign in first.')
    const request = await readJson(c, shape)
    await limits.take({ name: 'import-events', of: userId })
    const now = clock.now()
    const outcomes = await translateDatabaseErrors(
      inImport(pool, { calendarId: request.calendar_id, now, caller }, (client, zone) =>
        run(client, request, zone, now),
      ),
      fileRefusals,
    )
    return c.json({ counts: countsOf(outcomes), events: outcomes.toSorted(byResult).slice(0, TOLD_MAX) })
  }
}

async function run(client: pg.ClientBase, request: ImportRequest, zone: string, now: Date) {
  const { calendar_id: calendarId, include_in_mailer: includeInMailer, dry_run } = request
  const today = dayInZone(now, zone)
  const plan = await planImport(client, readEntries(request, zone), { calendarId, zone, today })
  if (plan.outcomes.length === 0) throw wrong(fileProblemTexts.empty)
  const applying = { calendarId, today, includeInMailer, source: 'file' as const }
  return { result: plan.outcomes, note: dry_run ? null : await applyImport(client, plan, applying) }
}

function readEntries({ text, csv }: ImportRequest, zone: string) {
  if (csv && (csv.columns.title === null || csv.columns.date === null)) throw wrong(fileProblemTexts.columns)
  const entries = csv ? readCsv(readEventTable(text), { ...csv, home: zone }) : readIcs(text, zone)
  if (!entries) throw wrong(fileProblemTexts.unreadable)
  return entries
}

function wrong(message: string): AppError {
  return new AppError('validation_failed', 400, message)
}

function countsOf(outcomes: Outcome[]) {
  return Object.fromEntries(importResults.map((result) => [result, countOf(outcomes, result)]))
}

/** What is left out first: that is what somebody must know. */
function byResult(one: Outcome, other: Outcome): number {
  return order.indexOf(one.result) - order.indexOf(other.result)
}
const order = ['skipped', 'changed', 'added', 'removed', 'unchanged']
