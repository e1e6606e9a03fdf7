// Links in mails: what makes them hard to forge, and where they lead.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Language } from '#domain/languages.ts'

/** 256 bits over what the link is for and what it names; `purpose` keeps a signature of one kind from passing for another. */
export function signature(secret: string, purpose: string, ...parts: string[]): string {
  // Lengths, so that ('a', 'bc') and ('ab', 'c') differ.
  const text = [purpose, ...parts].map((part) => `${Buffer.byteLength(part)}:${part}`).join('')
  return createHmac('sha256', secret).update(text).digest('base64url')
}

export function signatureMatches(given: string, secret: string, purpose: string, ...parts: string[]): boolean {
  const wanted = Buffer.from(signature(secret, purpose, ...parts))
  const got = Buffer.from(given)
  return got.length === wanted.length && timingSafeEqual(got, wanted)
}

/**
 * The token of a one-time row follows from its id and our secret, so a job needs only the id: no working token lies in
 * the queue, and the table keeps only its hash.
 */
export function oneTimeToken(secret: string, rowId: string): string {
  return signature(secret, 'one-time-token', rowId)
}

/** How tokens are kept. They have 256 random bits, so a plain hash is enough. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

export type VerifyLink = {
  siteUrl: string
  token: string
  type: 'signup' | 'recovery' | 'email_change'
  redirectTo: string
}

export function verifyLink({ siteUrl, token, type, redirectTo }: VerifyLink): string {
  const url = new URL('/auth/v1/verify', siteUrl)
  url.search = new URLSearchParams({ token, type, redirect_to: redirectTo }).toString()
  return url.href
}

/** A page of ours in the language of the mail that leads there. English is what they are in unless something says otherwise. */
export function inLanguage(url: string, language: Language): string {
  return language === 'en' ? url : `${url}${url.includes('?') ? '&' : '?'}lang=${language}`
}

/** Leads to the page; only the page's POST uses the token. */
export function confirmContactLink({ siteUrl, token }: { siteUrl: string; token: string }): string {
  return pageAddress(siteUrl, '/confirm-contact', { token })
}

/** Whom a notice of which calendar goes to. */
export type Subscription = { siteUrl: string; linkSecret: string; calendarId: string; email: string }

/** Says that the link stood in a mail to this address, so its opt-out needs no undo. */
export function optOutSignature({ linkSecret, calendarId, email }: Omit<Subscription, 'siteUrl'>): string {
  return signature(linkSecret, 'opt-out', calendarId.toLowerCase(), email)
}

/** For people: the opt-out page, filled in. `signed`: whoever makes both links of a mail signs once. */
export function optOutLink(subscription: Subscription, signed = optOutSignature(subscription)): string {
  const { siteUrl, calendarId, email } = subscription
  return pageAddress(siteUrl, '/opt-out', { email, calendar: calendarId, t: signed })
}

/** For mail programs (RFC 8058). The address is wrapped, so that it does not stand readable in logs on the way. */
function oneClickLink({ siteUrl, calendarId, email }: Subscription, signed: string): string {
  const e = Buffer.from(email).toString('base64url')
  return pageAddress(siteUrl, '/opt-out/one-click', { c: calendarId, e, t: signed })
}

/** What every mail about a calendar carries: how to stop it with one click, and which list it is of (RFC 8058, 2369, 2919). */
export function listHeaders(
  subscription: Subscription,
  returnPath?: string,
  signed = optOutSignature(subscription),
): Record<string, string> {
  // The second for programs that know only the older way: whatever reads bounces reads these too.
  const ways = [oneClickLink(subscription, signed), ...(returnPath ? [`mailto:${returnPath}?subject=unsubscribe`] : [])]
  return {
    'List-Unsubscribe': ways.map((way) => `<${way}>`).join(', '),
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    'List-Id': `<${subscription.calendarId}.${hostname(subscription.siteUrl)}>`,
  }
}

/** Of the one mail a day for several calendars: the button ends it, and with it all calendars that come in it. */
export function digestHeaders({
  siteUrl,
  linkSecret,
  email,
}: Omit<Subscription, 'calendarId'>): Record<string, string> {
  const e = Buffer.from(email).toString('base64url')
  const link = pageAddress(siteUrl, '/opt-out/one-click', { e, t: signature(linkSecret, DIGEST_OPT_OUT, email) })
  return {
    'List-Unsubscribe': `<${link}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    'List-Id': `<digest.${hostname(siteUrl)}>`,
  }
}

/** The purpose of its signature. */
export const DIGEST_OPT_OUT = 'opt-out-digest'

export type Undo = { siteUrl: string; linkSecret: string; optOutId: string }

/** Takes back an opt-out that was asked for without a signed link. */
export function undoLink({ siteUrl, linkSecret, optOutId }: Undo): string {
  const undo = `${optOutId}${signature(linkSecret, 'undo-opt-out', optOutId)}`
  return pageAddress(siteUrl, '/opt-out', { undo })
}

/** The opt-out that an undo token names, or null when we did not make it. */
export function readUndoToken(token: string, linkSecret: string): string | null {
  const optOutId = token.slice(0, UUID_LENGTH)
  return signatureMatches(token.slice(UUID_LENGTH), linkSecret, 'undo-opt-out', optOutId) ? optOutId : null
}

const UUID_LENGTH = 36

/** Stable over retries, so that a mail program shows a second copy once. */
export function messageId(linkSecret: string, mailFrom: string, letter: string, rowId: string): string {
  return `<${signature(linkSecret, 'message-id', letter, rowId).slice(0, 32)}@${mailFrom.split('@')[1]}>`
}

export function pageAddress(siteUrl: string, path: string, query: Record<string, string>): string {
  return `${page(siteUrl, path)}?${new URLSearchParams(query)}`
}

/** Read once: that was a fifth of what the three links of a mail took. */
const page = remembered((siteUrl: string, path: string) => new URL(path, siteUrl).href)
const hostname = remembered((siteUrl: string) => new URL(siteUrl).hostname)

/** For the few pages of the one site. */
function remembered(read: (siteUrl: string, path: string) => string) {
  const known = new Map<string, string>()
  return (siteUrl: string, path = ''): string => {
    const key = siteUrl + path
    const value = known.get(key) ?? read(siteUrl, path)
    known.set(key, value)
    return value
  }
}
