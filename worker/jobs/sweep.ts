// Deletes what is no longer needed: expired links, ended sessions, old counters, what was deleted a month ago, deliveries and history
// that are older than the operator keeps them, pictures that no event uses. Sums up the numbers of mailings.
import type { Task } from 'graphile-worker'
import type pg from 'pg'
import { days } from '#domain/durations.ts'
import { ANSWERS_STORED_DAYS } from '#domain/limits.ts'
import type { Clock } from '#runtime/clock.ts'

/** For how many days; undefined: for good. */
export type Retention = { clock: Clock; deliveriesDays?: number | undefined; historyDays?: number | undefined }

export function sweep(pool: pg.Pool, keep?: Retention): Task {
  return async () => {
    for (const statement of statements) await pool.query(statement)
    for (const statement of [usedTokens, endedSessions, unconfirmedAccounts]) await inSteps(statement)
    await pool.query('select private.fold_totals()')
    await inSteps('select private.purge_deleted() as gone')
    await prune(pruneDeliveries, keep?.deliveriesDays)
    await prune(pruneHistory, keep?.historyDays)
    // Last, because purged events no longer use their pictures.
    await pool.query('select private.prune_event_images()')
  }

  async function prune(statement: string, kept: number | undefined): Promise<void> {
    if (keep && kept) await inSteps(statement, [new Date(keep.clock.now().getTime() - days(kept))])
  }

  /** Each step is a transaction of its own: a calendar may have sent a million messages. */
  async function inSteps(statement: string, values: unknown[] = []): Promise<void> {
    for (;;) {
      const { rows } = await pool.query<{ gone: string }>(statement, values)
      if (Number(rows[0]?.gone) === 0) return
    }
  }
}

const pruneDeliveries = 'select private.prune_deliveries($1) as gone'

/** Looks at the lowest ids only, which are the oldest, so that it needs no index. */
const pruneHistory = `
  with gone as (
    delete from public.audit_logs where id in (
      select oldest.id from (select id, created_at from public.audit_logs order by id limit 2000) as oldest
      where oldest.created_at < $1
    )
    returning id
  )
  select count(*) as gone from gone`

const expiredLinks = `delete from auth.one_time_tokens where expires_at < now() - interval '7 days'`
// What was exchanged so long ago comes back from nobody but an old copy, which then opens nothing.
const usedTokens = inStepsOf(2000, `auth.refresh_tokens where used_at < now() - interval '7 days'`)
const endedSessions = inStepsOf(
  500,
  `auth.sessions where not_after < now() or refreshed_at < now() - interval '60 days'`,
)
// Anybody can sign up with somebody else's address, so it is not kept for good.
const unconfirmedAccounts = inStepsOf(
  500,
  `auth.users u
    where u.email_confirmed_at is null and u.created_at < now() - interval '30 days'
      and not exists (select from auth.sessions s where s.user_id = u.id)
      and not exists (select from auth.one_time_tokens t where t.user_id = u.id)
      and not exists (select from public.calendar_members m where m.user_id = u.id)
      and not exists (select from public.calendars c where c.owner_id = u.id)`,
)

/** Takes the lowest ids, so that it needs no index. Sessions take their tokens with them, and accounts what is theirs. */
function inStepsOf(rows: number, whichOf: string): string {
  const [table] = whichOf.split(' ')
  return `
    with gone as (delete from ${table} where id in (select id from ${whichOf} order by id limit ${rows}) returning id)
    select count(*) as gone from gone`
}

// A month longer, so that their person sees why a program was refused.
const expiredTokens = `delete from auth.access_tokens where expires_at < now() - interval '30 days'`
const unsentNotices = `delete from auth.notices where created_at < now() - interval '7 days'`
const oldLetterCopies = `delete from private.letter_copies where created_at < now() - interval '30 days'`
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
const oldHeldAlerts = `delete from public.held_alerts where due_at < now() - interval '1 day'`
const oldTownNames = `delete from private.collection_names where left_at < now() - interval '1 year'`
const oldSupportMessages = `delete from private.support_messages where created_at < now() - interval '30 days'`
const oldTexts = `delete from private.inbound_texts where received_at < now() - interval '90 days'`
// What was switched off stays off for good, as an opt-out does.
const forgottenChoices = `
  delete from private.contact_preferences p
  where p.is_on and p.updated_at < now() - interval '400 days' and not exists (
    select from private.contact_choices k
    where k.channel = p.channel and k.address = p.address and (p.calendar_id is null or k.calendar_id = p.calendar_id)
  )`
const failedJobs = `
  select graphile_worker.complete_jobs(array(
    select j.id from graphile_worker.jobs j
    where j.attempts >= j.max_attempts and j.locked_at is null and j.updated_at < now() - interval '30 days'
  ))`
const oldWebhookDeliveries = 'select private.prune_webhook_deliveries()'
const oldAnswers = `select private.forget_answers(${ANSWERS_STORED_DAYS})`
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
// Also what nobody decided: its day is over.
const oldSuggestions = `
  delete from public.event_suggestions
  where end_day < current_date - ${ANSWERS_STORED_DAYS}
    or state = 'declined' and decided_at < now() - interval '${ANSWERS_STORED_DAYS} days'`

const statements = [
  expiredLinks,
  expiredTokens,
  unsentNotices,
  oldLetterCopies,
  oldCounters,
  expiredConfirmations,
  expiredQuestions,
  expiredInvitations,
  unspentPasses,
  oldChallenges,
  oldHeldAlerts,
  oldTownNames,
  oldSupportMessages,
  oldTexts,
  forgottenChoices,
  failedJobs,
  oldWebhookDeliveries,
  oldAnswers,
  rsvpsOfNothing,
  slotsOfNothing,
  signupsOfNothing,
  oldSuggestions,
]
