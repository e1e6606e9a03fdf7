import { hash } from 'node:crypto'
import type { PublicSettings } from '#domain/public-settings.ts'

type PolicySettings = Pick<PublicSettings, 'siteUrl' | 'captcha' | 'mapsEnabled' | 'mapTiles'>

/** Hashes of the scripts and styles that stand in a page. */
export interface Inline {
  scripts: readonly string[]
  styles: readonly string[]
}

/** The policy of a page. Scripts and styles come from us or are named by their hash; nothing else runs or shows. */
export function contentPolicy({ siteUrl, captcha, mapsEnabled, mapTiles }: PolicySettings, inline: Inline): string {
  const recaptcha = captcha.kind === 'recaptcha'
  const scripts = [
    "'self'",
    ...inline.scripts,
    ...(recaptcha ? ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'] : []),
    ...(mapsEnabled ? ['https://maps.googleapis.com'] : []),
  ]
  // The widgets of both providers write styles into the page; a hash beside 'unsafe-inline' would switch it off.
  const styles = recaptcha || mapsEnabled ? ["'self'", "'unsafe-inline'"] : ["'self'", ...inline.styles]
  const images = [
    "'self'",
    'data:',
    ...(mapsEnabled ? ['https://maps.gstatic.com', 'https://maps.googleapis.com'] : []),
    ...(mapTiles ? [new URL(mapTiles.url, siteUrl).origin] : []),
  ]
  const connections = [
    "'self'",
    ...(mapsEnabled ? ['https://maps.googleapis.com', 'https://places.googleapis.com'] : []),
  ]
  const frames = [
    "'self'",
    ...(recaptcha ? ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'] : []),
  ]
  return [
    "default-src 'none'",
    `script-src ${scripts.join(' ')}`,
    `style-src ${styles.join(' ')}`,
    `img-src ${images.join(' ')}`,
    "font-src 'self'",
    `connect-src ${connections.join(' ')}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    `frame-src ${frames.join(' ')}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    ...(siteUrl.startsWith('https:') ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

/**
 * For the empty page in which a mail is previewed (public/preview-frame.html). A frame without an address of its own would
 * live under its page's policy and lose the mail's inline styles; this one allows them, and nothing else at all.
 */
export const previewFrameHeaders: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox allow-same-origin",
  'x-frame-options': 'SAMEORIGIN',
}

/** For the example mail, which the home page shows in a frame: it has styles of its own, and loads and runs nothing. */
export const exampleMailHeaders: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; frame-ancestors 'self'",
  'x-frame-options': 'SAMEORIGIN',
}

/** Other sites load this script; nothing else of ours. */
export const embedScriptHeaders: Readonly<Record<string, string>> = { 'cross-origin-resource-policy': 'cross-origin' }

/**
 * Takes the marks off a rendered page and names what carried them. The mark is a secret of this process, so a script that
 * somebody smuggled into a page's data would not be named. Hashes, unlike nonces, let a page be kept, compressed once and
 * confirmed by ETag, with its policy.
 */
export function nameInline(html: string, nonce: string): { html: string; inline: Inline } {
  const hashes = { script: new Set<string>(), style: new Set<string>() }
  // Cut at the marks, which is quicker than a pattern: a piece ends within a tag, and the next begins with the rest of it.
  const pieces = html.split(` nonce="${nonce}"`)
  for (const [at, rest] of pieces.slice(1).entries()) {
    const before = pieces[at] as string
    const tag = /^(?:script|style)\b/.exec(before.slice(before.lastIndexOf('<') + 1))?.[0] as
      | 'script'
      | 'style'
      | undefined
    const source = tag && rest.slice(rest.indexOf('>') + 1, rest.indexOf(`</${tag}>`))
    if (source) hashes[tag].add(hashOf(source))
  }
  return { html: pieces.join(''), inline: { scripts: [...hashes.script], styles: [...hashes.style] } }
}

function hashOf(source: string): string {
  return `'sha256-${hash('sha256', source, 'base64')}'`
}
