// `townbell admin review`, `suspend` and `public-body`: what operators do about the owners of calendars.
import type pg from 'pg'
import * as senders from '#server/operator/senders.ts'
import { findAccount } from './accounts.ts'
import { counted, UsageError } from './command.ts'

/** Without words lists what waits; `approve` and `refuse` take the owner's address. */
export async function review(pool: pg.Pool, [verb, address = '']: string[]): Promise<void> {
  if (verb === undefined) return list(pool)
  if (verb !== 'approve' && verb !== 'refuse')
    throw new UsageError('Say townbell admin review, review approve <address> or review refuse <address>.')
  const { id, email } = await findAccount(pool, address)
  if (verb === 'approve') {
    const released = await senders.approveOwner(pool, id)
    console.log(`${email} is approved. ${counted(released, 'mailing')} waited and will be sent now.`)
  } else {
    const refused = await senders.refuseMailings(pool, id)
    console.log(
      `${counted(refused, 'mailing')} of ${email} will not be sent. To stop everything: townbell admin suspend ${email}`,
    )
  }
}

async function list(pool: pg.Pool): Promise<void> {
  const waitingMailings = await senders.listReviews(pool)
  if (waitingMailings.length === 0) return console.log('Nothing waits.')
  for (const { email, trial, since, identifier, name, kind, day, waiting, review_reason, texts } of waitingMailings) {
    console.log(`${email}  ${trial ? 'trial' : 'plan'}, account since ${since}`)
    console.log(`  ${day}  #${identifier} ${name}  ${kind}  ${counted(waiting, 'message')}  ${review_reason}`)
    for (const text of texts ?? []) console.log(`    ${text}`)
  }
  console.log('\ntownbell admin review approve <address>   sends it, and reviews nothing of this owner any more')
  console.log('townbell admin review refuse <address>    drops it')
}

export async function suspend(pool: pg.Pool, [address = '', ...words]: string[]): Promise<void> {
  const { id, email } = await findAccount(pool, address)
  const stopped = await senders.suspendOwner(pool, id, words.join(' ') || 'Suspended by an operator.')
  console.log(`${email} is suspended: ${counted(stopped, 'calendar')} stopped. To undo: townbell admin resume ${email}`)
}

/** Lets an owner send emergency alerts as texts at night; `off` ends it. */
export async function publicBody(pool: pg.Pool, [address = '', word]: string[]): Promise<void> {
  if (word !== undefined && word !== 'off')
    throw new UsageError('Say townbell admin public-body <address>, or public-body <address> off.')
  const { id, email } = await findAccount(pool, address)
  await senders.markPublicBody(pool, id, word !== 'off')
  console.log(
    word === 'off'
      ? `${email} is no longer marked as a public body.`
      : `${email} is marked as a public body: emergency alerts may be texted at night. To undo: townbell admin public-body ${email} off`,
  )
}

export async function resumeOwner(pool: pg.Pool, address: string): Promise<void> {
  const { id, email } = await findAccount(pool, address)
  const resumed = await senders.resumeOwner(pool, id)
  console.log(`${email} is no longer suspended. ${counted(resumed, 'calendar')} can send again.`)
}
