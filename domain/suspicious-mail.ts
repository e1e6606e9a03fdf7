// Simple signs that a mail is bait. A hit only makes it wait for a person to look (docs/decisions/limits-by-owner.md), so the rules may
// be wrong now and then, and need not be complete.

import { PRODUCT_NAME } from './company.ts'
import { parseUrl } from './older-browsers.ts'

export const LINKS_MAX = 5

/** `texts`: all that somebody wrote about one event or calendar. `ownHost` is ours. Returns why it should be looked at, or null. */
export function suspicionOf(texts: (string | null | undefined)[], ownHost: string): string | null {
  const text = texts
    .filter((part) => typeof part === 'string')
    .join('\n')
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
  const links = linksIn(text).filter(({ hostname }) => hostname !== ownHost)
  const hosts = [...new Set(links.map(({ hostname }) => hostname))]
  if (links.length > LINKS_MAX) return `It has ${links.length} links.`
  for (const { hostname, username } of links) {
    if (username !== '') return `A link hides where it leads: ${hostname}.`
    if (SHORTENERS.has(hostname.replace(/^www\./, ''))) return `A link is shortened: ${hostname}.`
    if (/^[\d.]+$|^\[/.test(hostname)) return `A link leads to a number: ${hostname}.`
    if (/(^|\.)xn--/.test(hostname)) return `A link has letters that may imitate others: ${hostname}.`
  }
  const named = hosts.length === 0 ? undefined : hostsNamedIn(text).find((name) => !hosts.some(isSameSite(name)))
  if (named && named !== ownHost) return `It names ${named}, and its links lead to ${hosts.join(', ')}.`
  if (MIXED_SCRIPTS.test(text)) return 'A word mixes alphabets.'
  const [bait] = BAIT.exec(text) ?? []
  if (bait && (links.length > 0 || PHONE.test(text) || /\S@\S/.test(text)))
    return `It says “${bait}” beside a way to answer.`
  return null
}

/** Returns why the name of a calendar should be looked at, or null. */
export function suspicionOfName(name: string): string | null {
  if (MIXED_SCRIPTS.test(name.normalize('NFKC')))
    return 'The name of its calendar mixes alphabets, as to look like another.'
  const plain = name.normalize('NFKC').replace(/[^\p{L}\p{N}]/gu, '')
  if (plain.toLowerCase().includes(PRODUCT_NAME.toLowerCase())) return `Its calendar is called like ${PRODUCT_NAME}.`
  return null
}

function linksIn(text: string): URL[] {
  const found = text.match(/\b(?:https?:\/\/|www\.)[^\s<>"]+/giu) ?? []
  return found.flatMap((link) => {
    const url = /^www\./i.test(link) ? `http://${link}` : link
    return parseUrl(url) ?? []
  })
}

/** Finds names such as bank.example that are neither part of a link nor of an email address. */
function hostsNamedIn(text: string): string[] {
  const rest = text.replace(/\b(?:https?:\/\/|www\.)[^\s<>"]+/giu, ' ').replace(/[^\s@]{1,64}@\S{1,255}/g, ' ')
  const found = rest.match(/(?<![\w.-])(?:[a-z0-9-]{2,}\.)+(?:com|org|net|gov|edu|io|co|us|bank|info|app)\b/giu) ?? []
  return found.map((name) => name.toLowerCase().replace(/^www\./, ''))
}

const isSameSite = (name: string) => (host: string) =>
  host === name || host.endsWith(`.${name}`) || name.endsWith(`.${host.replace(/^www\./, '')}`)

const SHORTENERS = new Set(
  'bit.ly tinyurl.com t.co goo.gl is.gd v.gd ow.ly buff.ly rebrand.ly cutt.ly shorturl.at rb.gy t.ly tiny.cc s.id lnkd.in qrco.de'.split(
    ' ',
  ),
)

const MIXED_SCRIPTS =
  /\p{Script=Latin}[\p{Script=Cyrillic}\p{Script=Greek}]|[\p{Script=Cyrillic}\p{Script=Greek}]\p{Script=Latin}/u

/** What neighbors do not write to each other. A food bank is not a bank. */
const BAIT =
  /\b(?:passwords?|passcode|your bank|bank account|online banking|bank details|account (?:is |has been |was )?(?:locked|suspended|limited|disabled)|verify your|confirm your (?:account|identity|details)|gift cards?|bitcoin|crypto wallet|wire transfer|social security number|credit card number|contraseñas?|su banco|tu banco|cuenta bancaria|cuenta (?:ha sido )?(?:bloqueada|suspendida)|verifi(?:que|ca) (?:su|tu)|tarjetas? de regalo)\b/iu

const PHONE = /(?:\+?\d[\s().-]*){10,}/
