// Following a calendar, first half: remembers the request and mails a link to the address. Some clients also send a
// token, a calendar name and a base URL; they are ignored, or anybody could confirm anybody and mail links of their own.
import { randomUUID } from 'node:crypto'
import type { Handler } from 'hono'
import type pg from 'pg'
import * as z from 'zod'
import { inTransaction } from '#database/scope.ts'
import { mailboxOf } from '#domain/email-address.ts'
import { AppError } from '#domain/errors.ts'
import { followForm, smsConsent } from '#domain/follow.ts'
import { type Language, languages } from '#domain/languages.ts'
import { BOUNCE_REST_MS, CONFIRMATION_LIFETIME_MS, WAITING_MAX, WAITING_MS } from '#domain/limits.ts'
import { isTextable, normalisePhone } from '#domain/phones.ts'
import { followTexts } from '#domain/texts/follow.ts'
import { optOutTexts } from '#domain/texts/opt-out.ts'
import { publicCalendarTexts } from '#domain/texts/public-calendar.ts'
import { oneTimeToken, tokenHash } from '#messages/signatures.ts'
import type { IdentityVariables } from '#server/http/identity.ts'
import { readJson } from '#server/http/json-body.ts'
import { createLimits, type Take } from '#server/http/limits.ts'
import type { FunctionContext } from './context.ts'
import { createFollowProof, followTakes } from './follow-proof.ts'
import { notifyOwner } from './waiting-list.ts'

export const shape = z.object({
  email: z.unknown().optional(),
  phone: z.unknown().optional(),
  consent: z.unknown().optional(),
  calendar_id: z.guid(optOutTexts.invalidCalendar).optional(),
  calendarId: z.guid(optOutTexts.invalidCalendar).optional(),
  /** Of the page that asks: what comes is in it, unless its reader chose another. */
  language: z.enum(languages, 'language must be en or es').nullish(),
  /** Whether to put the address on the waiting list if the calendar has no free place. */
  wait: z.boolean('wait must be true or false').nullish(),
  /** A field that people do not see. */
  website: z.unknown().optional(),
  /** The solved puzzle of follow-challenge. */
  proof: z.string().max(16_384).nullish().catch(undefined),
})

const answers = {
  sent: { status: 'sent', title: followTexts.sent.title, message: followTexts.sent.body },
  pending: { status: 'pending', title: followTexts.pending.title, message: followTexts.pending.body },
  already_subscribed: {
    status: 'already_subscribed',
    title: followTexts.alreadySubscribed.title,
    message: followTexts.alreadySubscribed.body,
  },
  full: { status: 'full', title: followTexts.full.title, message: followTexts.full.body },
  waiting: { status: 'waiting', title: followTexts.waiting.title, message: followTexts.waiting.body },
} as const

type Request = {
  calendarId: string
  email: string
  phone: string | null
  language: Language
  wait: boolean
  network: string
  userAgent: string | null
}

export function sendContactConfirmation(context: FunctionContext): Handler<IdentityVariables> {
  const { pool, linkSecret } = context
  const limits = createLimits({ pool, secret: linkSecret })
  const proof = createFollowProof(context)
  return async (c) => {
    const body = await readJson(c, shape)
    if (body.website !== undefined && body.website !== null && body.website !== '') return c.json(answers.sent)
    const { email, phone } = recipient(body)
    const calendarId = body.calendar_id ?? body.calendarId
    if (calendarId === undefined) throw new AppError('validation_failed', 400, optOutTexts.invalidCalendar)

    const network = c.get('network')
    await proof.require(body.proof ?? undefined, { calendarId, network })
    const [perNetwork] = followTakes({ calendarId, network })
    await limits.take(perNetwork)
    const userAgent = c.req.header('user-agent')?.slice(0, 512) ?? null
    const request = {
      calendarId,
      email,
      phone,
      language: body.language ?? 'en',
      wait: body.wait ?? false,
      network,
      userAgent,
    }
    return c.json(answers[await inTransaction(pool, (client) => remember(context, client, request))])
  }
}

/** As the form checks it: a phone number stands only beside the consent to text it. */
function recipient({ email, phone, consent }: z.infer<typeof shape>): { email: string; phone: string | null } {
  const texted = phone !== undefined && phone !== null && phone !== ''
  const parsed = followForm.safeParse(
    texted ? { preference: 'both', email, phone, consent: consent ?? false } : { preference: 'email', email },
  )
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const code = issue?.path[0] === 'consent' ? 'sms_consent_required' : 'validation_failed'
    throw new AppError(code, 400, issue?.message ?? followTexts.failed.body)
  }
  if (parsed.data.preference === 'email') return { email: parsed.data.email, phone: null }
  const number = normalisePhone(parsed.data.phone)
  if (number === null) throw new AppError('validation_failed', 400, followTexts.invalidPhone.body)
  if (!isTextable(number))
    throw new AppError('phone_not_supported', 400, 'We can only text mobile numbers in the United States and Canada.')
  return { email: parsed.data.email, phone: number }
}

