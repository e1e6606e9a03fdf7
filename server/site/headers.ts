import { createHash } from 'node:crypto'
import type { PublicSettings } from '#domain/public-settings.ts'

/** Headers that every answer of the site carries, page or file. */
export function securityHeaders({ siteUrl }: Pick<PublicSettings, 'siteUrl'>): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    // Links in mails carry tokens: other sites learn our origin at most, never the path.
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(siteUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  }
}

type PolicySettings = Pick<PublicSettings, 'siteUrl' | 'captcha' | 'mapsEnabled'>

/** The policy of a page. Scripts come from us or are named by their hash; nothing else runs. */
export function contentPolicy(
  { siteUrl, captcha, mapsEnabled }: PolicySettings,
  scriptHashes: readonly string[],
): string {
  const recaptcha = captcha.kind === 'recaptcha'
  const scripts = [
    "'self'",
    ...scriptHashes.map((hash) => `'${hash}'`),
    ...(recaptcha ? ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'] : []),
    ...(mapsEnabled ? ['https://maps.googleapis.com'] : []),
  ]
  const images = [
    "'self'",
    'data:',
    ...(mapsEnabled ? ['https://maps.gstatic.com', 'https://maps.googleapis.com'] : []),
  ]
  const connections = [
    "'self'",
    ...(mapsEnabled ? ['https://maps.googleapis.com', 'https://places.googleapis.com'] : []),
  ]
  return [
    "default-src 'none'",
    `script-src ${scripts.join(' ')}`,
    // Inline styles are allowed: the email preview is a frame without an address of its own, so it lives under this
    // policy too, and mails are styled inline. Styles can neither run nor, with the lines around, fetch from elsewhere.
    "style-src 'self' 'unsafe-inline'",
    `img-src ${images.join(' ')}`,
    "font-src 'self'",
    `connect-src ${connections.join(' ')}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    `frame-src ${recaptcha ? 'https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/' : "'none'"}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    ...(siteUrl.startsWith('https:') ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

/**
 * Takes the marks off a rendered page and names the scripts that carried them. The mark is a secret of this process, so a
 * script that somebody smuggled into a page's data would not be named. Hashes, unlike nonces, let a page be kept,
 * compressed once and confirmed by ETag, with its policy.
 */
export function nameScripts(html: string, nonce: string): { html: string; hashes: string[] } {
  const hashes = new Set<string>()
  const marked = new RegExp(`<script[^>]* nonce="${nonce}"[^>]*>([^]*?)</script>`, 'g')
  for (const [, source] of html.matchAll(marked)) if (source) hashes.add(hashOf(source))
  return { html: html.replaceAll(` nonce="${nonce}"`, ''), hashes: [...hashes] }
}

function hashOf(source: string): string {
  return `sha256-${createHash('sha256').update(source).digest('base64')}`
}
