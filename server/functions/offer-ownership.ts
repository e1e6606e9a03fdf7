import * as z from 'zod'
import { createLimits } from '#server/http/limits.ts'
import { proofFields, requireProof } from '#server/http/proof.ts'
import { translateDatabaseErrors } from './database-errors.ts'
import { endpoint } from './endpoint.ts'

const shape = z.object({
  calendar_id: z.guid('calendar_id must be the id of a calendar'),
  user_id: z.guid('user_id must be the id of a member'),
  ...proofFields,
})

export const offerOwnership = endpoint({
  summary: 'Offers a calendar to one of its members, who may accept it with accept_transfer. Asks for the password.',
  who: ['signed in'],
  body: shape,
  answer: z.object({ offered: z.literal(true) }),
  limits: [],
  limitsInside: ['proof'],
  run:
    ({ pool, linkSecret, passwords, clock, siteUrl }) =>
    async ({ body, identity }) => {
      const { userId } = identity
      const sessionId = identity.session?.id ?? ''
      const { calendar_id, user_id, password, nonce, passkey } = body
      const limits = createLimits({ pool, secret: linkSecret })
      const proof = { pool, passwords, limits, linkSecret, clock, siteUrl }
      await requireProof(proof, { id: userId, sessionId }, { password, nonce, passkey })
      const offered = pool.query('select private.offer_calendar($1, $2, $3)', [calendar_id, userId, user_id])
      await translateDatabaseErrors(offered, {
        forbidden: 'Only the owner can transfer a calendar.',
        invalid: 'This calendar cannot be offered.',
      })
      return { offered: true as const }
    },
})
