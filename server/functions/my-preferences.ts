import * as z from 'zod'
import { days } from '#domain/durations.ts'
import { AppError } from '#domain/errors.ts'
import { PREFERENCES_LINK_DAYS } from '#domain/limits.ts'
import { preferencesToken } from '#messages/preferences-link.ts'
import { endpoint } from './endpoint.ts'

/** Members choose on the page that followers have, for the confirmed address of their account. */
export const myPreferences = endpoint({
  summary: 'Opens the preferences of your own address.',
  who: ['signed in'],
  answer: z.object({ token: z.string() }),
  limits: ['my-preferences'],
  run:
    ({ pool, linkSecret, clock }) =>
    async ({ identity }) => {
      // As the service: accounts are closed to clients. It is the caller's own.
      const { rows } = await pool.query<{ email: string }>(findOwn, [identity.userId])
      const [own] = rows
      if (!own) throw new AppError('email_not_confirmed', 403, 'Please confirm your email address first.')
      // As old as it can be: it opens the page today, and is worthless to whoever finds it later.
      const now = new Date(clock.now().getTime() - days(PREFERENCES_LINK_DAYS - 1))
      return { token: preferencesToken({ linkSecret, address: own.email, now }) }
    },
})

const findOwn = 'select lower(u.email) as email from auth.users u where u.id = $1 and u.email_confirmed_at is not null'
