// What operators do about single accounts, at the command line and in their screen.
import type pg from 'pg'

type Database = pg.Pool | pg.ClientBase
export type Account = { id: string; email: string }

/** Undefined where no account has exactly this address. */
export async function findAccount(database: Database, email: string): Promise<Account | undefined> {
  const { rows } = await database.query<Account>('select id, email from auth.users where email = $1', [email])
  return rows[0]
}

/** Ends or begins a trial, with a row of the audit log; returns whether that changed anything. */
export async function setTrial(database: Database, id: string, isTrial: boolean): Promise<boolean> {
  const { rowCount } = await database.query(changeTrial, [id, isTrial])
  return rowCount === 1
}

/** Of one person, or with null of everybody; returns how many there were. */
export async function endSessions(database: Database, id: string | null): Promise<number> {
  const { rowCount } = await database.query('delete from auth.sessions where $1::uuid is null or user_id = $1', [id])
  return rowCount ?? 0
}

/** For somebody whom the mail never reached: the operator knows that the address is theirs. Returns whether it was unconfirmed. */
export async function confirmAddress(database: Database, id: string): Promise<boolean> {
  const { rowCount } = await database.query(confirm, [id])
  return rowCount === 1
}

/**
 * Deletes an account for good. A calendar that has another admin is left to its admins, who are asked who takes it; one that has none is
 * deleted with it, and so is every one if `withCalendars`.
 */
export async function deleteAccount(client: pg.ClientBase, id: string, withCalendars: boolean): Promise<void> {
  await client.query('select from auth.users where id = $1 for update', [id])
  if (!withCalendars) await client.query(leaveCalendars, [id])
  await client.query('select private.keep_calendars_for_return($1)', [id])
  await client.query('delete from auth.users where id = $1', [id])
}

const changeTrial = `
  with changed as (
    update public.profiles set trial = $2 where user_id = $1 and trial <> $2 returning user_id
  )
  insert into public.audit_logs (entity_type, entity_id, action, metadata)
  select 'account', user_id, 'update', '{"changed": ["trial"], "by": "operator"}' from changed`

/** Whoever signed up may have typed another's address: what waits for a link of then is void. */
const confirm = `
  with confirmed as (
    update auth.users set email_confirmed_at = now(), updated_at = now() where id = $1 and email_confirmed_at is null
    returning id
  ), links as (
    delete from auth.one_time_tokens t using confirmed where t.user_id = confirmed.id and t.kind = 'signup'
  )
  insert into public.audit_logs (entity_type, entity_id, action, metadata)
  select 'account', id, 'update', '{"changed": ["email_confirmed_at"], "by": "operator"}' from confirmed`

/** The admin who has been one for longest is asked first. */
const leaveCalendars = `
  select private.leave_calendar(c.id, $1, heir.user_id)
  from private.live_calendars c
  cross join lateral (
    select m.user_id from public.calendar_members m
    where m.calendar_id = c.id and m.role = 'admin' and m.user_id <> $1
    order by m.created_at, m.user_id limit 1
  ) as heir
  where c.owner_id = $1`
