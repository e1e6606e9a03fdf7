// Answers by the link of a mail, second half, for everything that people answer without an account: reading what the link is for, and the
// buttons of its page. Reading changes nothing: programs that follow links in mails cannot answer for anybody. The token comes by POST, so
// it stands in no log.
import type pg from 'pg'
import * as z from 'zod'
import { inTransaction } from '#database/scope.ts'
import { AppError } from '#domain/errors.ts'
import { type Language, languages } from '#domain/languages.ts'
import { CONFIRMATION_LIFETIME_MS } from '#domain/limits.ts'
import { linkedTokenText } from '#domain/linked.ts'
import { eventStatuses } from '#domain/statuses.ts'
import { linkedTexts } from '#domain/texts/linked.ts'
import { type LinkedKind, readLinkedToken } from '#messages/linked-token.ts'
import { createLimits } from '#server/http/limits.ts'
import type { RateLimitName } from '#server/http/rate-limits.ts'
import type { FunctionContext } from '../context.ts'
import { translateDatabaseErrors } from '../database-errors.ts'
import { type Endpoint, endpoint } from '../endpoint.ts'
import { type Confirmed, type Door, giveBack } from '../unasked-mails.ts'
import { onTrial } from './request.ts'

type Link<Found> = {
  kind: LinkedKind
  /** Where the answers are stored, and whose limits their requests took. */
  table: string
  door: Door
  texts: { expiredLink: string; failed: string }
  /** What `find` selects. */
  answer: z.ZodType<Found>
  /** Selects `found` by the ids of a token, now, and the time since which unconfirmed rows count. */
  find: string
  /** Opens tokens that hold more than an id; null if we did not seal it. */
  open?(token: string, linkSecret: string): unknown[] | null
}

type Answer<Form, Found> = {
  summary: string
  form: z.ZodType<Form>
  limitsInside?: readonly RateLimitName[]
  /** Locks by the ids of a token what is to be changed. */
  lock?: string
  /** Deletes by the ids of a token, whatever became of the event or the calendar. */
  remove: string
  /** Saves a form. Returns 'removed' if nothing is left of the answer. */
  save(
    client: pg.PoolClient,
    found: Found,
    form: Form,
    context: FunctionContext & { language: Language },
  ): Promise<'removed' | undefined>
}

const language = z.enum(languages, 'language must be en or es').nullish()
const removedShape = z.object({ status: z.literal('removed') })
const removed: z.infer<typeof removedShape> = { status: 'removed' }

export function linkedAnswer<Found extends object>({
  kind,
  table,
  door,
  texts,
  answer: found,
  find,
  open,
}: Link<Found>) {
  const limits = ['answer-link-network'] as const
  const sentences = { forbidden: texts.failed, invalid: texts.failed }

  /** Returns what a token was sealed for; throws if we did not seal it. */
  function idsIn(token: string, linkSecret: string): unknown[] {
    const id = open ? null : readLinkedToken(token, { linkSecret, kind })
    const ids = open ? open(token, linkSecret) : id && [id]
    if (!ids) throw new AppError('invalid_signature', 403, linkedTexts.invalidLink)
    return ids
  }

  async function read(client: pg.Pool | pg.PoolClient, ids: unknown[], now: Date): Promise<Found> {
    const fresh = new Date(now.getTime() - CONFIRMATION_LIFETIME_MS)
    const { rows } = await client.query<{ found: Found }>(find, [...ids, now, fresh])
    if (!rows[0]) throw new AppError('link_expired', 410, texts.expiredLink)
    return rows[0].found
  }

  return {
    /** What the page behind the link shows. */
    read: (summary: string): Endpoint =>
      endpoint({
        summary,
        who: ['anyone'],
        body: z.object({ token: linkedTokenText }),
        answer: found,
        limits,
        run:
          ({ pool, linkSecret, clock }) =>
          ({ body: { token } }) =>
            read(pool, idsIn(token, linkSecret), clock.now()),
      }),

    /** The buttons of that page: confirms, changes or deletes. */
    answer: <Form>({ summary, form: shape, limitsInside = [], lock, remove, save }: Answer<Form, Found>): Endpoint =>
      endpoint({
        summary,
        who: ['anyone'],
        body: answerBody(shape),
        describes: z.union([
          z.object({ token: linkedTokenText, remove: z.literal(true) }),
          z.intersection(z.object({ token: linkedTokenText, language }), shape),
        ]),
        answer: z.union([removedShape, found]),
        limits,
        limitsInside,
        run: (context) => async (call) => {
          const { token, form } = call.body
          const { pool, linkSecret, clock } = context
          const ids = idsIn(token, linkSecret)
          let asked: Confirmed[] = []
          const work = inTransaction(pool, async (client) => {
            if (lock) await client.query(lock, ids)
            if (!form) await client.query(remove, ids)
            if (!form) return removed
            await client.query(waitForOthers, [ids[0]])
            asked = (await client.query<Confirmed>(findUnconfirmed(table), [ids[0]])).rows
            const now = clock.now()
            const of = { ...context, language: call.body.language ?? 'en' }
            const left = await save(client, await read(client, ids, now), form, of)
            return left === 'removed' ? removed : read(client, ids, now)
          })
          const answer = await translateDatabaseErrors(work, sentences)
          await giveBack(createLimits({ pool, secret: linkSecret }), door, asked)
          return answer
        },
      }),
  }
}

/** A link that is pressed twice at once is confirmed once. */
const waitForOthers = 'select pg_advisory_xact_lock(hashtextextended($1::text, 0)) where $1 is not null'

function findUnconfirmed(table: string): string {
  return `
    select a.email, a.calendar_id, a.created_at, c.owner_id, ${onTrial('c')} as on_trial
    from public.${table} a join public.calendars c on c.id = a.calendar_id
    where a.id = $1 and a.confirmed_at is null and a.email is not null`
}

/** The token of a link, and either `remove: true` or the fields of a form. */
function answerBody<Form>(form: z.ZodType<Form>) {
  const shape = z.looseObject({ token: linkedTokenText, language, remove: z.unknown().optional() })
  return shape.transform(({ token, language, ...given }, context) => {
    if (given.remove === true) return { token, language, form: null }
    const parsed = form.safeParse(given)
    if (parsed.success) return { token, language, form: parsed.data }
    for (const { path, message } of parsed.error.issues)
      context.addIssue({ code: 'custom', path, message, input: given })
    return z.NEVER
  })
}

/** What every holder of a link sees. */
export const linkedShape = {
  id: z.guid(),
  calendar: z.object({ id: z.guid(), name: z.string(), time_zone: z.string(), is_public: z.boolean() }),
  name: z.string(),
  email: z.string(),
}
export const linkedEvent = z.object({
  id: z.guid(),
  title: z.string(),
  start_time: z.string(),
  end_time: z.string(),
  all_day: z.boolean(),
  location: z.string().nullable(),
  location_name: z.string().nullable(),
  status: z.enum(eventStatuses),
})

/** SQL of the parts that every page behind a link shows: the calendar `c` and the event `e`. */
export const linkedParts = {
  calendar: `'calendar', json_build_object('id', c.id, 'name', c.name, 'time_zone', c.time_zone, 'is_public', not c.disabled)`,
  event: `'event', json_build_object(
      'id', e.id, 'title', e.title, 'start_time', e.start_time, 'end_time', e.end_time, 'all_day', e.all_day,
      'location', e.location, 'location_name', e.location_name, 'status', e.status
    )`,
}
