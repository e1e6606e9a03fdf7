// `townbell admin plan`, `end-sessions` and `two-step-off`: what operators do about single accounts.
import type pg from 'pg'
import { normaliseEmail } from '#domain/email-address.ts'
import { TRIAL_CALENDARS, TRIAL_CONTACTS } from '#domain/limits.ts'
import { turnOffForSomebody } from '#server/auth/second-step-off.ts'
import { counted, UsageError } from './command.ts'

const trialLimits = `${counted(TRIAL_CALENDARS, 'calendar')} with ${counted(TRIAL_CONTACTS, 'contact')}`

const plans: Record<string, { isTrial: boolean; says: string }> = {
  full: { isTrial: false, says: `is no longer on trial: the limit of ${trialLimits} is lifted` },
  trial: { isTrial: true, says: `is on trial: ${trialLimits}; what is there already stays` },
}

/** Ends or begins a trial, with a row of the audit log. */
export async function plan(pool: pg.Pool, [address = '', word = '']: string[]): Promise<void> {
  const chosen = Object.hasOwn(plans, word) ? plans[word] : undefined
  if (!chosen) throw new UsageError('Say townbell admin plan <address> full, or plan <address> trial.')
  const { id, email } = await findAccount(pool, address)
  const { rowCount } = await pool.query(setTrial, [id, chosen.isTrial])
  if (rowCount === 0) return console.log(`Nothing changed: ${email} has the plan ${word} already.`)
  console.log(`${email} ${chosen.says}. To undo: townbell admin plan ${email} ${chosen.isTrial ? 'full' : 'trial'}`)
}

/** Without an address, of everybody. */
export async function endSessions(pool: pg.Pool, [address]: string[]): Promise<void> {
  const { id, email } = address === undefined ? { id: null, email: 'everybody' } : await findAccount(pool, address)
  const { rowCount } = await pool.query('delete from auth.sessions where $1::uuid is null or user_id = $1', [id])
  console.log(`Ended ${counted(rowCount ?? 0, 'session')} of ${email}. They can sign in again at once.`)
}

export async function twoStepOff(pool: pg.Pool, [address = '']: string[]): Promise<void> {
  const { email } = await findAccount(pool, address)
  const outcome = await turnOffForSomebody(pool, email)
  if (outcome === 'unknown') throw new UsageError(`No account has the address ${email}.`)
  if (outcome === 'off already') return console.log("It's already off.")
  console.log("They can now sign in with their password alone. We've emailed them and recorded it in the audit log.")
}

export async function findAccount(
  pool: pg.Pool | pg.ClientBase,
  address: string,
): Promise<{ id: string; email: string }> {
  const email = normaliseEmail(address)
  if (!email) throw new UsageError(`Give the email address of the account${address ? `; ${address} is not one` : ''}.`)
  const { rows } = await pool.query<{ id: string; email: string }>(
    'select id, email from auth.users where email = $1',
    [email],
  )
  if (!rows[0]) throw new UsageError(`No account has the address ${email}.`)
  return rows[0]
}

const setTrial = `
  with changed as (
    update public.profiles set trial = $2 where user_id = $1 and trial <> $2 returning user_id
  )
  insert into public.audit_logs (entity_type, entity_id, action, metadata)
  select 'account', user_id, 'update', '{"changed": ["trial"], "by": "operator"}' from changed`
