// Takes back an opt-out that was asked for without a signed link. The link stands only in the mail to the address itself.
import type { Handler } from 'hono'
import { confirmationBody } from '#domain/confirmations.ts'
import { UNDO_LIFETIME_MS } from '#domain/limits.ts'
import { optOutTexts } from '#domain/texts/opt-out.ts'
import { readUndoToken } from '#messages/mail-links.ts'
import type { IdentityVariables } from '#server/http/identity.ts'
import { readJson } from '#server/http/json-body.ts'
import { createLimits } from '#server/http/limits.ts'
import type { FunctionContext } from './context.ts'

export function undoOptOut({ pool, linkSecret, clock }: FunctionContext): Handler<IdentityVariables> {
  const limits = createLimits({ pool, secret: linkSecret })
  return async (c) => {
    const { token } = await readJson(c, confirmationBody)
    await limits.take({ name: 'confirm-network', of: c.get('network') })
    const id = readUndoToken(token, linkSecret)
    const oldest = new Date(clock.now().getTime() - UNDO_LIFETIME_MS)
    const { rows } = id ? await pool.query(takeBack, [id, oldest]) : { rows: [] }
    if (rows.length > 0) return c.json({ status: 'undone', message: optOutTexts.undone, calendar: rows[0] })
    return c.json({ status: 'not_found', error: optOutTexts.undoNotFound, code: 'not_found' }, 404)
  }
}

// Only what was asked for without a signature: from a signed link the person asked themselves.
const takeBack = `
  delete from public.opt_outs o using public.calendars c
  where o.id = $1 and o.source = 'form' and o.created_at > $2 and c.id = o.calendar_id
  returning c.id, c.name`
