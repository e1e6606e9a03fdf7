// The puzzle that the follow dialog fetches when it opens.
import type { Handler } from 'hono'
import * as z from 'zod'
import { optOutTexts } from '#domain/texts/opt-out.ts'
import type { IdentityVariables } from '#server/http/identity.ts'
import { readJson } from '#server/http/json-body.ts'
import { createLimits } from '#server/http/limits.ts'
import type { FunctionContext } from './context.ts'
import { createFollowProof } from './follow-proof.ts'

export const shape = z.object({ calendar_id: z.guid(optOutTexts.invalidCalendar) })

export function followChallenge(context: FunctionContext): Handler<IdentityVariables> {
  const { pool, linkSecret } = context
  const limits = createLimits({ pool, secret: linkSecret })
  const proof = createFollowProof(context)
  return async (c) => {
    const { calendar_id: calendarId } = await readJson(c, shape)
    const network = c.get('network')
    await limits.take({ name: 'challenge-network', of: network })
    return c.json(await proof.challenge({ calendarId, network }))
  }
}
