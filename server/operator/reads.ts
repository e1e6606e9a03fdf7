// What the operator's screen shows beside people: who the caller is, what waits for a review, calendars, and operators.
import * as z from 'zod'
import { AppError } from '#domain/errors.ts'
import { endpoint } from '#server/functions/endpoint.ts'
import { findCalendar } from './calendars.ts'
import { type OperatorContext, screenAnswer } from './context.ts'
import { listReviews } from './senders.ts'

const both = ['operator', 'helper'] as const

export const me = endpoint({
  summary: 'What the caller is: operator or helper.',
  who: both,
  methods: ['GET'],
  answer: screenAnswer,
  limits: ['operator'],
  run:
    (_context: OperatorContext) =>
    ({ operator }) => ({ role: operator }),
})

export const reviews = endpoint({
  summary:
    'Mailings that wait until an operator has looked at them, with the address of their owner, who is written to.',
  who: both,
  methods: ['GET'],
  answer: screenAnswer,
  limits: ['operator'],
  run:
    ({ pool }: OperatorContext) =>
    async () => ({ mailings: await listReviews(pool) }),
})

export const calendars = endpoint({
  summary: 'Paused and hidden calendars with the reason, and suspended owners.',
  who: both,
  methods: ['GET'],
  answer: screenAnswer,
  limits: ['operator'],
  run:
    ({ pool }: OperatorContext) =>
    async () => {
      const [paused, suspended] = await Promise.all([pool.query(listStopped), pool.query(listSuspended)])
      return { calendars: paused.rows, owners: suspended.rows }
    },
})

export const calendar = endpoint({
  summary: 'One calendar by its number, with what was sent last.',
  who: both,
  body: z.object({ calendar: z.string('calendar must be the number of a calendar').max(50, 'calendar is too long') }),
  answer: screenAnswer,
  limits: ['operator'],
  run:
    ({ pool }: OperatorContext) =>
    async ({ body }) => {
      const found = await findCalendar(pool, body.calendar.trim())
      if (!found) throw new AppError('calendar_not_found', 404, 'There is no calendar with this number')
      const [about, mailings] = await Promise.all([
        pool.query(readCalendar, [found.id]),
        pool.query(lastMailings, [found.id]),
      ])
      return { ...about.rows[0], mailings: mailings.rows }
    },
})

export const operators = endpoint({
  summary: 'Operators and helpers.',
  who: both,
  methods: ['GET'],
  answer: screenAnswer,
  limits: ['operator'],
  run:
    ({ pool }: OperatorContext) =>
    async () => ({ operators: (await pool.query(listOperators)).rows }),
})

const calendarColumns = `
  c.identifier::text, c.name, c.disabled, c.deleted_at, c.sending_paused_at as paused_at, c.sending_paused_by as paused_by,
  c.sending_paused_reason as paused_reason, c.owner_id, p.display_name as owner, m.url as moved_to`

const calendarTables = `
  public.calendars c
  left join public.profiles p on p.user_id = c.owner_id
  left join private.moved_calendars m on m.calendar_id = c.id`

const listStopped = `
  select ${calendarColumns} from ${calendarTables}
  where (c.sending_paused_at is not null or c.disabled) and c.deleted_at is null
  order by c.sending_paused_at desc nulls last limit 100`

const readCalendar = `
  select ${calendarColumns},
    (select count(*)::int from public.calendar_contacts k where k.calendar_id = c.id) as contacts,
    (select count(*)::int from public.calendar_members k where k.calendar_id = c.id) as members
  from ${calendarTables} where c.id = $1`

const lastMailings = `
  select m.day::text, m.kind, m.state, m.review, (
    select coalesce(json_object_agg(s.state, s.count order by s.state), '{}')
    from (select d.state, count(*) from public.deliveries d where d.mailing_id = m.id and d.calendar_id = m.calendar_id group by 1) as s
  ) as counts
  from public.mailings m where m.calendar_id = $1 order by m.created_at desc limit 10`

const listSuspended = `
  select s.owner_id as user_id, p.display_name as name, private.masked_address(u.email) as masked, s.suspended_at, s.suspended_reason as reason
  from private.senders s
  left join auth.users u on u.id = s.owner_id
  left join public.profiles p on p.user_id = s.owner_id
  where s.suspended_at is not null order by s.suspended_at desc limit 100`

const listOperators = `
  select o.user_id, p.display_name as name, u.email, o.role, o.created_at, (u.second_factor_since is not null or exists (select from auth.passkeys k where k.user_id = u.id)) as has_two_steps,
    n.email as named_by
  from private.operators o
  join auth.users u on u.id = o.user_id
  left join public.profiles p on p.user_id = o.user_id
  left join auth.users n on n.id = o.named_by
  order by o.role desc, o.created_at`
