import { createHash } from 'node:crypto'

/** Patterns of secrets; a capture group is the secret itself. */
const kinds: [name: string, pattern: RegExp][] = [
  ['private key', /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/],
  ['SendGrid key', /\bSG\.[\w-]{16,}\.[\w-]{16,}/],
  ['Twilio key', /\bSK[0-9a-f]{32}\b/],
  ['Google key', /\bAIza[\w-]{35}\b/],
  ['AWS key', /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/],
  ['GitHub token', /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_\w{40,})/],
  ['npm token', /\bnpm_[A-Za-z0-9]{36}\b/],
  ['Slack token', /\bxox[abprs]-[\w-]{10,}/],
  ['Stripe key', /\b[rs]k_live_\w{16,}/],
  ['token', /\beyJ[\w-]{16,}\.eyJ[\w-]{16,}\.[\w-]{16,}/],
  [
    'password in an address',
    /\b(?:postgres(?:ql)?|smtps?|https?|mysql|redis):\/\/[^\s:/@"'`$]+:([^\s@"'`$]{6,})@(?!127\.|localhost)/,
  ],
  [
    'named secret',
    /\b(?:[A-Z_]*(?:SECRET|TOKEN|API_KEY|PASSWORD)|jwtSecret|linkSecret|postgresPassword)["']?\s*[:=]\s*["']?([A-Za-z0-9+/_-]{32,})["'\s]/,
  ],
]

/** Known false positives from tests and examples: the beginning of the match's sha256, and why it is no secret. */
const allowed: Record<string, string> = {
  '5e884898da28': 'the word password, in examples',
  '2bb80d537b1d': 'the word secret, in tests of addresses that carry one',
}

export type FoundSecret = { kind: string; begins: string; fingerprint: string }

export function findSecret(line: string): FoundSecret | undefined {
  for (const [kind, pattern] of kinds) {
    const match = pattern.exec(line)
    if (!match) continue
    const secret = match[1] ?? match[0]
    const fingerprint = createHash('sha256').update(secret).digest('hex').slice(0, 12)
    if (!(fingerprint in allowed)) return { kind, begins: secret.slice(0, 4), fingerprint }
  }
  return undefined
}
