// Deletes what is no longer needed: expired links, ended sessions, old counters, what was deleted a month ago, pictures that no
// event uses. Sums up the numbers of mailings.
import type { Task } from 'graphile-worker'
import type pg from 'pg'
import { RSVP_KEPT_DAYS, SUGGESTION_KEPT_DAYS } from '#domain/limits.ts'

export function sweep(pool: pg.Pool): Task {
  return async () => {
    for (const statement of statements) await pool.query(statement)
    await pool.query('select private.fold_totals()')
    while ((await purgeSome(pool)) > 0);
    // Last, because purged events no longer use their pictures.
    await pool.query('select private.prune_event_images()')
  }
}

/** Purges in steps, each in its own transaction: a calendar may have sent a million messages. */
async function purgeSome(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ gone: string }>('select private.purge_deleted() as gone')
  return Number(rows[0]?.gone)
}

const expiredLinks = `delete from auth.one_time_tokens where expires_at < now() - interval '7 days'`
const endedSessions = `delete from auth.sessions where not_after < now() or refreshed_at < now() - interval '60 days'`
// A month longer, so that their person sees why a program was refused.
const expiredTokens = `delete from auth.access_tokens where expires_at < now() - interval '30 days'`
const unsentNotices = `delete from auth.notices where created_at < now() - interval '7 days'`
const oldCounters = 'select private.prune_limits()'
// A used confirmation is the proof of a request, kept as long as its contact.
const expiredConfirmations = `
  delete from public.pending_contact_confirmations p
  where p.expires_at < now() - interval '30 days' and (
    p.used_at is null or not exists (
      select from public.calendar_contacts k
      where k.calendar_id = p.calendar_id and k.normalised in (p.email, p.phone)
    )
  )`
const expiredQuestions = `delete from private.phone_confirmations where expires_at < now() - interval '30 days'`
const expiredInvitations = `delete from public.member_invitations where expires_at < now() - interval '30 days'`
const unspentPasses = 'delete from private.captcha_passes where expires_at < now()'
const oldChallenges = `delete from private.used_challenges where expires_at < now() - interval '1 hour'`
const oldSupportMessages = `delete from private.support_messages where created_at < now() - interval '30 days'`
const oldTexts = `delete from private.inbound_texts where received_at < now() - interval '90 days'`
const unconfirmedAnswers = `
  delete from public.rsvp_answers where confirmed_at is null and created_at < now() - interval '7 days'`
// Who came is nobody's business for good; the number stays.
const oldAnswers = `
  delete from public.rsvp_answers a using public.events e
  where e.id = a.event_id and e.end_time < now() - interval '${RSVP_KEPT_DAYS} days'`
const unconfirmedSignups = `
  delete from public.slot_signups where confirmed_at is null and created_at < now() - interval '7 days'`
const oldSignups = `
  delete from public.slot_signups s using public.events e
  where e.id = s.event_id and e.end_time < now() - interval '${RSVP_KEPT_DAYS} days'`
const slotsOfNothing = `
  delete from public.event_slots s
  where s.updated_at < now() - interval '7 days'
    and not exists (select from public.events e where e.id = s.event_id)
    and not exists (select from public.deleted_events d where d.id = s.event_id)`
const signupsOfNothing = `
  delete from public.slot_signups s where not exists (select from public.event_slots o where o.event_id = s.event_id)`
const rsvpsOfNothing = `
  delete from public.event_rsvps r
  where r.updated_at < now() - interval '7 days'
    and not exists (select from public.events e where e.id = r.event_id)
    and not exists (select from public.deleted_events d where d.id = r.event_id)`
const unconfirmedSuggestions = `
  delete from public.event_suggestions where confirmed_at is null and created_at < now() - interval '7 days'`
// Also what nobody decided: its day is over.
const oldSuggestions = `
  delete from public.event_suggestions
  where end_day < current_date - ${SUGGESTION_KEPT_DAYS}
    or state = 'declined' and decided_at < now() - interval '${SUGGESTION_KEPT_DAYS} days'`

const statements = [
  expiredLinks,
  endedSessions,
  expiredTokens,
  unsentNotices,
  oldCounters,
  expiredConfirmations,
  expiredQuestions,
  expiredInvitations,
  unspentPasses,
  oldChallenges,
  oldSupportMessages,
  oldTexts,
  unconfirmedAnswers,
  oldAnswers,
  rsvpsOfNothing,
  unconfirmedSignups,
  oldSignups,
  slotsOfNothing,
  signupsOfNothing,
  unconfirmedSuggestions,
  oldSuggestions,
]
