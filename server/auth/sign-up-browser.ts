// Recognizes the browser that signed up or asked for a code, by a cookie. A link in a mail proves a mailbox; this proves that whoever reads it is the person who
// chose the password, and not a stranger who typed somebody else's address.
import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { inSeconds } from '#domain/durations.ts'
import { VERIFICATION_LIFETIME_MS } from '#domain/limits.ts'
import { tokenHash } from '#messages/signatures.ts'
import { ownCookie } from '#server/http/own-cookie.ts'
import type { AuthContext, AuthEnv } from './context.ts'

type Site = Pick<AuthContext, 'siteUrl'>

/** Gives the browser its cookie and returns its hash. Null for a program, and for a page of another site, which could sign its visitors up. */
export function markBrowser({ siteUrl }: Site, c: Context<AuthEnv>): Buffer | null {
  if (!isOwnPage(siteUrl, c)) return null
  const { name, attributes } = ownCookie(siteUrl, 'sign-up')
  const word = getCookie(c, name) ?? randomBytes(16).toString('base64url')
  // Lax: the link in the mail opens from another site.
  setCookie(c, name, word, { ...attributes, sameSite: 'Lax', maxAge: inSeconds(VERIFICATION_LIFETIME_MS) })
  return tokenHash(word)
}

export function isMarkedBrowser(site: Site, c: Context<AuthEnv>, hash: Buffer | null): boolean {
  return hash !== null && (markOf(site, c)?.equals(hash) ?? false)
}

/** Returns the hash of the cookie, null without one. */
export function markOf({ siteUrl }: Site, c: Context<AuthEnv>): Buffer | null {
  const word = getCookie(c, ownCookie(siteUrl, 'sign-up').name)
  return word === undefined ? null : tokenHash(word)
}

/** Browsers say where a request comes from by Sec-Fetch-Site, where they trust the connection, and otherwise by Origin. */
function isOwnPage(siteUrl: string, c: Context<AuthEnv>): boolean {
  const site = c.req.header('sec-fetch-site')
  return site === undefined ? c.req.header('origin') === new URL(siteUrl).origin : site === 'same-origin'
}
