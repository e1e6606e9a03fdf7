// What somebody chose, as the holder of a signed link sees it: the calendars that notify this address, and nothing else.
import type pg from 'pg'
import * as z from 'zod'
import { eventCategories } from '#domain/categories.ts'
import { AppError } from '#domain/errors.ts'
import { languages } from '#domain/languages.ts'
import { type Choice, everything, type FollowedCalendar, type Preferences, timings } from '#domain/recipient-choices.ts'
import { preferenceTexts } from '#domain/texts/preferences.ts'
import { optOutLink } from '#messages/mail-links.ts'
import { readPreferencesToken } from '#messages/preferences-link.ts'
import type { FunctionContext } from './context.ts'

const choice = z.object({
  email: z.boolean().nullable(),
  sms: z.boolean().nullable(),
  categories: z.array(z.enum(eventCategories)),
  timing: z.enum(timings),
  paused_until: z.string().nullable(),
  language: z.enum(languages),
})

export const preferencesShape: z.ZodType<Preferences> = z.object({
  address: z.string(),
  channel: z.enum(['email', 'sms']),
  phone: z.string().nullable(),
  is_suppressed: z.boolean(),
  for_all: choice,
  calendars: z.array(
    z.object({ id: z.guid(), name: z.string(), choice, is_own: z.boolean(), opt_out_url: z.string().nullable() }),
  ),
  left: z.array(z.object({ id: z.guid(), name: z.string() })),
})

/** The address that a link names, or why it opens nothing. */
export function addressOf(token: string, { linkSecret, clock }: FunctionContext): string {
  const address = readPreferencesToken(token, linkSecret, clock.now())
  if (address === null) throw new AppError('invalid_signature', 403, preferenceTexts.invalidLink)
  if (address === 'expired') throw new AppError('link_expired', 410, preferenceTexts.expiredLink)
  return address
}

export const channelOf = (address: string) => (address.startsWith('+') ? 'sms' : 'email')

type Row = Omit<Choice, 'categories'> & {
  id: string
  name: string
  categories: Choice['categories'] | null
  is_own: boolean
  phone: string | null
}

export async function readPreferences(
  { siteUrl, linkSecret }: FunctionContext,
  client: pg.Pool | pg.PoolClient,
  address: string,
): Promise<Preferences> {
  const channel = channelOf(address)
  const { rows } = await client.query<Row>(followed, [channel, address])
  const { rows: general } = await client.query(forEvery, [channel, address])
  const { is_suppressed, ...all } = general[0]
  const { rows: left } = channel === 'email' ? await client.query(optedOut, [address]) : { rows: [] }
  const phones = rows.flatMap(({ phone }) => phone ?? [])
  return {
    address,
    channel,
    phone: phones[0] ? shortened(phones[0]) : null,
    is_suppressed,
    for_all: {
      ...choiceOf(all.timing ? all : { ...everything, language: rows[0]?.language ?? everything.language }),
      email: channel === 'email' ? (all.is_on ?? true) : null,
      sms: smsOfAll(channel, all, rows),
    },
    calendars: rows.map(({ id, name, is_own, phone: _, ...row }): FollowedCalendar => {
      const opt_out_url =
        channel === 'email' ? optOutLink({ siteUrl, linkSecret, calendarId: id, email: address }) : null
      return { id, name, is_own, choice: { ...choiceOf(row), email: row.email, sms: row.sms }, opt_out_url }
    }),
    left,
  }
}

function smsOfAll(channel: string, all: { is_on: boolean | null }, rows: Row[]): boolean | null {
  if (channel === 'sms') return all.is_on ?? true
  const given = rows.flatMap(({ sms }) => sms ?? [])
  return given.length === 0 ? null : given.includes(true)
}

function choiceOf(row: Omit<Choice, 'categories' | 'email' | 'sms'> & { categories: Choice['categories'] | null }) {
  const { timing, paused_until, language } = row
  return { categories: row.categories ?? everything.categories, timing, paused_until, language }
}

/** Enough to know one's own number by. */
export function shortened(phone: string): string {
  return `${phone.slice(0, 2)} ··· ${phone.slice(-4)}`
}

/** Calendars that notify this address. What it opted out of is not among them, so nothing here can bring it back. */
const followed = `
  select c.id, c.name, k.is_own, case when $1 = 'email' then k.is_on end as email,
    case when $1 = 'sms' then k.is_on else text.is_on end as sms,
    text.address as phone, k.categories, k.timing, k.paused_until::text, k.language
  from private.contact_choices k
  join public.calendars c on c.id = k.calendar_id and not c.disabled
  left join lateral (
    select n.address, n.is_on from private.phone_companions o
    join private.contact_choices n on n.contact_id = o.contact_id
    where $1 = 'email' and o.email = $2 and n.calendar_id = k.calendar_id and n.confirmed_at is not null
    order by n.confirmed_at limit 1
  ) as text on true
  where k.address = $2 and k.channel = $1 and (k.channel = 'email' or k.confirmed_at is not null)
    and not ($1 = 'email' and exists (select from public.opt_outs o where o.calendar_id = c.id and o.email = $2))
  order by c.name, c.id`

const optedOut = `
  select c.id, c.name from public.opt_outs o
  join public.calendars c on c.id = o.calendar_id and not c.disabled and c.allow_guest_users
  where o.email = $1
  order by o.created_at desc, c.id
  limit 20`

const forEvery = `
  select p.is_on, p.categories, p.timing, p.paused_until::text, p.language,
    exists (select from public.suppressions s where s.channel = $1 and s.address = $2) as is_suppressed
  from (select) as one
  left join private.contact_preferences p on p.channel = $1 and p.address = $2 and p.calendar_id is null`
