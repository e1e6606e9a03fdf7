// Who asks: the API key says they mean this installation, the bearer token says who they are. No token is a guest.
import { createMiddleware } from 'hono/factory'
import { AppError } from '#domain/errors.ts'

export type Identity = { role: string; claims: string; userId?: string }
export type VerifyToken = (token: string) => Promise<{ role: string; sub?: string; claims: string }>
export type IdentityVariables = { Variables: { identity: Identity; network: string; requestId: string } }

export const guest: Identity = { role: 'anon', claims: '{"role":"anon"}' }

export function identify(publishableKey: string, verify: VerifyToken) {
  return createMiddleware<IdentityVariables>(async (c, next) => {
    const key = c.req.header('apikey') ?? c.req.query('apikey')
    if (key === undefined)
      throw new AppError('no_api_key', 401, 'No API key found in request', {
        hint: 'Send the publishable key as the header apikey.',
      })
    if (key !== publishableKey)
      throw new AppError('no_api_key', 401, 'Invalid API key', {
        hint: 'Send the publishable key as the header apikey.',
      })
    c.set('identity', await bearer(c.req.header('authorization'), publishableKey, verify))
    await next()
  })
}

async function bearer(header: string | undefined, publishableKey: string, verify: VerifyToken): Promise<Identity> {
  if (header === undefined) return guest
  const [scheme, token, ...rest] = header.trim().split(/\s+/)
  if (scheme?.toLowerCase() !== 'bearer' || !token || rest.length > 0)
    throw new AppError('bad_jwt', 401, 'The Authorization header must be "Bearer" and a token')
  // Signed-out clients of this dialect send their API key as the bearer.
  if (token === publishableKey) return guest
  const { role, sub, claims } = await verify(token)
  return sub === undefined ? { role, claims } : { role, claims, userId: sub }
}
