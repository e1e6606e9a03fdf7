// What the link of a mail opens, for everything that people answer without an account. Opening it changes nothing: programs that follow
// links in mails cannot answer for anybody. The token comes by POST, so it stands in no log.
import type pg from 'pg'
import * as z from 'zod'
import { AppError } from '#domain/errors.ts'
import { CONFIRMATION_LIFETIME_MS } from '#domain/limits.ts'
import type { FunctionContext } from '../context.ts'

type Texts = { invalidLink: string; expiredLink: string }
type Find = { sql: string; of: unknown[]; texts: Texts }

/** Reads what a link is for, or throws why it opens nothing. `sql` also gets now, and the time since which unconfirmed rows count. */
export async function readLinked<Found>(
  { clock }: Pick<FunctionContext, 'clock'>,
  client: pg.Pool | pg.PoolClient,
  { sql, of, texts }: Find,
): Promise<Found> {
  const now = clock.now()
  const fresh = new Date(now.getTime() - CONFIRMATION_LIFETIME_MS)
  const { rows } = await client.query<{ found: Found }>(sql, [...of, now, fresh])
  if (!rows[0]) throw new AppError('link_expired', 410, texts.expiredLink)
  return rows[0].found
}

/** Returns what a token was sealed for; throws if we did not seal it. */
export function requireHolder<Holder>(holder: Holder | null, { invalidLink }: Texts): Holder {
  if (holder === null) throw new AppError('invalid_signature', 403, invalidLink)
  return holder
}

/** The token of a link, and either `remove: true` or the fields of a form. */
export function linkedBody<Fields extends { token: z.ZodType<string> }, Form>(fields: Fields, form: z.ZodType<Form>) {
  return z.looseObject({ ...fields, remove: z.unknown().optional() }).transform((given, context) => {
    const body = given as z.infer<z.ZodObject<Fields>> & { remove?: unknown }
    if (body.remove === true) return { ...body, form: null }
    const parsed = form.safeParse(body)
    if (parsed.success) return { ...body, form: parsed.data }
    for (const { path, message } of parsed.error.issues)
      context.addIssue({ code: 'custom', path, message, input: body })
    return z.NEVER
  })
}
