import type pg from 'pg'
import * as z from 'zod'
import { inTransaction } from '#database/scope.ts'
import { eventCategories } from '#domain/categories.ts'
import { dayInZone } from '#domain/dates.ts'
import { AppError } from '#domain/errors.ts'
import { choiceForm, pauseProblem, preferencesToken } from '#domain/preferences.ts'
import { type Preferences, textTimings } from '#domain/recipient-choices.ts'
import { preferenceTexts } from '#domain/texts/preferences.ts'
import { createLimits } from '#server/http/limits.ts'
import type { FunctionContext } from './context.ts'
import { endpoint } from './endpoint.ts'
import { addressOf, channelOf, preferencesShape, readPreferences } from './preferences.ts'

const shape = z.object({
  token: preferencesToken,
  calendar_id: z.guid(preferenceTexts.notFollowed).nullable(),
  choice: choiceForm,
})
type SaveRequest = Omit<z.infer<typeof shape>, 'token'>

export const savePreferences = endpoint({
  summary: "Changes a follower's choices, by the token of a mail.",
  who: ['anyone'],
  body: shape,
  answer: preferencesShape,
  limits: ['preferences-network'],
  limitsInside: ['preferences-address'],
  run: (context) => {
    const { pool, linkSecret, clock } = context
    const limits = createLimits({ pool, secret: linkSecret })

    return async ({ body: request }) => {
      const address = addressOf(request.token, context)
      await limits.take({ name: 'preferences-address', of: address })
      const problem = pauseProblem(request.choice.paused_until, dayInZone(clock.now(), 'UTC'))
      if (problem) throw new AppError('validation_failed', 400, problem)
      return inTransaction(pool, (client) => savePreferencesOf(context, client, address, request))
    }
  },
})

/** Saves the choice of an address, for one calendar or for all. Callers have checked the link. */
export async function savePreferencesOf(
  context: FunctionContext,
  client: pg.PoolClient,
  address: string,
  { calendar_id: calendarId, choice }: SaveRequest,
): Promise<Preferences> {
  const { calendars, for_all } = await readPreferences(context, client, address)
  const followed = calendars.filter(({ id }) => calendarId === null || id === calendarId)
  if (followed.length === 0) throw new AppError('not_found', 404, preferenceTexts.notFollowed)
  const isOnSomewhere = followed.some(({ choice: now }) =>
    (['email', 'sms'] as const).some((way) => now[way] !== null && choice[way] === true),
  )
  if (!isOnSomewhere) throw new AppError('validation_failed', 400, preferenceTexts.noChannel)
  const meant = followed.map(({ id }) => id)

  const categories = eventCategories.filter((category) => choice.categories.includes(category))
  const kept = categories.length === eventCategories.length ? null : categories
  const channel = channelOf(address)
  const textTiming = textTimings.includes(choice.timing) ? choice.timing : 'day_of'
  const before = calendarId === null ? for_all : followed[0]?.choice
  const language = choice.language ?? before?.language
  const valuesWith = (timing: string) => [kept, timing, choice.paused_until, language, context.clock.now()]
  // Somebody who reads only texts cannot switch mails, and the other way round.
  const isOn = channel === 'sms' ? choice.sms === true : choice.email === true
  const { rows: own } = await client.query(keepOwn, [
    channel,
    address,
    calendarId,
    isOn,
    ...valuesWith(channel === 'sms' ? textTiming : choice.timing),
  ])
  if (calendarId === null) await client.query(forgetOthers, [channel, address, meant])
  const { rows: texts } =
    channel === 'email' && choice.sms !== null
      ? await client.query(keepTexts, [address, meant, choice.sms, ...valuesWith(textTiming)])
      : { rows: [] }
  if (own.length + texts.length > 0) await client.query(audit, [channel, address, meant])
  await client.query(dropPlanned, [channel, address, meant, context.clock.now()])
  return readPreferences(context, client, address)
}

const columns = 'channel, address, calendar_id, is_on, categories, timing, paused_until, language, updated_at'
const replace = `
  on conflict (channel, address, calendar_id) do update set
    is_on = excluded.is_on, categories = excluded.categories, timing = excluded.timing,
    paused_until = excluded.paused_until, language = excluded.language, updated_at = excluded.updated_at
  where (p.is_on, p.categories, p.timing, p.paused_until, p.language)
    is distinct from (excluded.is_on, excluded.categories, excluded.timing, excluded.paused_until, excluded.language)
  returning p.id`

const keepOwn = `
  insert into private.contact_preferences as p (${columns}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)${replace}`

/** Said for all, so nothing stays that was said for one before. */
const forgetOthers = `
  delete from private.contact_preferences where channel = $1 and address = $2 and calendar_id = any ($3)`

/** Only numbers that came with this address; elsewhere the same number may be with another. */
const keepTexts = `
  insert into private.contact_preferences as p (${columns})
  select 'sms', k.normalised, k.calendar_id, $3, $4, $5, $6, $7, $8
  from private.phone_companions o
  join public.calendar_contacts k on k.id = o.contact_id
  where o.email = $1 and k.calendar_id = any ($2) and k.confirmed_at is not null${replace}`

/** For the admins: that it happened, and not what. */
const audit = `
  insert into public.audit_logs (calendar_id, entity_type, entity_id, action, metadata)
  select c.id, 'contact', k.id, 'update', jsonb_build_object(
    'calendar_id', c.id, 'calendar_name', c.name, 'contact_type', k.contact_type, 'changed', jsonb_build_array('preferences')
  )
  from public.calendar_contacts k join public.calendars c on c.id = k.calendar_id
  where k.contact_type = case $1 when 'sms' then 'phone' else 'email' end and k.normalised = $2 and c.id = any ($3)`

/** What was planned before and is not wanted any more. What is leaving this moment leaves. */
const dropPlanned = `
  update public.deliveries d set state = 'cancelled'
  from private.contact_choices k
  join public.calendars c on c.id = k.calendar_id
  left join private.phone_companions o on o.contact_id = k.contact_id
  where d.calendar_id = k.calendar_id and (d.contact_id = k.contact_id or d.member_id = k.member_id)
    and d.channel = k.channel and d.address = k.address
    and d.state = 'planned' and c.id = any ($3) and (k.address = $2 or $1 = 'email' and o.email = $2)
    and (not k.is_on or k.paused_until > ($4::timestamptz at time zone c.time_zone)::date)`
