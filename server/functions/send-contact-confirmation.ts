import type pg from 'pg'
import * as z from 'zod'
import { inTransaction } from '#database/scope.ts'
import { AppError } from '#domain/errors.ts'
import { followForm } from '#domain/follow.ts'
import { WAITING_MAX } from '#domain/limits.ts'
import { followTexts } from '#domain/texts/follow.ts'
import { optOutTexts } from '#domain/texts/opt-out.ts'
import { publicCalendarTexts } from '#domain/texts/public-calendar.ts'
import { createLimits } from '#server/http/limits.ts'
import { hasProved } from '#server/http/proved-addresses.ts'
import type { FunctionContext } from './context.ts'
import { endpoint } from './endpoint.ts'
import {
  type FollowRequest,
  findPending,
  needsPlace,
  queueAlready,
  queueConfirmation,
  readStandings,
  storeRequest,
} from './follow-requests.ts'
import { formFields } from './form-proof.ts'
import { textableNumber } from './request-sms-confirmation.ts'
import { mailTakes } from './unasked-mails.ts'
import { notifyOwner } from './waiting-list.ts'

const shape = z.object({
  email: z.unknown().optional(),
  phone: z.unknown().optional(),
  consent: z.unknown().optional(),
  calendar_id: z.guid(optOutTexts.invalidCalendar).optional(),
  calendarId: z.guid(optOutTexts.invalidCalendar).optional(),
  /** Whether to put the address on the waiting list if the calendar has no free place. */
  wait: z.boolean('wait must be true or false').nullish(),
  /** Whether to send the mail once more while a confirmation is pending. */
  again: z.boolean('again must be true or false').nullish(),
  ...formFields,
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

const followStatuses = Object.keys(answers) as (keyof typeof answers)[]

export const sendContactConfirmation = endpoint({
  summary: 'Asks to follow a calendar; a mail or text confirms it.',
  who: ['anyone'],
  body: shape,
  describes: z.object({
    email: z.string(),
    calendar_id: z.guid(),
    phone: z.string().nullish(),
    consent: z.boolean().nullish(),
    wait: shape.shape.wait,
    again: shape.shape.again,
    ...formFields,
  }),
  answer: z.object({ status: z.enum(followStatuses), title: z.string(), message: z.string() }),
  limits: [],
  proof: {
    door: 'follow',
    about(body) {
      recipient(body)
      return calendarOf(body)
    },
    decoy: answers.sent,
  },
  run: (context) => {
    const { pool } = context

    return async ({ c, body, network }) => {
      const { email, phone } = recipient(body)
      const calendarId = calendarOf(body)

      const userAgent = c.req.header('user-agent')?.slice(0, 512) ?? null
      const request = {
        calendarId,
        email,
        phone,
        language: body.language ?? 'en',
        wait: body.wait ?? false,
        again: body.again ?? false,
        isProved: hasProved(context, c, email),
        network,
        userAgent,
      }
      return answers[await inTransaction(pool, (client) => askToFollow(context, client, request))]
    }
  },
})

function calendarOf(body: z.infer<typeof shape>): string {
  const calendarId = body.calendar_id ?? body.calendarId
  if (calendarId === undefined) throw new AppError('validation_failed', 400, optOutTexts.invalidCalendar)
  return calendarId
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
  return { email: parsed.data.email, phone: textableNumber(parsed.data.phone) }
}

export async function askToFollow(
  { linkSecret, clock }: FunctionContext,
  client: pg.PoolClient,
  request: FollowRequest & { again: boolean; isProved: boolean },
): Promise<keyof typeof answers> {
  const { calendarId, email, phone, wait, again, isProved, network } = request
  const now = clock.now()
  const [standing] = await readStandings(client, { calendarIds: [calendarId], email, now })
  if (!standing) throw new AppError('calendar_not_found', 404, publicCalendarTexts.notFoundOrDisabled.body)
  if (!standing.allow_guest_users)
    throw new AppError('guests_not_allowed', 403, "This calendar doesn't accept followers.")
  const limits = createLimits({ pool: client, secret: linkSecret })
  const takes = mailTakes('follow', standing, { calendarId, email, network })
  // Somebody who has mail already may add a number; whether it is on the list is told to nobody.
  const follows = standing.subscribed && phone === null
  // What the address has to do with the calendar is for its reader: any other browser gets one answer, and the mail says which.
  if (isProved) {
    if (follows) return 'already_subscribed'
    if (standing.pending && standing.waiting) return 'waiting'
    if (standing.pending && !again) return 'pending'
  }
  const isFull = isProved ? !standing.pending && needsPlace(standing) : standing.full
  if (isFull && !wait) return 'full'
  if (isFull && standing.queue >= WAITING_MAX) throw new AppError('trial_contact_limit', 409, followTexts.full.body)
  const answer = isFull ? 'waiting' : 'sent'

  if (follows) {
    await limits.take(...takes)
    await queueAlready(client, calendarId, email)
    return answer
  }
  const takesPlace = !standing.pending && needsPlace(standing)
  const id = standing.pending
    ? await findPending(client, calendarId, email)
    : await storeRequest(client, { ...request, isFull: takesPlace, group: null, now, linkSecret })
  if (id === null) return isFull || !isProved ? answer : 'pending'
  // Of one who waits, too: a mail will follow, and its turn must not depend on the day.
  await limits.take(...takes)
  // An address that must not be written to gets the same answer, or this would tell who complained about us. Who waits has no mail yet.
  if (takesPlace) await notifyOwner(client, { calendarId, ownerId: standing.owner_id })
  else if (!standing.suppressed) await queueConfirmation(client, id)
  return answer
}