async function remember(
  context: FunctionContext,
  client: pg.PoolClient,
  request: Request,
): Promise<keyof typeof answers> {
  const { linkSecret, clock } = context
  const { calendarId, email, phone, language, wait, network, userAgent } = request
  const now = clock.now()
  const rested = new Date(now.getTime() - BOUNCE_REST_MS)
  const { rows } = await client.query<Standing>(findStanding, [calendarId, email, now, rested])
  const [standing] = rows
  if (!standing) throw new AppError('calendar_not_found', 404, publicCalendarTexts.notFoundOrDisabled.body)
  if (!standing.allow_guest_users)
    throw new AppError('guests_not_allowed', 403, "This calendar doesn't accept followers.")
  // Somebody who has mail already may add a number; whether it is on the list is told to nobody.
  if (standing.subscribed && phone === null) return 'already_subscribed'
  if (standing.pending) return standing.waiting ? 'waiting' : 'pending'
  // Whoever is on the list needs no place, also after unsubscribing.
  const isFull = standing.full && !standing.listed
  if (isFull && !wait) return 'full'
  if (isFull && standing.queue >= WAITING_MAX) throw new AppError('trial_contact_limit', 409, followTexts.full.body)

  const id = randomUUID()
  const { rowCount } = await client.query(insertPending, [
    id,
    calendarId,
    email,
    phone,
    tokenHash(oneTimeToken(linkSecret, id)),
    phone && smsConsent.version(language),
    phone && now,
    network,
    userAgent,
    now,
    new Date(now.getTime() + (isFull ? WAITING_MS : CONFIRMATION_LIFETIME_MS)),
    language,
    isFull ? now : null,
  ])
  // Somebody else's request for the same address was first; ours waited for it and found it there.
  if (rowCount === 0) return isFull ? 'waiting' : 'pending'
  // Of one who waits, too: a mail will follow, and its turn must not depend on the day.
  await createLimits({ pool: client, secret: linkSecret }).take(...mailTakes())
  // An address that must not be written to gets the same answer, or this would tell who complained about us.
  if (isFull) {
    await notifyOwner(client, { calendarId, ownerId: standing.owner_id })
    return 'waiting'
  }
  if (!standing.suppressed) await client.query(queueMail, [id])
  return 'sent'

  function mailTakes(): Take[] {
    const code = 'over_email_send_rate_limit'
    const tomorrow = "We've sent too many confirmation emails to this address. Please try again tomorrow."
    const [, perCalendar, overall] = followTakes({ calendarId, network })
    const perOwner: Take = {
      name: standing?.on_trial ? 'follow-trial-owner' : 'follow-owner',
      of: standing?.owner_id ?? '',
      code,
      says: "This calendar can't take more followers today. Please try again tomorrow.",
    }
    return [{ name: 'confirmation-mail', of: mailboxOf(email), code, says: tomorrow }, perOwner, perCalendar, overall]
  }
}

type Standing = {
  owner_id: string
  on_trial: boolean
  allow_guest_users: boolean
  subscribed: boolean
  /** On the list, perhaps unsubscribed. */
  listed: boolean
  pending: boolean
  suppressed: boolean
  /** No place is free, or others wait for one. */
  full: boolean
  waiting: boolean
  /** How many wait. */
  queue: number
}

// Who opted out may ask again: only their own confirmation lifts it. Who complained is not asked by us any more.
const findStanding = `
  select
    c.owner_id,
    coalesce((select p.trial from public.profiles p where p.user_id = c.owner_id), true) as on_trial,
    c.allow_guest_users and c.sending_paused_by is distinct from 'suspension' as allow_guest_users,
    exists (
      select from public.calendar_contacts k
      where k.calendar_id = c.id and k.contact_type = 'email' and k.normalised = $2
    ) and not exists (select from public.opt_outs o where o.calendar_id = c.id and o.email = $2) as subscribed,
    exists (
      select from public.calendar_contacts k
      where k.calendar_id = c.id and k.contact_type = 'email' and k.normalised = $2
    ) as listed,
    exists (
      select from public.pending_contact_confirmations p
      where p.calendar_id = c.id and p.email = $2 and p.used_at is null and p.expires_at > $3
    ) as pending,
    exists (
      select from public.suppressions s
      where s.channel = 'email' and s.address = $2 and (s.reason <> 'bounce' or s.created_at > $4)
    ) as suppressed,
    private.free_places(c.id, $3) = 0 or private.free_places(c.id, $3) <= private.waiting_count(c.id, $3) as full,
    exists (
      select from public.pending_contact_confirmations p
      where p.calendar_id = c.id and p.email = $2 and p.used_at is null and p.waiting_since is not null and p.asked_at is null
    ) as waiting,
    private.waiting_count(c.id, $3)::int as queue
  from public.calendars c
  where c.id = $1 and not c.disabled`

// A request that has expired gives its place to the new one, with a new id and so a new token.
const insertPending = `
  insert into public.pending_contact_confirmations as p (
    id, calendar_id, email, phone, token_hash, consent_text_version, consented_at, consent_address, user_agent, created_at, expires_at,
    language, waiting_since
  )
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
  on conflict (calendar_id, email) where used_at is null do update set
    id = excluded.id,
    phone = excluded.phone,
    token_hash = excluded.token_hash,
    consent_text_version = excluded.consent_text_version,
    consented_at = excluded.consented_at,
    consent_address = excluded.consent_address,
    user_agent = excluded.user_agent,
    created_at = excluded.created_at,
    expires_at = excluded.expires_at,
    language = excluded.language,
    waiting_since = excluded.waiting_since,
    asked_at = null
  where p.expires_at <= excluded.created_at`

const queueMail = `
  select graphile_worker.add_job('send-confirmation-mail', json_build_object('confirmation', $1::uuid), max_attempts := 12)`
