// The rules by which Mozilla's HTTP Observatory scores a page (algorithm 5, read from its published source), for a site that is
// reached over https only: each rule adds or takes points from 100, extra points count once the rest is 90, and 100 is an A+.

export type Scored = { score: number; grade: string; rules: Record<string, number> }

/** `page` is the response to a GET, `preflight` to an OPTIONS from another origin. */
export function scoreOf(page: { headers: Headers; html: string }, preflight: Headers): Scored {
  const { headers, html } = page
  const policy = parsePolicy(headers.get('content-security-policy'))
  const hsts = transport(headers.get('strict-transport-security'))
  const rules = {
    ...named('content-security-policy', policyRule(policy)),
    ...named('cookies', cookiesRule(headers.getSetCookie(), hsts[1] === 0)),
    ...named('cross-origin-resource-sharing', sharingRule(preflight)),
    ...named('referrer-policy', referrerRule(headers.get('referrer-policy'))),
    ...named('strict-transport-security', hsts),
    ...named('subresource-integrity', integrityRule(html)),
    ...named(
      'x-content-type-options',
      headers.get('x-content-type-options') === 'nosniff' ? ['nosniff', 0] : ['none', -5],
    ),
    ...named('x-frame-options', frameRule(headers.get('x-frame-options'), policy)),
    ...named('cross-origin-resource-policy', resourceRule(headers.get('cross-origin-resource-policy'))),
  }
  const points = Object.values(rules)
  const taken = points.filter((value) => value < 0).reduce((sum, value) => sum + value, 100)
  const score = taken >= 90 ? points.reduce((sum, value) => sum + value, 100) : Math.max(taken, 0)
  return { score, grade: gradeOf(score), rules }
}

type Rule = [said: string, points: number]

function named(test: string, [said, points]: Rule): Record<string, number> {
  return { [`${test}: ${said}`]: points }
}

function gradeOf(score: number): string {
  const grades = [
    'F',
    'F',
    'F',
    'F',
    'F',
    'D-',
    'D',
    'D',
    'D+',
    'C-',
    'C',
    'C',
    'C+',
    'B-',
    'B',
    'B',
    'B+',
    'A-',
    'A',
    'A',
    'A+',
  ]
  return grades[Math.min(Math.floor(score / 5), 20)] as string
}

type Policy = Map<string, Set<string>>

/** Returns null if there is no policy or it is invalid, for example with a duplicate directive. */
function parsePolicy(header: string | null): Policy | null {
  if (!header) return null
  const policy: Policy = new Map()
  for (const part of header.split(';')) {
    const [name, ...sources] = part.trim().toLowerCase().split(/\s+/)
    if (!name) continue
    if (policy.has(name)) return null
    policy.set(name, new Set(sources.length === 0 && name.endsWith('-src') ? ["'none'"] : sources))
  }
  return policy
}

const broad = ['ftp:', 'http:', 'https:', '*', 'http://*', 'http://*.*', 'https://*', 'https://*.*']
const inline = ["'unsafe-inline'", 'data:']

function policyRule(policy: Policy | null): Rule {
  if (!policy) return ['none or unreadable', -25]
  const sourcesOf = (name: string) => withoutOverruled(policy.get(name) ?? policy.get('default-src') ?? new Set(['*']))
  const [scripts, styles, objects] = ['script-src', 'style-src', 'object-src'].map(sourcesOf) as [
    string[],
    string[],
    string[],
  ]
  const has = (sources: string[], ...bad: string[]) => sources.some((source) => bad.includes(source))
  const isInsecure = (source: string) => source.startsWith('http:') || source.startsWith('ftp:')
  const passive = ['img-src', 'media-src']
  const active = [...policy].filter(([name]) => !passive.includes(name)).flatMap(([, sources]) => [...sources])

  if (has(scripts, ...broad, ...inline) || has(objects, ...broad)) return ['unsafe scripts', -20]
  if (active.some(isInsecure)) return ['insecure scheme', -20]
  if (has(scripts, "'unsafe-eval'") || has(styles, "'unsafe-eval'")) return ['unsafe eval', -10]
  if (passive.flatMap(sourcesOf).some(isInsecure)) return ['insecure pictures', -10]
  if (has(styles, ...broad, ...inline)) return ['unsafe styles', 0]
  const [only, ...more] = policy.get('default-src') ?? []
  return only === "'none'" && more.length === 0 ? ['nothing by default, nothing unsafe', 10] : ['nothing unsafe', 5]
}

