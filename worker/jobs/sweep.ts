// Throws away what has no use any more: expired links, ended sessions, counters of long ago, what was deleted a month ago,
// pictures that no event has any more.
import type { Task } from 'graphile-worker'
import type pg from 'pg'

export function sweep(pool: pg.Pool): Task {
  return async () => {
    for (const statement of statements) await pool.query(statement)
    while ((await purgeSome(pool)) > 0);
    // Last: what was just purged has let go of its picture.
    await pool.query('select private.prune_event_images()')
  }
}

/** A step at a time, each its own transaction: a calendar may have sent a million messages. */
async function purgeSome(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ gone: string }>('select private.purge_deleted() as gone')
  return Number(rows[0]?.gone)
}

const expiredLinks = `delete from auth.one_time_tokens where expires_at < now() - interval '7 days'`
const endedSessions = `delete from auth.sessions where not_after < now() or refreshed_at < now() - interval '60 days'`
const unsentNotices = `delete from auth.notices where created_at < now() - interval '7 days'`
const oldCounters = 'select private.prune_limits()'
// A used one is kept as proof of the request for a while; what carriers ask for is kept with the contact.
const expiredConfirmations = `
  delete from public.pending_contact_confirmations where expires_at < now() - interval '30 days'`
const expiredQuestions = `delete from private.phone_confirmations where expires_at < now() - interval '30 days'`
const unspentPasses = 'delete from private.captcha_passes where expires_at < now()'
const oldChallenges = `delete from private.used_challenges where expires_at < now() - interval '1 hour'`
const oldSupportMessages = `delete from private.support_messages where created_at < now() - interval '30 days'`
const oldTexts = `delete from private.inbound_texts where received_at < now() - interval '90 days'`

const statements = [
  expiredLinks,
  endedSessions,
  unsentNotices,
  oldCounters,
  expiredConfirmations,
  expiredQuestions,
  unspentPasses,
  oldChallenges,
  oldSupportMessages,
  oldTexts,
]
