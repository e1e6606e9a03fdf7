// Links in mails.
import type { Language } from '#domain/languages.ts'
import { openToken, sealToken } from './sealed-token.ts'
import { signature, signatureMatches } from './signatures.ts'

/** What a link in a mail about an account does. */
export const linkKinds = ['signup', 'recovery', 'magiclink', 'email_change', 'two_step_undo', 'transfer_undo'] as const
export type LinkKind = (typeof linkKinds)[number]

export type VerifyLink = {
  siteUrl: string
  token: string
  type: LinkKind
  redirectTo: string
}

export function verifyLink({ siteUrl, token, type, redirectTo }: VerifyLink): string {
  const url = new URL('/auth/v1/verify', siteUrl)
  url.search = new URLSearchParams({ token, type, redirect_to: redirectTo }).toString()
  return url.href
}

/** Adds the language of the mail to a link to our site. English needs no parameter. */
export function inLanguage(url: string, language: Language): string {
  return language === 'en' ? url : `${url}${url.includes('?') ? '&' : '?'}lang=${language}`
}

/** Links to the confirmation page; only the page's POST uses the token. */
export function confirmContactLink({ siteUrl, token }: { siteUrl: string; token: string }): string {
  return pageAddress(siteUrl, '/confirm-contact', { token })
}

/** Links to an invitation; only the page's button uses the token. */
export function inviteLink({ siteUrl, token }: { siteUrl: string; token: string }): string {
  return new URL(`/invite/${token}`, siteUrl).href
}

/** One address that gets the notices of one calendar. */
export type Subscription = { siteUrl: string; linkSecret: string; calendarId: string; email: string }

const OPT_OUT = 'opt-out'

/** Seals the calendar and the address. It proves that a link was in a mail to this address, so that its opt-out needs no undo mail. */
export function optOutToken({ linkSecret, calendarId, email }: Omit<Subscription, 'siteUrl'>): string {
  return sealToken(linkSecret, OPT_OUT, `${calendarId.toLowerCase()} ${email}`)
}

/** Returns whom a token is for, or null if we did not seal it. */
export function readOptOutToken(token: string, linkSecret: string): { calendarId: string; email: string } | null {
  const text = openToken(linkSecret, OPT_OUT, token)
  return text === null ? null : { calendarId: text.slice(0, UUID_LENGTH), email: text.slice(UUID_LENGTH + 1) }
}

const MOVE = 'move'

/** Made where a calendar is imported: lets the installation that it came from pass on who unsubscribes by a link in its mails, and no more. */
export function moveKey({ linkSecret, calendarId }: Pick<Subscription, 'linkSecret' | 'calendarId'>): string {
  // It is typed behind a command, where a word must not begin with a dash.
  return `k${signature(linkSecret, MOVE, calendarId.toLowerCase())}`
}

export function provesMove(given: string, { linkSecret, calendarId }: Pick<Subscription, 'linkSecret' | 'calendarId'>) {
  return given.startsWith('k') && signatureMatches(given.slice(1), linkSecret, MOVE, calendarId.toLowerCase())
}

/** Whether a token, or the signature of earlier links, which were not sealed, is for this address and calendar. */
export function provesOptOut(given: string, { linkSecret, calendarId, email }: Omit<Subscription, 'siteUrl'>): boolean {
  const found = readOptOutToken(given, linkSecret)
  if (found) return found.calendarId === calendarId.toLowerCase() && found.email === email
  return signatureMatches(given, linkSecret, OPT_OUT, calendarId.toLowerCase(), email)
}

/** Links to the opt-out page, which fills itself in. `token` avoids sealing again for the second link of a mail. */
export function optOutLink(subscription: Subscription, token = optOutToken(subscription)): string {
  return pageAddress(subscription.siteUrl, '/opt-out', { t: token })
}

export type Undo = { siteUrl: string; linkSecret: string; optOutId: string }

/** Links to the page that undoes an opt-out made without a signed link. */
export function undoLink({ siteUrl, linkSecret, optOutId }: Undo): string {
  const undo = `${optOutId}${signature(linkSecret, 'undo-opt-out', optOutId)}`
  return pageAddress(siteUrl, '/opt-out', { undo })
}

/** Returns the id of the opt-out in an undo token, or null if we did not sign it. */
export function readUndoToken(token: string, linkSecret: string): string | null {
  const optOutId = token.slice(0, UUID_LENGTH)
  return signatureMatches(token.slice(UUID_LENGTH), linkSecret, 'undo-opt-out', optOutId) ? optOutId : null
}

const UUID_LENGTH = 36

/** Returns the Message-ID of a mail, identical for every attempt, so that a mail program shows a second copy once. */
export function messageId(linkSecret: string, mailFrom: string, letter: string, rowId: string): string {
  return `<${signature(linkSecret, 'message-id', letter, rowId).slice(0, 32)}@${mailFrom.split('@')[1]}>`
}

export function pageAddress(siteUrl: string, path: string, query: Record<string, string>): string {
  return `${page(siteUrl, path)}?${new URLSearchParams(query)}`
}

/** Cached, because parsing the URL took a fifth of the time that the three links of a mail take. */
const page = cached((siteUrl: string, path: string) => new URL(path, siteUrl).href)
export const hostname = cached((siteUrl: string) => new URL(siteUrl).hostname)

/** Caches without limit: there are only a few pages on one site. */
function cached(read: (siteUrl: string, path: string) => string) {
  const values = new Map<string, string>()
  return (siteUrl: string, path = ''): string => {
    const key = siteUrl + path
    const value = values.get(key) ?? read(siteUrl, path)
    values.set(key, value)
    return value
  }
}
