import { createHash } from 'node:crypto'
import { NO_PASSWORD } from '#server/http/proof.ts'

export type UserRow = {
  id: string
  email: string
  email_confirmed_at: Date | null
  user_metadata: Record<string, unknown>
  created_at: Date
  updated_at: Date
  last_sign_in_at: Date | null
  /** The requested new address, not confirmed yet. */
  email_change: { new_email: string; email_change_sent_at: string } | null
  has_password: boolean
  has_passkey: boolean
  /** Null: one step is enough. */
  second_factor_since: Date | null
  factors: FactorBody[]
}

type FactorBody = { id: string; friendly_name?: string; factor_type: string; status: string; created_at: string }

/** For `select` and `returning`, where the table is called u. */
export const userColumns = `
  u.id, u.email, u.email_confirmed_at, u.user_metadata, u.created_at, u.updated_at, u.last_sign_in_at, u.second_factor_since,
  u.encrypted_password <> '${NO_PASSWORD}' as has_password,
  exists (select from auth.passkeys p where p.user_id = u.id) as has_passkey,
  (
    select json_build_object('new_email', t.new_email, 'email_change_sent_at', t.created_at)
    from auth.one_time_tokens t
    where t.user_id = u.id and t.kind = 'email_change' and t.used_at is null and t.expires_at > now()
    order by t.created_at desc limit 1
  ) as email_change,
  (
    select coalesce(json_agg(json_strip_nulls(to_json(f))), '[]') from (
      select f.id, f.friendly_name, 'totp' as factor_type, case when f.verified_at is null then 'unverified' else 'verified' end as status,
        f.created_at, f.updated_at
      from auth.second_factors f where f.user_id = u.id
      union all
      select u.id, 'Recovery codes', 'recovery_code', 'verified', min(r.created_at), min(r.created_at)
      from auth.recovery_codes r where r.user_id = u.id having count(*) > 0
    ) as f
  ) as factors`

export const appMetadata = { provider: 'email', providers: ['email'] }

/** A user as clients of this dialect know it. */
export function userBody(user: UserRow) {
  const confirmed = user.email_confirmed_at
    ? { email_confirmed_at: user.email_confirmed_at, confirmed_at: user.email_confirmed_at }
    : {}
  // Recovery codes are one set a person; clients expect an id of its own.
  const factors = user.factors.map((factor) =>
    factor.factor_type === 'recovery_code' ? { ...factor, id: recoveryCodesId(user.id) } : factor,
  )
  const signedIn = user.last_sign_in_at ? { last_sign_in_at: user.last_sign_in_at } : {}
  const times = { ...signedIn, created_at: user.created_at, updated_at: user.updated_at }
  return {
    id: user.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: user.email,
    phone: '',
    ...confirmed,
    ...user.email_change,
    app_metadata: { ...appMetadata, has_password: user.has_password, has_passkey: user.has_passkey },
    user_metadata: user.user_metadata,
    identities: [
      {
        identity_id: identityId(user.id),
        id: user.id,
        user_id: user.id,
        identity_data: {
          email: user.email,
          email_verified: user.email_confirmed_at !== null,
          phone_verified: false,
          sub: user.id,
        },
        provider: 'email',
        email: user.email,
        ...times,
      },
    ],
    ...times,
    ...(factors.length > 0 ? { factors } : {}),
    is_anonymous: false,
  }
}

/** We have one way to sign in, so an identity is its user; clients expect an id of its own. */
const identityId = (userId: string) => idFrom('identity', userId)
export const recoveryCodesId = (userId: string) => idFrom('recovery-codes', userId)

function idFrom(what: string, userId: string): string {
  const hex = createHash('sha256').update(`${what}\0${userId}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
