// `townbell admin plan`, `confirm`, `delete-account`, `end-sessions` and `two-step-off`: what operators do about single accounts.
import type pg from 'pg'
import { inTransaction } from '#database/scope.ts'
import { normaliseEmail } from '#domain/email-address.ts'
import { TRIAL_CALENDARS, TRIAL_CONTACTS } from '#domain/limits.ts'
import { turnOffForSomebody } from '#server/auth/second-step-off.ts'
import * as accounts from '#server/operator/accounts.ts'
import { counted, UsageError } from './command.ts'

const trialLimits = `${counted(TRIAL_CALENDARS, 'calendar')} with ${counted(TRIAL_CONTACTS, 'contact')}`

const plans: Record<string, { isTrial: boolean; says: string }> = {
  full: { isTrial: false, says: `is no longer on trial: the limit of ${trialLimits} is lifted` },
  trial: { isTrial: true, says: `is on trial: ${trialLimits}; what is there already stays` },
}

export async function plan(pool: pg.Pool, [address = '', word = '']: string[]): Promise<void> {
  const chosen = Object.hasOwn(plans, word) ? plans[word] : undefined
  if (!chosen) throw new UsageError('Say townbell admin plan <address> full, or plan <address> trial.')
  const { id, email } = await findAccount(pool, address)
  if (!(await accounts.setTrial(pool, id, chosen.isTrial)))
    return console.log(`Nothing changed: ${email} has the plan ${word} already.`)
  console.log(`${email} ${chosen.says}. To undo: townbell admin plan ${email} ${chosen.isTrial ? 'full' : 'trial'}`)
}

/** Without an address, of everybody. */
export async function endSessions(pool: pg.Pool, [address]: string[]): Promise<void> {
  const { id, email } = address === undefined ? { id: null, email: 'everybody' } : await findAccount(pool, address)
  const ended = await accounts.endSessions(pool, id)
  console.log(`Ended ${counted(ended, 'session')} of ${email}. They can sign in again at once.`)
}

export async function confirm(pool: pg.Pool, [address = '']: string[]): Promise<void> {
  const { id, email } = await findAccount(pool, address)
  const isNew = await accounts.confirmAddress(pool, id)
  console.log(isNew ? `${email} is confirmed.` : `Nothing changed: ${email} was confirmed already.`)
}

export async function deleteAccount(pool: pg.Pool, words: string[]): Promise<void> {
  const [address = ''] = words.filter((word) => !word.startsWith('--'))
  const { id, email } = await findAccount(pool, address)
  const withCalendars = words.includes('--with-calendars')
  await inTransaction(pool, (client) => accounts.deleteAccount(client, id, withCalendars))
  console.log(
    `${email} is deleted for good. ${withCalendars ? 'So are all their calendars.' : 'Calendars with another admin were left to their admins; the others went with the account.'}`,
  )
}

export async function twoStepOff(pool: pg.Pool, [address = '']: string[]): Promise<void> {
  const { email } = await findAccount(pool, address)
  const outcome = await inTransaction(pool, (client) => turnOffForSomebody(client, email))
  if (outcome === 'unknown') throw new UsageError(`No account has the address ${email}.`)
  if (outcome === 'off already') return console.log("It's already off.")
  console.log("They can now sign in with their password alone. We've emailed them and recorded it in the audit log.")
}

export async function findAccount(database: pg.Pool | pg.ClientBase, address: string): Promise<accounts.Account> {
  const email = normaliseEmail(address)
  if (!email) throw new UsageError(`Give the email address of the account${address ? `; ${address} is not one` : ''}.`)
  const found = await accounts.findAccount(database, email)
  if (!found) throw new UsageError(`No account has the address ${email}.`)
  return found
}
