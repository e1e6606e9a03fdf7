// Takes a calendar back, by the link in the mail about its new owner: whoever offered it may have been a thief.
import { inTransaction } from '#database/scope.ts'
import { AppError } from '#domain/errors.ts'
import { tokenHash } from '#messages/signatures.ts'
import type { AuthContext } from './context.ts'
import { takeLink, type Use } from './take-link.ts'

export async function takeBackCalendar({ pool, log }: AuthContext, use: Use): Promise<void> {
  const taken = await inTransaction(pool, async (client) => {
    const userId = await takeLink(client, use)
    if (userId) await client.query(takeBack, [tokenHash(use.token)])
    return userId
  }).catch(orRefuse)
  if (!taken) throw new AppError('otp_expired', 403, 'Email link is invalid or has expired')
  log.info({ userId: taken }, 'calendar taken back by its mail')
}

/** On trial a person owns one calendar, and one that is paused for abuse keeps its owner. */
export function orRefuse(error: Error & { code?: string }): never {
  const isRule = error.code === 'TB001' || error.code === 'TB040' || error.code === 'TB041'
  throw isRule ? new AppError('transfer_refused', 409, error.message) : error
}

const takeBack = `
  select private.take_back_calendar(calendar_id, user_id) from auth.one_time_tokens where token_hash = $1`
