// What a link asks for beside its token, where a mailbox alone must not be enough: to undo what protects the account from the mailbox's
// reader, to confirm a sign-up that somebody else may have made with this address, and to sign in, which only the browser does that asked.
import type { Context } from 'hono'
import * as z from 'zod'
import { existingPassword } from '#domain/accounts.ts'
import { AppError } from '#domain/errors.ts'
import { accountTexts } from '#domain/texts/accounts.ts'
import type { LinkKind } from '#messages/mail-links.ts'
import { tokenHash } from '#messages/signatures.ts'
import { NO_PASSWORD, requireMatch } from '#server/http/proof.ts'
import type { AuthContext, AuthEnv } from './context.ts'
import { checkNewPassword } from './passwords.ts'
import { isMarkedBrowser } from './sign-up-browser.ts'
import { isPending } from './take-link.ts'

type Link = { token: string; type: LinkKind }

export const linkProof = {
  password: existingPassword.nullish(),
  /** Instead of the one at sign-up, which somebody else may have made. */
  new_password: existingPassword.nullish(),
}
const shape = z.object(linkProof)
export type LinkProof = z.infer<typeof shape>

/** Reads the fields of the form. An empty one was left out. */
export function readProof(form: Record<string, string>): LinkProof {
  return shape.safeParse(Object.fromEntries(Object.entries(form).filter(([, value]) => value !== ''))).data ?? {}
}

/** Whose link it is, and what it asks for in this browser. Nothing for a link that is good for nothing. */
export async function describeLink(context: AuthContext, c: Context<AuthEnv>, link: Link) {
  const found = await findLink(context, link)
  return found ? { account: found.account, asks: asksFor(context, c, found) } : {}
}

/** Throws unless the proof is right. Returns the hash of a new password, if one was chosen. */
export async function proveLink(
  context: AuthContext,
  c: Context<AuthEnv>,
  link: Link,
  { password, new_password: chosen }: LinkProof,
  /** With PKCE: to the program that asked, with a code instead of a session. */
  leadsBack: boolean,
): Promise<string | undefined> {
  const found = await findLink(context, link)
  const asks = found && asksFor(context, c, { ...found, has_challenge: found.has_challenge && leadsBack })
  if (!asks) return undefined
  if (asks === 'magiclink') throw new AppError('other_browser', 403, accountTexts.otherBrowser)
  if (asks === 'signup' && typeof chosen === 'string') {
    checkNewPassword(chosen, 'sign-up')
    return context.passwords.hash(chosen)
  }
  await requireMatch(context, found.id, password, found.encrypted_password)
  return undefined
}

type FoundLink = {
  id: string
  kind: LinkKind
  account: string
  encrypted_password: string
  browser_hash: Buffer | null
  has_challenge: boolean
}

async function findLink({ pool, clock }: AuthContext, { token, type }: Link): Promise<FoundLink | undefined> {
  const { rows } = await pool.query<FoundLink>(findUnused, [tokenHash(token), clock.now(), type])
  return rows[0]
}

function asksFor(context: AuthContext, c: Context<AuthEnv>, link: FoundLink) {
  const { kind, browser_hash, has_challenge, encrypted_password } = link
  if (kind === 'signup') return isMarkedBrowser(context, c, browser_hash) ? undefined : kind
  // With PKCE it only leads back with a code, for the program that asked.
  if (kind === 'magiclink') return has_challenge || isMarkedBrowser(context, c, browser_hash) ? undefined : kind
  // Who had no password proves what they always prove: the mailbox.
  if (kind === 'transfer_undo') return encrypted_password === NO_PASSWORD ? undefined : kind
  return kind === 'two_step_undo' ? kind : undefined
}

const findUnused = `
  select t.id, t.kind, coalesce(t.new_email, u.email) as account, t.browser_hash, t.code_challenge is not null as has_challenge,
    coalesce(t.encrypted_password, u.encrypted_password) as encrypted_password
  from auth.one_time_tokens t join auth.users u on u.id = t.user_id
  where t.token_hash = $1 and t.used_at is null and t.expires_at > $2 and t.kind = $3 and ${isPending}`
