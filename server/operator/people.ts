// Accounts as operators see them. Lists show a name and a masked address; a whole address is found only by typing it.
import type pg from 'pg'
import * as z from 'zod'
import { normaliseEmail } from '#domain/email-address.ts'
import { AppError } from '#domain/errors.ts'
import { endpoint } from '#server/functions/endpoint.ts'
import { findAccount } from './accounts.ts'
import { requireAddress } from './acts.ts'
import { type OperatorContext, screenAnswer } from './context.ts'
import { listStops } from './recipients.ts'

const PAGE = 50

const only = z.enum(['all', 'unconfirmed', 'suspended'], 'only must be all, unconfirmed or suspended').default('all')

export const people = endpoint({
  summary: 'Accounts, the newest first, fifty at a time, with masked addresses.',
  who: ['operator', 'helper'],
  methods: ['GET'],
  body: z.object({ only, after: z.guid('after must be the id of an account').optional() }),
  answer: screenAnswer,
  limits: ['operator'],
  run:
    ({ pool }: OperatorContext) =>
    async ({ body }) => {
      const { rows } = await pool.query(listPeople, [body.only, body.after ?? null, PAGE + 1])
      const { rows: counts } = await pool.query(countPeople)
      return { people: rows.slice(0, PAGE), more: rows.length > PAGE, ...counts[0] }
    },
})

/** By POST, so that no address is in the log of a proxy. */
export const findPerson = endpoint({
  summary: 'One account, by its id, or by its whole address.',
  who: ['operator', 'helper'],
  body: z.object({
    user_id: z.guid('user_id must be the id of an account').nullish(),
    email: z.string('email must be a text').max(300, 'email is too long').nullish(),
  }),
  answer: screenAnswer,
  limits: ['operator'],
  run:
    ({ pool }: OperatorContext) =>
    async ({ body }) => {
      const id = body.user_id ?? (await idOf(pool, body.email ?? ''))
      const { rows } = id ? await pool.query(readPerson, [id]) : { rows: [] }
      if (!rows[0]) throw new AppError('not_found', 404, 'No account has this address')
      return rows[0]
    },
})

async function idOf(pool: pg.Pool, typed: string): Promise<string | undefined> {
  const email = normaliseEmail(typed)
  if (!email) throw new AppError('validation_failed', 400, 'Give a whole email address')
  return (await findAccount(pool, email))?.id
}

export const stopped = endpoint({
  summary: 'Who bounced, complained or left last, masked.',
  who: ['operator', 'helper'],
  methods: ['GET'],
  answer: screenAnswer,
  limits: ['operator'],
  run:
    ({ pool }: OperatorContext) =>
    async () => ({ stops: (await pool.query(newestStops)).rows, counts: (await pool.query(countStops)).rows }),
})

export const findStops = endpoint({
  summary: 'All that stops one address or number, which is typed whole.',
  who: ['operator', 'helper'],
  body: z.object({ address: z.string('address must be a text').max(300, 'address is too long') }),
  answer: screenAnswer,
  limits: ['operator'],
  run:
    ({ pool }: OperatorContext) =>
    async ({ body }) => {
      const { address, channel } = requireAddress(body.address)
      const found = await listStops(pool, address)
      return { address, channel, stops: found.map(({ address: _whose, ...stop }) => stop) }
    },
})

const columns = `
  u.id, p.display_name as name, private.masked_address(u.email) as masked, u.created_at, u.last_sign_in_at,
  u.email_confirmed_at is not null as is_confirmed, coalesce(p.trial, true) as is_trial,
  private.is_suspended(u.id) as is_suspended, o.role as operator,
  (select count(*)::int from public.calendars c where c.owner_id = u.id and c.deleted_at is null) as calendars`

const tables = `
  auth.users u
  left join public.profiles p on p.user_id = u.id
  left join private.operators o on o.user_id = u.id`

const listPeople = `
  select ${columns} from ${tables}
  where ($2::uuid is null or (u.created_at, u.id) < (select a.created_at, a.id from auth.users a where a.id = $2))
    and case $1 when 'unconfirmed' then u.email_confirmed_at is null when 'suspended' then private.is_suspended(u.id) else true end
  order by u.created_at desc, u.id desc limit $3`

const countPeople = `
  select count(*)::int as accounts, (count(*) filter (where email_confirmed_at is null))::int as unconfirmed from auth.users`

const readPerson = `
  select ${columns}, u.second_factor_since is not null as has_two_steps,
    (select count(*)::int from auth.sessions s where s.user_id = u.id) as sessions,
    s.suspended_at, s.suspended_reason, s.approved_at, s.public_body_at,
    coalesce((
      select json_agg(json_build_object(
        'identifier', c.identifier::text, 'name', c.name, 'disabled', c.disabled, 'paused_by', c.sending_paused_by,
        'has_other_admin', exists (
          select from public.calendar_members m where m.calendar_id = c.id and m.role = 'admin' and m.user_id <> u.id
        )
      ) order by c.created_at)
      from public.calendars c where c.owner_id = u.id and c.deleted_at is null
    ), '[]') as owned
  from ${tables}
  left join private.senders s on s.owner_id = u.id
  where u.id = $1`

const newestStops = `
  select s.channel, private.masked_address(s.address) as masked, '#' || c.identifier || ' ' || c.name as calendar, s.why, s.created_at
  from (
    (select channel, address, null::uuid as calendar_id, created_at, reason as why from public.suppressions order by created_at desc limit 100)
    union all
    (
      select 'email', email, calendar_id, created_at, case source
        when 'bounce' then 'bounce' when 'left' then 'left' when 'operator' then 'asked_operator' else 'unsubscribed' end
      from public.opt_outs order by created_at desc limit 100
    )
  ) as s
  left join public.calendars c on c.id = s.calendar_id
  order by s.created_at desc limit 100`

const countStops = `
  select why, count(*)::int from (
    select reason as why from public.suppressions
    union all
    select case source when 'bounce' then 'bounce' when 'left' then 'left' when 'operator' then 'asked_operator' else 'unsubscribed' end
    from public.opt_outs
  ) as s group by why order by why`
