// Checks the worker through the database: whether one is running, whether sending is on hold, and what is late or failed.
import type pg from 'pg'
import type { Config } from '#runtime/config.ts'
import { type Finding, findings } from './finding.ts'

export async function checkWork(client: pg.ClientBase, { mailCarrier, bounceAddress }: Config): Promise<Finding[]> {
  const found = findings('worker')
  const { rows } = await client.query(workQuery)
  const { workers, clock_apart, planned_at, has_planned, held, late, failed, uncertain, reviews, unreported } = rows[0]
  if (workers === 0) found.bad('No worker is running, so nothing is sent.', 'Start townbell worker, or townbell start.')
  else
    found.ok(
      `${workers} ${workers === 1 ? 'worker is' : 'workers are'} running${planned_at ? `, and mailings were last planned at ${planned_at.toISOString()}` : ''}.`,
    )
  if (clock_apart > 30)
    found.bad(
      `The clock of a worker and the database's are ${clock_apart.toFixed(0)} seconds apart.`,
      'Run a time service on both machines.',
    )
  if (workers > 0 && !has_planned)
    found.bad(
      'Nothing has been planned for ten minutes, so the mails of the day do not leave.',
      'Look in the log for "a job failed", then restart the worker.',
    )
  for (const reason of held)
    found.warn(`Sending is on hold: ${reason}`, 'Check townbell admin mailings, then run townbell admin go.')
  if (held.length === 0 && late > 0)
    found.warn(
      `${late} or more messages are ten minutes late.`,
      'Look in the log for "refuses us", at the rate settings, and whether more workers help.',
    )
  if (failed > 0) found.warn(`${failed} jobs have failed permanently.`, 'Look in the log for their errors.')
  if (uncertain > 0) found.warn(`${uncertain} messages may or may not have arrived.`, 'Check townbell admin uncertain.')
  if (reviews > 0)
    found.warn(
      `${reviews} ${reviews === 1 ? 'mailing waits' : 'mailings wait'} for a review.`,
      'Check townbell admin review.',
    )
  if (mailCarrier === 'smtp' && bounceAddress && unreported === MAILS_WITHOUT_BOUNCE)
    found.warn(
      `Of ${MAILS_WITHOUT_BOUNCE} mails or more in 30 days none bounced, so bounces probably do not arrive.`,
      'Check with townbell doctor --mail and a mailbox that does not exist; deploy/postfix/ has the lines.',
    )
  return found.all
}

/** Of so many mails some bounce, on any list. */
const MAILS_WITHOUT_BOUNCE = 1000

const workQuery = `
  select
    w.workers, w.clock_apart, w.planned_at, w.has_planned,
    array(select h.reason from private.holds h order by h.held_at) as held,
    (
      select count(*)::int from (
        select from public.deliveries d
        join public.calendars c on c.id = d.calendar_id
        join public.mailings m on m.id = d.mailing_id and m.review is distinct from 'waiting'
        where d.is_waiting and d.next_attempt_at < now() - interval '10 minutes'
          and c.sending_paused_at is null and not c.disabled
        limit 1000
      ) as late
    ) as late,
    (select count(*)::int from public.mailings where review = 'waiting' and state in ('planned', 'sending')) as reviews,
    (select count(*)::int from graphile_worker.jobs where attempts >= max_attempts and last_error is not null) as failed,
    (select count(*)::int from public.deliveries where state = 'uncertain' and created_at > now() - interval '7 days') as uncertain,
    (
      select count(*)::int from (
        select from public.deliveries d
        where d.channel = 'email' and d.state in ('sent', 'delivered') and d.created_at > now() - interval '30 days'
          and not exists (select from private.sending s where s.reported_at > now() - interval '30 days')
        limit ${MAILS_WITHOUT_BOUNCE}
      ) as mails
    ) as unreported
  from private.worker_state() w`
