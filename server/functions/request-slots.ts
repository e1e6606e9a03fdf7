// Signs somebody up for what an event needs without an account, first half: stores what they would take, which takes nothing yet, and
// mails a link to the address. The reply is the same for an address that has signed up already, so it tells nobody who helps.
import type { Handler } from 'hono'
import type pg from 'pg'
import * as z from 'zod'
import { inTransaction } from '#database/scope.ts'
import { AppError, sqlState } from '#domain/errors.ts'
import { languages } from '#domain/languages.ts'
import { BOUNCE_REST_MS } from '#domain/limits.ts'
import { slotRequestForm } from '#domain/slot-forms.ts'
import { slotTexts } from '#domain/texts/slots.ts'
import type { IdentityVariables } from '#server/http/identity.ts'
import { readJson } from '#server/http/json-body.ts'
import { createLimits } from '#server/http/limits.ts'
import type { FunctionContext } from './context.ts'
import { createFollowProof } from './follow-proof.ts'
import { type CalendarOwner, mailTakes, networkTakes } from './unasked-mails.ts'

export const shape = slotRequestForm.extend({
  event_id: z.guid('event_id must be the id of an event'),
  calendar_id: z.guid('calendar_id must be the id of a calendar'),
  language: z.enum(languages, 'language must be en or es').nullish(),
  /** A field that people do not see. */
  website: z.unknown().optional(),
  /** The solved puzzle of follow-challenge. */
  proof: z.string().max(16_384).nullish().catch(undefined),
})

type Request = z.infer<typeof shape> & { network: string }

export function requestSlots(context: FunctionContext): Handler<IdentityVariables> {
  const { pool, linkSecret } = context
  const limits = createLimits({ pool, secret: linkSecret })
  const proof = createFollowProof(context)
  return async (c) => {
    const body = await readJson(c, shape)
    if (body.website !== undefined && body.website !== null && body.website !== '') return c.json({ status: 'sent' })
    const network = c.get('network')
    await proof.require('rsvp', body.proof ?? undefined, { calendarId: body.calendar_id, network })
    await limits.take(...networkTakes('rsvp', network))
    await inTransaction(pool, (client) => remember(context, client, { ...body, network }))
    return c.json({ status: 'sent' })
  }
}

async function remember({ clock, linkSecret }: FunctionContext, client: pg.PoolClient, request: Request) {
  const { event_id: eventId, calendar_id: calendarId, email, name, amounts, language, network } = request
  const now = clock.now()
  const rested = new Date(now.getTime() - BOUNCE_REST_MS)
  const wanted = Object.entries(amounts).filter(([, amount]) => amount > 0)
  const ids = wanted.map(([id]) => id)
  const { rows } = await client.query<Standing>(findStanding, [eventId, calendarId, email, now, rested, ids])
  const [standing] = rows
  if (!standing) throw new AppError('not_found', 404, 'This event was not found.')
  if (!standing.is_open) throw new AppError(sqlState('TB070'), 400, slotTexts.closed)
  if (standing.known !== ids.length) throw new AppError(sqlState('TB073'), 400, slotTexts.changed)
  if (standing.is_crowded) throw new AppError(sqlState('TB074'), 400, slotTexts.tooMany)
  await createLimits({ pool: client, secret: linkSecret }).take(
    ...mailTakes('rsvp', standing, { calendarId, email, network }),
  )
  // Before its own rows, as everything that writes slots does, so that nothing deadlocks.
  await client.query('select private.lock_slots($1)', [eventId])
  const { rows: stored } = await client.query<{ id: string }>(upsertSignup, [
    eventId,
    calendarId,
    email,
    name,
    language ?? 'en',
    now,
  ])
  if (stored[0]) await client.query(replaceAmounts, [stored[0].id, ids, wanted.map(([, amount]) => amount)])
  // An address that must not be written to gets the same reply, or this would tell who complained about us.
  if (!standing.suppressed) await client.query(queueMail, [stored[0]?.id ?? standing.signup_id])
}

type Standing = CalendarOwner & {
  is_open: boolean
  is_crowded: boolean
  suppressed: boolean
  signup_id: string | null
  /** How many of the lines exist. */
  known: number
}

const findStanding = `
  select c.owner_id, coalesce((select p.trial from public.profiles p where p.user_id = c.owner_id), true) as on_trial,
    e.status not in ('cancelled', 'postponed') and c.sending_paused_by is distinct from 'suspension' and e.start_time > $4 as is_open,
    p.id is null and (
      select count(*) from public.slot_signups o where o.event_id = e.id
    ) >= private.rsvp_answer_limit() as is_crowded,
    exists (
      select from public.suppressions s
      where s.channel = 'email' and s.address = $3 and (s.reason <> 'bounce' or s.created_at > $5)
    ) as suppressed,
    p.id as signup_id,
    (select count(*)::int from public.event_slots s where s.event_id = e.id and s.id = any ($6::uuid[])) as known
  from public.events e
  join public.calendars c on c.id = e.calendar_id and not c.disabled and c.deleted_at is null
  left join public.slot_signups p on p.event_id = e.id and p.email = $3
  where e.id = $1 and e.calendar_id = $2 and exists (select from public.event_slots s where s.event_id = e.id)`

// What was confirmed is changed by its link only.
const upsertSignup = `
  insert into public.slot_signups as s (event_id, calendar_id, email, name, language, created_at)
  values ($1, $2, $3, $4, $5, $6)
  on conflict (event_id, email) do update set
    name = excluded.name, language = excluded.language, created_at = excluded.created_at
  where s.confirmed_at is null
  returning id`

// The rows that stay are not deleted first: that would count the slots for nothing.
const replaceAmounts = `
  with gone as (
    delete from public.slot_amounts a where a.signup_id = $1 and a.slot_id <> all ($2::uuid[])
  )
  insert into public.slot_amounts (signup_id, slot_id, amount)
  select $1, wanted.id, wanted.amount from unnest($2::uuid[], $3::integer[]) as wanted (id, amount)
  on conflict (signup_id, slot_id) do update set amount = excluded.amount`

const queueMail = `
  select graphile_worker.add_job(
    'send-slot-mail', json_build_object('signup', $1::uuid, 'kind', 'confirm'),
    max_attempts := 12, job_key := 'send-slot-mail:confirm:' || $1::uuid
  )`
