// Invites people to a calendar by email, or sends an open invitation again. Only admins, and only as often as the limits say: the mails
// carry a name that an owner has chosen, to addresses that anybody can have typed.
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import * as z from 'zod'
import { inTransaction, runScoped } from '#database/scope.ts'
import { mailboxOf } from '#domain/email-address.ts'
import { AppError } from '#domain/errors.ts'
import { invitationForm } from '#domain/invitations.ts'
import { type Language, languages } from '#domain/languages.ts'
import { INVITATION_DAYS, INVITATIONS_OPEN_MAX } from '#domain/limits.ts'
import type { InvitedRole } from '#domain/roles.ts'
import { suspicionOfName } from '#domain/suspicious-mail.ts'
import { invitationTexts } from '#domain/texts/invitations.ts'
import { publicCalendarTexts } from '#domain/texts/public-calendar.ts'
import { oneTimeToken, tokenHash } from '#messages/signatures.ts'
import { createLimits, type Take } from '#server/http/limits.ts'
import { proofFields, requireProof } from '#server/http/proof.ts'
import type { FunctionContext } from './context.ts'
import { endpoint } from './endpoint.ts'

const shape = invitationForm.extend({
  calendar_id: z.guid('calendar_id must be the id of a calendar'),
  /** Of the page that asks. */
  language: z.enum(languages, 'language must be en or es').nullish(),
  /** For the role owner, which offers the calendar. */
  ...proofFields,
})

type Request = {
  calendarId: string
  emails: string[]
  role: InvitedRole
  language: Language
  userId: string
  network: string
}

export const inviteMembers = endpoint({
  summary: 'Invites people to a calendar by mail.',
  who: ['signed in'],
  body: shape,
  answer: z.object({ invited: z.array(z.string()) }),
  limits: [],
  limitsInside: [
    'invitation-network',
    'unasked-mail',
    'invitation-mail',
    'invitation-owner',
    'invitation-trial-owner',
    'invitation-trials',
  ],
  run: (context) => {
    const { pool, linkSecret, passwords, clock, siteUrl } = context
    const proof = { pool, passwords, linkSecret, clock, siteUrl, limits: createLimits({ pool, secret: linkSecret }) }
    return async ({ body, identity, network }) => {
      const { calendar_id: calendarId, emails, role, language, password, nonce, passkey } = body
      // As the caller: the policies say what they are in the calendar.
      const rows = await runScoped(
        pool,
        { ...identity, readOnly: true },
        { text: findRole, values: [calendarId, identity.userId] },
      )
      const [mine, isOwner] = rows[0] ?? []
      if (mine !== 'admin') throw new AppError('forbidden', 403, 'Only admins of the calendar can invite people.')
      if (role !== 'member' && isOwner !== 't')
        throw new AppError('forbidden', 403, 'Only the owner can invite admins.')
      if (role === 'owner' && emails.length > 1) throw new AppError('validation_failed', 400, invitationTexts.oneOwner)
      const { userId } = identity
      const sessionId = identity.session?.id ?? ''
      if (role === 'owner') await requireProof(proof, { id: userId, sessionId }, { password, nonce, passkey })
      const request: Request = { calendarId, emails, role, language: language ?? 'en', userId, network }
      return inTransaction(pool, (client) => invite(context, client, request))
    }
  },
})

/** As the service: nobody else may write invitations. Who asks was checked above. */
async function invite({ linkSecret }: Pick<FunctionContext, 'linkSecret'>, client: pg.PoolClient, request: Request) {
  const { calendarId, emails, role, language, userId, network } = request
  const { rows } = await client.query<Calendar>(lockCalendar, [calendarId, userId])
  const [calendar] = rows
  if (!calendar) throw new AppError('calendar_not_found', 404, publicCalendarTexts.notFoundOrDisabled.body)
  if (!calendar.confirmed) throw new AppError('email_not_confirmed', 403, 'Please confirm your email address first.')
  // Of an owner on trial nobody has looked at the name, which the mails carry to strangers.
  const isLookalike = calendar.on_trial && suspicionOfName(calendar.name) !== null
  if (calendar.paused || isLookalike) throw new AppError('sending_paused', 409, 'Sending for this calendar is paused.')

  const limits = createLimits({ pool: client, secret: linkSecret })
  const [trials = 0] = calendar.on_trial ? await limits.used(allTrials) : []
  await limits.take(...takesOf(calendar, emails, network, trials >= 1))
  // Also an address that must not be written to, or this would tell who unsubscribed, bounced or complained: its job mails nothing.
  for (const email of emails) {
    const id = randomUUID()
    const token = tokenHash(oneTimeToken(linkSecret, id))
    // Without a row: it is an invitation of an admin, which only the owner may change.
    const values = [id, calendarId, email, role, language, token, userId, `${INVITATION_DAYS} days`, calendar.owned]
    const { rows: stored } = await client.query(upsertInvitation, values)
    if (!stored[0]) throw new AppError('forbidden', 403, 'Only the owner can invite admins.')
    await client.query(queueMail, [stored[0].id])
  }
  const { rows: open } = await client.query(countOpen, [calendarId])
  if (open[0].count > INVITATIONS_OPEN_MAX)
    throw new AppError('validation_failed', 400, `A calendar can have ${INVITATIONS_OPEN_MAX} open invitations.`)
  return { invited: emails }
}

