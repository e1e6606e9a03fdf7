// The page of health: the numbers of the day in a few queries, and what `townbell doctor` finds, which asks DNS and the mail server and takes longer.
import { missingReleases, nameOf } from '#database/postgres-versions.ts'
import { readLastBackup, readLastDrill } from '#runtime/last-backup.ts'
import { endpoint } from '#server/functions/endpoint.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { type OperatorContext, screenAnswer } from './context.ts'
import { examine } from './doctor/examine.ts'

const both = ['operator', 'helper'] as const

export const health = endpoint({
  summary: 'Sending of the last day by mailbox provider, what waits and what holds it, abuse, backups and versions.',
  who: both,
  methods: ['GET'],
  answer: screenAnswer,
  limits: ['operator'],
  run:
    ({ pool, clock, config: { dataFolder, siteUrl, production } }: OperatorContext) =>
    async () => {
      const asked = performance.now()
      const { rows: server } = await pool.query(serverQuery)
      const answerMs = Math.max(1, Math.round(performance.now() - asked))
      const [mail, texts, work, holds] = await Promise.all(
        [mailQuery, textsQuery, workQuery, holdsQuery].map((query) => pool.query(query)),
      )
      const { version, size } = server[0]
      return {
        site: siteUrl,
        checked_at: clock.now(),
        mail: mail?.rows,
        texts: texts?.rows[0],
        work: work?.rows[0],
        holds: holds?.rows,
        backup: { last: readLastBackup(dataFolder) ?? null, drill: readLastDrill(dataFolder) ?? null },
        database: {
          version: nameOf(version),
          size,
          answer_ms: answerMs,
          behind: missingReleases(version, clock.now()),
        },
        townbell: { version: packageJson.version, node: process.versions.node, production },
      }
    },
})

export const checks = endpoint({
  summary: 'What townbell doctor finds, in its words.',
  who: both,
  methods: ['GET'],
  answer: screenAnswer,
  limits: ['operator'],
  run:
    ({ config }: OperatorContext) =>
    async () => ({ findings: await examine({ config, hasFolder: true }) }),
})

const serverQuery = `
  select current_setting('server_version_num')::int as version, pg_size_pretty(pg_database_size(current_database())) as size`

/** Who runs the mailbox, by its domain, as far as the domain says it. */
const provider = `
  case
    when domain in ('gmail.com', 'googlemail.com') then 'gmail'
    when domain ~ '^(outlook|hotmail|live|msn)\\.' then 'outlook'
    when domain ~ '^(yahoo|ymail|aol|rocketmail)\\.' then 'yahoo'
    when domain in ('icloud.com', 'me.com', 'mac.com') then 'icloud'
    else 'other'
  end`

const mailQuery = `
  select provider,
    (count(*) filter (where state in ('sent', 'delivered')))::int as sent,
    (count(*) filter (where is_waiting or state in ('claimed', 'committing')))::int as waiting,
    (count(*) filter (where state = 'bounced'))::int as bounced,
    (count(*) filter (where state = 'failed'))::int as failed,
    (count(*) filter (where complained_at is not null))::int as complained,
    min(next_attempt_at) filter (where is_waiting and attempts > 0) as next_try
  from (
    select d.*, ${provider} as provider
    from public.deliveries d cross join lateral (select lower(split_part(d.address, '@', 2)) as domain) as mailbox
    where d.channel = 'email' and d.created_at > now() - interval '24 hours'
  ) as day
  group by provider
  order by array_position(array['gmail', 'outlook', 'yahoo', 'icloud', 'other'], provider)`

const textsQuery = `
  select (count(*) filter (where state in ('sent', 'delivered')))::int as sent, (count(*) filter (where is_waiting))::int as waiting
  from public.deliveries where channel = 'sms' and created_at > now() - interval '24 hours'`

/** Abuse: complaints are counted for thirty days, because one a day is many. */
const workQuery = `
  select w.workers, w.planned_at,
    (select count(*)::int from public.mailings where review = 'waiting' and state in ('planned', 'sending')) as reviews,
    (select count(*)::int from public.calendars where sending_paused_at is not null and deleted_at is null) as paused,
    (select count(*)::int from private.senders where suspended_at is not null) as suspended,
    (select count(*)::int from public.suppressions where reason = 'complaint' and created_at > now() - interval '30 days') as complaints,
    (select count(*)::int from public.suppressions where reason = 'bounce' and created_at > now() - interval '30 days') as bounces,
    (select count(*)::int from public.opt_outs where reason = 'never_asked' and created_at > now() - interval '30 days') as never_asked,
    (select count(*)::int from graphile_worker.jobs where attempts >= max_attempts and last_error is not null) as failed_jobs,
    (select count(*)::int from public.deliveries where state = 'uncertain' and created_at > now() - interval '7 days') as uncertain
  from private.worker_state() w`

const holdsQuery = 'select kind, held_at, reason from private.holds order by held_at, kind'
