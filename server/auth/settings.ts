import type { Handler } from 'hono'

/** Lists the ways to sign in: email and password, confirmed by mail. */
export const settings: Handler = (c) =>
  c.json({
    external: { email: true, phone: false, anonymous_users: false },
    disable_signup: false,
    mailer_autoconfirm: false,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
  })

export const health: Handler = (c) =>
  c.json({ name: 'Townbell Auth', description: 'Accounts and sessions in the dialect of Supabase Auth' })

/** Tokens are signed with a secret, so there is no public key to publish; clients then call GET /user. */
export const keys: Handler = (c) => c.json({ keys: [] })