/** In an order that all requests share, so that two of them cannot deadlock: network, mailboxes by name, owner, everyone. */
function takesOf(
  { owner_id: owner, on_trial: onTrial }: Calendar,
  emails: string[],
  network: string,
  isCrowded: boolean,
): Take[] {
  const code = 'over_email_send_rate_limit'
  const each = (take: Take) => emails.map(() => take)
  const mailboxes = emails.map((email) => ({ email, mailbox: mailboxOf(email) }))
  const says =
    'This calendar has sent as many invitations as it can in a day. Please continue tomorrow, or share the invite link.'
  return [
    ...each({ name: 'invitation-network', of: network, code }),
    ...mailboxes
      .sort((a, b) => (a.mailbox < b.mailbox ? -1 : 1))
      .flatMap(({ email, mailbox }): Take[] => {
        const tomorrow = `We've sent too many invitations to ${email} today. Please try again tomorrow.`
        return [
          { name: 'unasked-mail', of: mailbox, code, says: tomorrow },
          { name: 'invitation-mail', of: mailbox, code, says: tomorrow },
        ]
      }),
    ...each({ name: onTrial ? 'invitation-trial-owner' : 'invitation-owner', of: owner, code, says }),
    ...(isCrowded ? each({ name: 'invitation-trial-owner', of: owner, times: CROWDED_PART, code, says }) : []),
    ...(onTrial ? each(allTrials) : []),
  ]
}

/** Refuses nobody: once a hundred accounts of one person have used it up, each owner on trial has a part of what they had. */
const allTrials: Take = { name: 'invitation-trials', of: 'all', unlimited: true }
const CROWDED_PART = 1 / 4

type Calendar = {
  owner_id: string
  name: string
  on_trial: boolean
  owned: boolean
  paused: boolean
  confirmed: boolean
}

const findRole = `
  select m.role, c.owner_id = m.user_id
  from public.calendar_members m join public.calendars c on c.id = m.calendar_id
  where m.calendar_id = $1 and m.user_id = $2 and not c.disabled`

// The lock counts open invitations one request after another; and the caller may have been demoted while this waited.
const lockCalendar = `
  select c.owner_id, c.name, coalesce((select p.trial from public.profiles p where p.user_id = c.owner_id), true) as on_trial,
    c.owner_id = u.id as owned, c.sending_paused_by is not null and c.sending_paused_by <> 'admin' as paused,
    u.email_confirmed_at is not null as confirmed
  from public.calendars c
  join public.calendar_members m on m.calendar_id = c.id and m.user_id = $2 and m.role = 'admin'
  join auth.users u on u.id = m.user_id
  where c.id = $1 and not c.disabled
  for no key update of c`

// Sent again it has the token it had: the link in the first mail works as well.
const upsertInvitation = `
  insert into public.member_invitations as i (id, calendar_id, email, role, language, token_hash, invited_by, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, now() + $8::interval)
  on conflict (calendar_id, email) do update set
    role = excluded.role, language = excluded.language, invited_by = excluded.invited_by,
    asked_at = excluded.asked_at, sent_at = null, expires_at = excluded.expires_at
  where i.role = 'member' or $9
  returning id`

const countOpen = `
  select count(*)::int from public.member_invitations where calendar_id = $1 and expires_at > now()`

const queueMail = `select private.send_letter('members/invitation', json_build_object('invitation', $1::uuid))`