/** Browsers ignore 'unsafe-inline' beside a hash or a nonce. */
function withoutOverruled(sources: Set<string>): string[] {
  const list = [...sources]
  const isExact = list.some((source) => /^'(sha(256|384|512)|nonce)-/.test(source))
  return isExact ? list.filter((source) => source !== "'unsafe-inline'") : list
}

function transport(header: string | null): Rule {
  const age = Number(/^max-age=(\d+)/i.exec(header ?? '')?.[1] ?? Number.NaN)
  if (Number.isNaN(age)) return ['none or unreadable', -20]
  return age >= 15_552_000 ? ['six months or more', 0] : ['less than six months', -10]
}

function cookiesRule(cookies: string[], hsts: boolean): Rule {
  if (cookies.length === 0) return ['none', 0]
  const flagged = (cookie: string, flag: RegExp) =>
    cookie
      .split(';')
      .slice(1)
      .some((part) => flag.test(part.trim()))
  const isSession = (cookie: string) => /login|sess/i.test(cookie.split('=')[0] ?? '')
  const insecure = cookies.filter((cookie) => !flagged(cookie, /^secure$/i))
  if (cookies.some((cookie) => isSession(cookie) && !flagged(cookie, /^httponly$/i))) return ['readable session', -30]
  if (insecure.some(isSession)) return ['insecure session', hsts ? -10 : -40]
  if (insecure.length > 0) return ['insecure', hsts ? -5 : -20]
  return cookies.every((cookie) => flagged(cookie, /^samesite=(lax|strict)$/i)) ? ['strict', 5] : ['secure', 0]
}

function sharingRule(preflight: Headers): Rule {
  const origin = preflight.get('access-control-allow-origin')
  if (origin === null) return ['none', 0]
  const universal = origin !== '*' && preflight.get('access-control-allow-credentials') === 'true'
  return universal ? ['everybody, with credentials', -50] : ['public', 0]
}

function referrerRule(header: string | null): Rule {
  const last = header?.split(',').at(-1)?.trim()
  if (last === undefined) return ['none', 0]
  const isPrivate = ['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin'].includes(last)
  return isPrivate ? ['private', 5] : ['unsafe', -5]
}

function integrityRule(html: string): Rule {
  const scripts = [...html.matchAll(/<script\b[^>]*\bsrc="([^"]*)"[^>]*>/g)]
  const foreign = scripts.filter(([, src = '']) => /^(https?:)?\/\//.test(src))
  if (foreign.length === 0) return [scripts.length === 0 ? 'no scripts by address' : 'all scripts our own', 0]
  if (foreign.every(([tag]) => tag.includes(' integrity='))) return ['foreign scripts with integrity', 5]
  return foreign.every(([, src = '']) => src.startsWith('https:')) ? ['foreign scripts', -5] : ['insecure scripts', -50]
}

function frameRule(header: string | null, policy: Policy | null): Rule {
  if (policy?.has('frame-ancestors')) return ['by the policy', 5]
  return /^(deny|sameorigin)$/i.test(header ?? '') ? ['by its own header', 0] : ['none', -20]
}

function resourceRule(header: string | null): Rule {
  if (header === null) return ['none', 0]
  if (['same-origin', 'same-site'].includes(header)) return [header, 10]
  return header === 'cross-origin' ? [header, 0] : ['unreadable', -5]
}
