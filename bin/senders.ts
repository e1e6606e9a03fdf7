// `townbell admin review`, `suspend` and `public-body`: what operators do about the owners of calendars.
import type pg from 'pg'
import { columnList } from '#database/column-list.ts'
import { mailColumns, optionalTextColumns } from '#domain/event-columns.ts'
import { findAccount } from './accounts.ts'
import { counted, UsageError } from './command.ts'

/** Without words lists what waits; `approve` and `refuse` take the owner's address. */
export async function review(pool: pg.Pool, [verb, address = '']: string[]): Promise<void> {
  if (verb === undefined) return list(pool)
  if (verb !== 'approve' && verb !== 'refuse')
    throw new UsageError('Say townbell admin review, review approve <address> or review refuse <address>.')
  const { id, email } = await findAccount(pool, address)
  if (verb === 'approve') {
    const released = await call(pool, 'approve_owner', [id])
    console.log(`${email} is approved. ${counted(released, 'mailing')} waited and will be sent now.`)
  } else {
    const refused = await call(pool, 'refuse_mailings', [id])
    console.log(
      `${counted(refused, 'mailing')} of ${email} will not be sent. To stop everything: townbell admin suspend ${email}`,
    )
  }
}

async function list(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query(listWaiting)
  if (rows.length === 0) return console.log('Nothing waits.')
  for (const { email, trial, since, identifier, name, kind, day, waiting, review_reason, texts } of rows) {
    console.log(`${email}  ${trial ? 'trial' : 'plan'}, account since ${since}`)
    console.log(`  ${day}  #${identifier} ${name}  ${kind}  ${counted(waiting, 'message')}  ${review_reason}`)
    for (const text of texts ?? []) console.log(`    ${text}`)
  }
  console.log('\ntownbell admin review approve <address>   sends it, and reviews nothing of this owner any more')
  console.log('townbell admin review refuse <address>    drops it')
}

export async function suspend(pool: pg.Pool, [address = '', ...words]: string[]): Promise<void> {
  const { id, email } = await findAccount(pool, address)
  const stopped = await call(pool, 'suspend_owner', [id, words.join(' ') || 'Suspended by an operator.'])
  console.log(`${email} is suspended: ${counted(stopped, 'calendar')} stopped. To undo: townbell admin resume ${email}`)
}

/** Lets an owner send emergency alerts as texts at night; `off` ends it. */
export async function publicBody(pool: pg.Pool, [address = '', word]: string[]): Promise<void> {
  if (word !== undefined && word !== 'off')
    throw new UsageError('Say townbell admin public-body <address>, or public-body <address> off.')
  const { id, email } = await findAccount(pool, address)
  await pool.query('select private.mark_public_body($1, $2)', [id, word !== 'off'])
  console.log(
    word === 'off'
      ? `${email} is no longer marked as a public body.`
      : `${email} is marked as a public body: emergency alerts may be texted at night. To undo: townbell admin public-body ${email} off`,
  )
}

export async function resumeOwner(pool: pg.Pool, address: string): Promise<void> {
  const { id, email } = await findAccount(pool, address)
  const resumed = await call(pool, 'resume_owner', [id])
  console.log(`${email} is no longer suspended. ${counted(resumed, 'calendar')} can send again.`)
}

type Action = 'approve_owner' | 'refuse_mailings' | 'suspend_owner' | 'resume_owner'

async function call(pool: pg.Pool, action: Action, values: string[]): Promise<number> {
  const places = values.map((_, at) => `$${at + 1}`).join(', ')
  const { rows } = await pool.query<{ count: number }>(`select private.${action}(${places})::int as count`, values)
  return rows[0]?.count ?? 0
}

/** The texts that mails show; what is long comes last, so that the cut leaves the rest. */
const reviewed = (['title', ...optionalTextColumns] as const)
  .filter((name) => mailColumns.some((one) => one === name))
  .sort((a, b) => Number(a === 'description') - Number(b === 'description'))

/** Lists waiting mailings with their texts, cut to one line each. */
const listWaiting = `
  select u.email, coalesce(p.trial, true) as trial, u.created_at::date::text as since, c.identifier::text, c.name, m.kind, m.day::text,
    m.review_reason,
    (
      select count(*)::int from public.deliveries d where d.mailing_id = m.id and d.calendar_id = m.calendar_id and d.is_waiting
    ) as waiting,
    (
      select array_agg(left(regexp_replace(concat_ws(' | ', ${columnList(reviewed, 'e')}), '\\s+', ' ', 'g'), 300) order by e.start_time)
      from public.events e
      where e.id in (
        select about.event_id from public.mailing_events about where about.mailing_id = m.id
        union select n.event_id from public.change_notices n where n.mailing_id = m.id
      )
    ) as texts
  from public.mailings m
  join public.calendars c on c.id = m.calendar_id
  join auth.users u on u.id = c.owner_id
  left join public.profiles p on p.user_id = c.owner_id
  where m.review = 'waiting' and m.state in ('planned', 'sending')
  order by m.created_at
  limit 100`
