// What the confirm page shows first: which calendar, and whether the link is still good. Reading uses nothing up, so link
// scanners and previews may come as often as they like.
import type { Handler } from 'hono'
import { confirmationBody } from '#domain/confirmations.ts'
import { AppError } from '#domain/errors.ts'
import { confirmationTexts } from '#domain/texts/follow.ts'
import { tokenHash } from '#messages/signatures.ts'
import type { IdentityVariables } from '#server/http/identity.ts'
import { readJson } from '#server/http/json-body.ts'
import { createLimits } from '#server/http/limits.ts'
import { refuse } from './confirm-contact-subscription.ts'
import type { FunctionContext } from './context.ts'

export function getConfirmation({ pool, linkSecret, clock }: FunctionContext): Handler<IdentityVariables> {
  const limits = createLimits({ pool, secret: linkSecret })
  return async (c) => {
    const { token } = c.req.method === 'POST' ? await readJson(c, confirmationBody) : inQuery(c.req.query('token'))
    await limits.take({ name: 'confirm-network', of: c.get('network') })
    const { rows } = await pool.query(find, [tokenHash(token)])
    const found = rows.find((row) => row.is_linked) ?? rows[0]
    if (!found) return refuse(c, 'not_found')
    if (found.expires_at <= clock.now()) return refuse(c, 'expired')
    const calendars = rows.map(({ calendar_id: id, name }) => ({ id, name }))
    return c.json({
      status: 'pending',
      calendar: { id: found.calendar_id, name: found.name },
      ...(calendars.length > 1 ? { calendars } : {}),
    })
  }
}

function inQuery(token: string | undefined): { token: string } {
  const parsed = confirmationBody.safeParse({ token })
  if (parsed.success) return parsed.data
  throw new AppError('validation_failed', 400, confirmationTexts.invalid)
}

const find = `
  select p.calendar_id, c.name, p.expires_at, p.token_hash = $1 as is_linked
  from public.pending_contact_confirmations p
  join public.calendars c on c.id = p.calendar_id
  where (p.token_hash = $1 or p.group_id = (
    select one.group_id from public.pending_contact_confirmations one where one.token_hash = $1
  )) and p.used_at is null and not c.disabled
  order by c.id`
