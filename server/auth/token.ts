import type { Handler } from 'hono'
import { AppError } from '#domain/errors.ts'
import type { AuthContext, AuthEnv } from './context.ts'
import { passwordGrant } from './password-grant.ts'
import { pkceGrant } from './pkce-grant.ts'
import { refreshGrant } from './refresh-grant.ts'

export function token(context: AuthContext): Handler<AuthEnv> {
  const password = passwordGrant(context)
  const refresh = refreshGrant(context)
  const pkce = pkceGrant(context)
  return async (c) => {
    const grant = c.req.query('grant_type')
    if (grant === 'password') return c.json(await password(c))
    if (grant === 'refresh_token') return c.json(await refresh(c))
    if (grant === 'pkce') return c.json(await pkce(c))
    throw new AppError('validation_failed', 400, 'unsupported_grant_type: it must be password, refresh_token or pkce')
  }
}
