// Recognizes a browser in which links to an address were opened, by a cookie. It sees what strangers must not learn: that the address follows
// a calendar, or has been asked to confirm. The cookie holds keyed hashes and no address, and goes with a sign-out.
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { days, inSeconds } from '#domain/durations.ts'
import { signature } from '#messages/signatures.ts'
import { ownCookie } from './own-cookie.ts'

type Site = { siteUrl: string; linkSecret: string }

/** A family shares a browser; a library's is signed out of. */
const ADDRESSES_MAX = 5

export function proveAddress(site: Site, c: Context, email: string): void {
  const { name, attributes } = ownCookie(site.siteUrl, 'addresses')
  const mark = markOf(site, email)
  const marks = [mark, ...marksIn(site, c).filter((other) => other !== mark)].slice(0, ADDRESSES_MAX)
  setCookie(c, name, marks.join('.'), { ...attributes, sameSite: 'Strict', maxAge: inSeconds(days(180)) })
}

export function hasProved(site: Site, c: Context, email: string): boolean {
  return marksIn(site, c).includes(markOf(site, email))
}

export function forgetAddresses({ siteUrl }: Pick<Site, 'siteUrl'>, c: Context): void {
  const { name, attributes } = ownCookie(siteUrl, 'addresses')
  if (getCookie(c, name) !== undefined) deleteCookie(c, name, attributes)
}

const marksIn = ({ siteUrl }: Site, c: Context): string[] =>
  (getCookie(c, ownCookie(siteUrl, 'addresses').name) ?? '').split('.').filter(Boolean).slice(0, ADDRESSES_MAX)

const markOf = ({ linkSecret }: Site, email: string) => signature(linkSecret, 'proved-address', email)
