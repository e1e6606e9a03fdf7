// What operators do about the owners of calendars: review, suspend, and mark as a public body.
import type pg from 'pg'
import { columnList } from '#database/column-list.ts'
import { mailColumns, optionalTextColumns } from '#domain/event-columns.ts'

type Database = pg.Pool | pg.ClientBase

export type WaitingMailing = {
  owner_id: string
  email: string
  trial: boolean
  since: string
  identifier: string
  name: string
  kind: string
  day: string
  review_reason: string | null
  waiting: number
  texts: string[] | null
}

/** The mailings that wait until an operator has looked at them, with the texts of their events. */
export async function listReviews(database: Database): Promise<WaitingMailing[]> {
  return (await database.query<WaitingMailing>(listWaiting)).rows
}

/** Sends what waits, and reviews nothing of this owner any more; returns how many mailings waited. */
export const approveOwner = (database: Database, id: string) => counted(database, 'approve_owner($1)', [id])

/** Drops what waits; returns how many mailings. */
export const refuseMailings = (database: Database, id: string) => counted(database, 'refuse_mailings($1)', [id])

/** Stops all calendars of an owner; returns how many. */
export const suspendOwner = (database: Database, id: string, reason: string) =>
  counted(database, 'suspend_owner($1, $2)', [id, reason])

/** Returns how many calendars can send again. */
export const resumeOwner = (database: Database, id: string) => counted(database, 'resume_owner($1)', [id])

/** Lets an owner send emergency alerts as texts at night, or no longer. */
export async function markPublicBody(database: Database, id: string, isOne: boolean): Promise<void> {
  await database.query('select private.mark_public_body($1, $2)', [id, isOne])
}

async function counted(database: Database, call: string, values: string[]): Promise<number> {
  const { rows } = await database.query<{ count: number }>(`select private.${call}::int as count`, values)
  return rows[0]?.count ?? 0
}

/** The texts that mails show; what is long comes last, so that the cut leaves the rest. */
const reviewed = (['title', ...optionalTextColumns] as const)
  .filter((name) => mailColumns.some((one) => one === name))
  .sort((a, b) => Number(a === 'description') - Number(b === 'description'))

/** Lists waiting mailings with their texts, cut to one line each. */
const listWaiting = `
  select u.id as owner_id, u.email, coalesce(p.trial, true) as trial, u.created_at::date::text as since, c.identifier::text, c.name,
    m.kind, m.day::text, m.review_reason,
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
