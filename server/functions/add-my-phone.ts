import * as z from 'zod'
import { inTransaction } from '#database/scope.ts'
import { AppError } from '#domain/errors.ts'
import { textingForm } from '#domain/follow.ts'
import { smsConsent } from '#domain/follow-choices.ts'
import { languages } from '#domain/languages.ts'
import { contactTexts } from '#domain/texts/contacts.ts'
import { optOutTexts } from '#domain/texts/opt-out.ts'
import { endpoint } from './endpoint.ts'
import { addNumber } from './followers.ts'
import { textableNumber } from './request-sms-confirmation.ts'

const shape = z.object({
  calendar_id: z.guid(optOutTexts.invalidCalendar),
  ...textingForm.shape,
  language: z.enum(languages, 'language must be en or es').nullish(),
})

/** A member's number is a follower's: it stands on the list, answers YES, counts for the plan, and goes with the membership. */
export const addMyPhone = endpoint({
  summary: "Asks a member's own number by text to confirm texts of a calendar.",
  who: ['signed in'],
  body: shape,
  answer: z.object({ status: z.literal('reply_yes') }),
  limits: ['my-phone'],
  limitsInside: ['confirmation-text', 'confirmation-text-owner'],
  run: (context) => {
    const { pool, clock } = context

    return async ({ c, body, identity, network }) => {
      const phone = textableNumber(body.phone)
      const language = body.language ?? 'en'
      const now = clock.now()
      const texting = await inTransaction(pool, async (client) => {
        // As the service: accounts are closed to clients. It is the caller's own.
        const { rows } = await client.query<Membership>(findMembership, [identity.userId, body.calendar_id])
        const [own] = rows
        if (!own) throw new AppError('calendar_access_denied', 403, 'You are not a member of this calendar.')
        if (!own.email) throw new AppError('email_not_confirmed', 403, 'Please confirm your email address first.')
        if (own.is_paused) throw new AppError('sending_paused', 409, 'Sending for this calendar is paused.')
        await client.query(dropOthers, [body.calendar_id, identity.userId, phone])
        return addNumber(
          context,
          client,
          {
            calendar_id: body.calendar_id,
            email: own.email,
            phone,
            member_id: identity.userId,
            consent_text_version: smsConsent.version(language),
            consented_at: now,
            consent_address: network,
            user_agent: c.req.header('user-agent')?.slice(0, 512) ?? null,
            language,
            is_back: false,
          },
          now,
        )
      })
      if (texting === 'limit_reached') throw new AppError('trial_contact_limit', 409, contactTexts.noMoreNumbers)
      return { status: 'reply_yes' as const }
    }
  },
})

type Membership = { email: string | null; is_paused: boolean }

const findMembership = `
  select case when u.email_confirmed_at is not null then lower(u.email) end as email, c.sending_paused_at is not null as is_paused
  from public.calendar_members m
  join auth.users u on u.id = m.user_id
  join public.calendars c on c.id = m.calendar_id
  where m.user_id = $1 and m.calendar_id = $2`

/** Another number takes the place of the one before. */
const dropOthers = `
  delete from public.calendar_contacts
  where calendar_id = $1 and created_by = $2 and source = 'follow' and contact_type = 'phone' and normalised <> $3`
