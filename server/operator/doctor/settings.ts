// Finds settings that are each valid but do not fit together, or do not fit a public installation.
import { defaultPostalAddress, defaultSupportEmail } from '#domain/company.ts'
import type { Config } from '#runtime/config.ts'
import { settingNames } from '#runtime/config.ts'
import { isLoopback } from '#runtime/loopback.ts'
import packageJson from '../../../package.json' with { type: 'json' }
import { type Finding, findings } from './finding.ts'

export function checkSettings(config: Config): Finding[] {
  const found = findings('settings')
  const { production, siteUrl, host, trustedProxies, supportEmail, postalAddress, logLevel } = config
  const { protocol, hostname } = new URL(siteUrl)
  const isPublic = !isLoopback(hostname)
  found.ok(
    `Townbell ${packageJson.version}. Settings are valid: ${production ? 'production' : 'not production'}, ${siteUrl}.`,
  )
  if (isPublic && !production)
    found.warn('SITE_URL is a public address and NODE_ENV is not production.', 'Set NODE_ENV=production.')
  if (isPublic && protocol === 'http:')
    found.bad("SITE_URL isn't https, so passwords are sent unencrypted.", 'Put a proxy with TLS in front: deploy/.')
  if (production && trustedProxies.length === 0 && isLoopback(host))
    found.warn(
      'Only a proxy on this machine can reach the server, and TRUSTED_PROXIES is not set: all visitors share one rate limit.',
      'Set TRUSTED_PROXIES=127.0.0.1,::1 if the proxy sets X-Forwarded-For.',
    )
  if (production && (supportEmail === defaultSupportEmail || postalAddress === defaultPostalAddress))
    found.warn(
      'Mails show a placeholder support or postal address.',
      'Set SUPPORT_EMAIL and POSTAL_ADDRESS: the law requires them.',
    )
  for (const { given, meant } of misspelled(Object.keys(process.env)))
    found.warn(`${given} is no setting of Townbell.`, `If ${meant} is meant, correct the name.`)
  if (logLevel === 'silent') found.warn('Nothing is logged.', 'Set LOG_LEVEL=info.')
  return found.all
}

/** Returns names that look like one of our settings: SMTP_ULR, TRUSTED_PROXY. */
export function misspelled(names: string[]): { given: string; meant: string }[] {
  return names
    .filter((name) => name.includes('_') && !settingNames.includes(name))
    .flatMap((given) => {
      const meant = settingNames.find((name) => name.includes('_') && isLike(given, name))
      return meant ? [{ given, meant }] : []
    })
}

/** Returns whether two names have the same letters, or nearly the same pairs of them. */
function isLike(one: string, other: string): boolean {
  if (Array.from(one).sort().join() === Array.from(other).sort().join()) return true
  const [a, b] = [pairsOf(one), pairsOf(other)]
  const shared = [...a].filter((pair) => b.has(pair)).length
  return (2 * shared) / (a.size + b.size) >= 0.8
}

const pairsOf = (word: string) => new Set(Array.from(word.slice(1), (letter, at) => word[at]! + letter))
