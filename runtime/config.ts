// All settings, parsed once. Nothing else reads process.env. A wrong one stops the start with a sentence naming it.
import { createHmac, createPublicKey, X509Certificate } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { defaultPostalAddress, defaultSupportEmail, PRODUCT_NAME } from '#domain/company.ts'
import { normaliseEmail } from '#domain/email-address.ts'
import { BOUNCE_NAME_MAX } from '#domain/limits.ts'
import type { CaptchaSettings } from '#domain/public-settings.ts'
import { readSignUpRule, type SignUpRule } from '#domain/sign-up-rule.ts'
import { isLoopback } from './loopback.ts'
import { loadOrCreateSecrets } from './secrets.ts'
import { loadOrCreateVapidKeys } from './vapid.ts'

const webUrl = z.string().refine(isOrigin, 'a web address without a path, such as https://townbell.example')
const address = z.string().refine((text) => normaliseEmail(text) !== null, 'an email address')
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
)

const count = (min: number, max: number, message = `a number from ${min} to ${max}`) =>
  z.coerce.number(message).int(message).min(min, message).max(max, message)

/** Undefined: for good. Fewer days would take away what screens show of the last thirteen weeks. */
const keptDays = z.union(
  [z.literal('forever').transform(() => undefined), count(100, 36_500)],
  'a number of days from 100 on, or forever',
)

const text = (pattern: RegExp, message: string) => z.string().regex(pattern, message)

/** The rule of each setting. `docs/operations.md` explains them. */
const settings = {
  NODE_ENV: z.enum(['production', 'development', 'test'], 'production, development or test').default('development'),
  PORT: count(0, 65_535, 'a port number').default(3000),
  HOST: z.string().default('127.0.0.1'),
  SITE_URL: webUrl.transform((url) => new URL(url).origin).optional(),
  ALLOWED_ORIGINS: list.pipe(z.array(webUrl.transform((url) => new URL(url).origin))).default([]),
  TRUSTED_PROXIES: list.default([]),
  DATABASE_URL: text(/^postgres(ql)?:\/\//, 'a postgres:// address').optional(),
  DATABASE_POOLED_URL: text(/^postgres(ql)?:\/\//, 'a postgres:// address').optional(),
  DATABASE_REPLICA_URLS: list
    .pipe(z.array(text(/^postgres(ql)?:\/\//, 'postgres:// addresses, with commas between them')))
    .default([]),
  DATABASE_REPLICA_LAG: count(1, 20).default(5),
  DATABASE_CONNECTIONS: count(4, 100).default(8),
  SERVER_PROCESSES: count(1, 64).optional(),
  TIME_LIMIT_FACTOR: count(1, 100).default(1),
  STREAMS_MAX: count(0, 50_000).default(5000),
  KEEP_DELIVERIES_DAYS: keptDays.default(400),
  KEEP_HISTORY_DAYS: keptDays.default(1100),
  TOWNBELL_DATA: z
    .string()
    .default('./data')
    .transform((path) => resolve(path)),
  JWT_SECRET: z.string().min(32, 'at least 32 characters').optional(),
  LINK_SECRET: z.string().min(32, 'at least 32 characters').optional(),
  PUBLISHABLE_KEY: text(/^sb_publishable_[\w-]{20,}$/, 'sb_publishable_ and at least 20 letters or digits').optional(),
  SMTP_URL: text(/^smtps?:\/\//, 'an smtp:// or smtps:// address').optional(),
  MAIL_FROM: address.optional(),
  MAIL_FROM_SUFFIX: text(/^[^<>@"\\\p{C}]{1,60}$/u, 'up to 60 characters without < > @ or quotes').default(
    `via ${PRODUCT_NAME}`,
  ),
  MAIL_CARRIER: z.enum(['smtp', 'sendgrid', 'catcher'], 'smtp, sendgrid or catcher').optional(),
  MAIL_CONNECTIONS: count(1, 50).default(4),
  MAIL_RATE: z.coerce.number('a number of mails a second').positive('a number of mails a second').optional(),
  SENDGRID_API_KEY: z.string().min(1).optional(),
  SENDGRID_API_URL: webUrl.transform((url) => new URL(url).origin).optional(),
  DKIM_DOMAIN: z.string().min(1).optional(),
  DKIM_SELECTOR: z.string().min(1).optional(),
  DKIM_KEY_FILE: z.string().min(1).optional(),
  TWILIO_ACCOUNT_SID: text(/^AC[0-9a-fA-F]{32}$/, 'AC and 32 hexadecimal digits').optional(),
  TWILIO_AUTH_TOKEN: z.string().min(1).optional(),
  TWILIO_FROM: text(
    /^(\+[1-9]\d{6,14}|MG[0-9a-fA-F]{32})$/,
    'a number such as +15125550100, or a messaging service (MG…)',
  ).optional(),
  TWILIO_API_URL: webUrl.transform((url) => new URL(url).origin).optional(),
  VAPID_PUBLIC_KEY: text(/^B[\w-]{86}$/, 'a public key of 87 characters').optional(),
  VAPID_PRIVATE_KEY: text(/^[\w-]{43}$/, 'a private key of 43 characters').optional(),
  SMS_RATE: z.coerce.number('a number of texts a second').positive('a number of texts a second').optional(),
  SUPPORT_EMAIL: address.default(defaultSupportEmail),
  SECURITY_CONTACT: text(/^(mailto:\S+@\S+|https:\/\/\S+)$/, 'a mailto: or https:// address').optional(),
  SECURITY_EXPIRES: z.iso.date('a day such as 2027-06-30').optional(),
  UPGRADE_BACKUP: z.enum(['on', 'off'], 'on or off').default('on'),
  TRIAL: z.enum(['on', 'off'], 'on or off').default('on'),
  SIGN_UP: list
    .transform(readSignUpRule)
    .refine((rule) => rule !== null, 'open, or a list of domains, addresses and the word invited')
    .prefault('open'),
  POSTAL_ADDRESS: z.string().min(1).default(defaultPostalAddress),
  BOUNCE_ADDRESS: address
    .refine(
      (text) => text.indexOf('@') <= BOUNCE_NAME_MAX,
      `an address with at most ${BOUNCE_NAME_MAX} characters before the @`,
    )
    .optional(),
  SENDGRID_WEBHOOK_KEY: z.string().refine(isPublicKey, 'the verification key that SendGrid shows').optional(),
  CAPTCHA: z.enum(['altcha', 'recaptcha', 'none'], 'altcha, recaptcha or none').optional(),
  RECAPTCHA_SITE_KEY: z.string().min(1).optional(),
  RECAPTCHA_SECRET_KEY: z.string().min(1).optional(),
  MAPS_KEY: z.string().min(1).optional(),
  PHOTON_URL: webUrl.optional(),
  NOMINATIM_URL: webUrl.optional(),
  MAP_TILES_URL: z
    .string()
    .refine(isTileTemplate, 'an address with {z}, {x} and {y}, such as https://tiles.example.org/{z}/{x}/{y}.png')
    .optional(),
  MAP_TILES_ATTRIBUTION: z.string().min(1).default('© OpenStreetMap contributors'),
  HTTPS_PROXY: text(/^https?:\/\/\S+$/, 'an http:// or https:// address').optional(),
  NO_PROXY: z.string().default(''),
  CARRIER_CA_FILE: z.string().min(1).optional(),
  METRICS_TOKEN: z.string().min(20, 'at least 20 characters').optional(),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'debug, info, warn, error, fatal or silent')
    .optional(),
}

export const settingNames: string[] = Object.keys(settings)

/** Each can also come from a file, named by its name and _FILE. */
export const secretNames: ReadonlySet<string> = new Set<keyof typeof settings>([
  'DATABASE_URL',
  'DATABASE_POOLED_URL',
  'DATABASE_REPLICA_URLS',
  'JWT_SECRET',
  'LINK_SECRET',
  'HTTPS_PROXY',
  'METRICS_TOKEN',
  'MAPS_KEY',
  'RECAPTCHA_SECRET_KEY',
  'SENDGRID_API_KEY',
  'SMTP_URL',
  'TWILIO_AUTH_TOKEN',
  'VAPID_PRIVATE_KEY',
])

/** More would need more connections than an ordinary PostgreSQL allows. */
const DEFAULT_PROCESSES_MAX = 8

export type Config = ReturnType<typeof readConfig>

export class ConfigError extends Error {
  override name = 'ConfigError'
}

export function readConfig(env: Record<string, string | undefined> = process.env) {
  const given = parseSettings(env)
  const production = given.NODE_ENV === 'production'
  const secrets = loadOrCreateSecrets(given.TOWNBELL_DATA)
  const siteUrl = given.SITE_URL ?? `http://localhost:${given.PORT}`
  if (production && !given.SITE_URL)
    throw new ConfigError(
      'SITE_URL is missing: in production, links in mails need the address people use, such as https://townbell.example.',
    )
  const mailCarrier = chooseMailCarrier(given)
  if (mailCarrier === 'catcher' && !given.MAIL_CARRIER && !isLoopback(new URL(siteUrl).hostname))
    throw new ConfigError(
      `SMTP_URL is missing: people at ${siteUrl} need their mail. Set SMTP_URL and MAIL_FROM, or SENDGRID_API_KEY and MAIL_FROM. MAIL_CARRIER=catcher starts without, and nobody gets mail.`,
    )
  const twilio = readTwilio(given)
  const mailFrom = given.MAIL_FROM ?? `townbell@${new URL(siteUrl).hostname}`
  return {
    production,
    port: given.PORT,
    host: given.HOST,
    siteUrl,
    allowedOrigins: [siteUrl, ...given.ALLOWED_ORIGINS],
    trustedProxies: given.TRUSTED_PROXIES,
    dataFolder: given.TOWNBELL_DATA,
    databaseUrl: given.DATABASE_URL,
    databasePooledUrl: given.DATABASE_POOLED_URL,
    databaseReplicaUrls: given.DATABASE_REPLICA_URLS,
    databaseReplicaLag: given.DATABASE_REPLICA_LAG,
    databaseConnections: given.DATABASE_CONNECTIONS,
    timeLimitFactor: given.TIME_LIMIT_FACTOR,
    serverProcesses: given.SERVER_PROCESSES ?? Math.min(availableParallelism(), DEFAULT_PROCESSES_MAX),
    streamsMax: given.STREAMS_MAX,
    /** For how many days the sweep keeps who got what, and the history; undefined: for good. */
    keep: { deliveriesDays: given.KEEP_DELIVERIES_DAYS, historyDays: given.KEEP_HISTORY_DAYS },
    postgresPassword: secrets.postgresPassword,
    jwtSecret: given.JWT_SECRET ?? secrets.jwtSecret,
    linkSecret: given.LINK_SECRET ?? secrets.linkSecret,
    publishableKey: given.PUBLISHABLE_KEY ?? secrets.publishableKey,
    mailCarrier,
    smtpUrl: given.SMTP_URL,
    mailFrom,
    mailFromSuffix: given.MAIL_FROM_SUFFIX,
    mailConnections: given.MAIL_CONNECTIONS,
    mailRate: given.MAIL_RATE,
    sendgrid: given.SENDGRID_API_KEY ? { apiKey: given.SENDGRID_API_KEY, apiUrl: given.SENDGRID_API_URL } : undefined,
    dkim: readDkim(given),
    twilio,
    smsRate: given.SMS_RATE,
    /** Push services and browsers know it; workers and servers share it through the data folder or the environment. */
    vapid: readVapid(given),
    /** A reader of caught mail can take over every account: only on a site that is this machine's, and with the key. */
    mailbox: !production && mailCarrier === 'catcher' && isLoopback(new URL(siteUrl).hostname),
    mailboxKey: keyOfMailbox(given.LINK_SECRET ?? secrets.linkSecret),
    upgradeBackup: given.UPGRADE_BACKUP === 'on',
    /** Off: no limits of a trial, and no prices. */
    trial: given.TRIAL === 'on',
    signUp: given.SIGN_UP as SignUpRule,
    supportEmail: given.SUPPORT_EMAIL,
    /** What /.well-known/security.txt says. */
    securityContact: given.SECURITY_CONTACT ?? `mailto:${given.SUPPORT_EMAIL}`,
    securityExpires: given.SECURITY_EXPIRES,
    postalAddress: given.POSTAL_ADDRESS,
    bounceAddress: given.BOUNCE_ADDRESS,
    sendgridWebhookKey: given.SENDGRID_WEBHOOK_KEY,
    captchaSettings: captchaOf(given, production),
    recaptchaSecretKey: given.RECAPTCHA_SECRET_KEY,
    mapsKey: given.MAPS_KEY,
    geocoder: geocoderOf(given),
    mapTiles: given.MAP_TILES_URL ? { url: given.MAP_TILES_URL, attribution: given.MAP_TILES_ATTRIBUTION } : undefined,
    carrierNetwork: {
      httpsProxy: given.HTTPS_PROXY,
      noProxy: given.NO_PROXY,
      carrierCa: given.CARRIER_CA_FILE && readCertificate(given.CARRIER_CA_FILE),
    },
    metricsToken: given.METRICS_TOKEN,
    logLevel: given.LOG_LEVEL ?? (production ? 'info' : 'warn'),
  }
}

/** The same in every process and after every start. */
function keyOfMailbox(linkSecret: string): string {
  return createHmac('sha256', linkSecret).update('mailbox').digest('base64url').slice(0, 22)
}

/** Reads the settings without creating a data folder. */
export function peekConfig(env: Record<string, string | undefined> = process.env) {
  const { TOWNBELL_DATA: folder } = parseSettings(env)
  const hasFolder = existsSync(folder)
  if (existsSync(join(folder, 'secrets.json'))) return { config: readConfig(env), hasFolder }
  const elsewhere = mkdtempSync(join(tmpdir(), 'townbell-peek-'))
  try {
    const config: Config = { ...readConfig({ ...env, TOWNBELL_DATA: elsewhere }), dataFolder: folder }
    return { config, hasFolder }
  } finally {
    rmSync(elsewhere, { recursive: true })
  }
}

/** Chooses reCAPTCHA if its keys are set, otherwise our own proof of work. */
function captchaOf(given: Settings, production: boolean): CaptchaSettings {
  const { CAPTCHA, RECAPTCHA_SITE_KEY: siteKey, RECAPTCHA_SECRET_KEY: secretKey } = given
  if (!siteKey !== !secretKey) {
    const [missing, set] = siteKey ? ['SECRET', 'SITE'] : ['SITE', 'SECRET']
    throw new ConfigError(`RECAPTCHA_${missing}_KEY is missing: RECAPTCHA_${set}_KEY is set, and they come as a pair.`)
  }
  const kind = CAPTCHA ?? (siteKey ? 'recaptcha' : 'altcha')
  if (kind === 'none' && production) throw new ConfigError('CAPTCHA is wrong: none is for tests, not for production.')
  if (kind !== 'recaptcha') return { kind }
  if (!siteKey) throw new ConfigError('RECAPTCHA_SITE_KEY and RECAPTCHA_SECRET_KEY are missing: CAPTCHA is recaptcha.')
  return { kind, siteKey }
}

/** Chooses the configured carrier; MAIL_CARRIER decides between two. */
function chooseMailCarrier(given: Settings): 'smtp' | 'sendgrid' | 'catcher' {
  const { MAIL_CARRIER, SMTP_URL, SENDGRID_API_KEY, MAIL_FROM } = given
  if (!MAIL_CARRIER && SMTP_URL && SENDGRID_API_KEY)
    throw new ConfigError(
      'MAIL_CARRIER is missing: SMTP_URL and SENDGRID_API_KEY are both set, so say smtp or sendgrid.',
    )
  const carrier = MAIL_CARRIER ?? (SMTP_URL ? 'smtp' : SENDGRID_API_KEY ? 'sendgrid' : 'catcher')
  const needs = {
    smtp: ['SMTP_URL', SMTP_URL],
    sendgrid: ['SENDGRID_API_KEY', SENDGRID_API_KEY],
    catcher: ['', 'nothing'],
  }
  const [name, value] = needs[carrier]
  if (!value) throw new ConfigError(`${name} is missing: MAIL_CARRIER is ${carrier}.`)
  if (carrier !== 'catcher' && !MAIL_FROM)
    throw new ConfigError(`MAIL_FROM is missing: ${name} is set, so say which address mail comes from.`)
  return carrier
}

/** Requires all Twilio settings or none: with half of them no text could be sent. */
function readTwilio({ TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_FROM, TWILIO_API_URL }: Settings) {
  const parts = allOrNone({ TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_FROM })
  if (!parts) return undefined
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, TWILIO_FROM: from } = parts
  return { accountSid, authToken, from, apiUrl: TWILIO_API_URL }
}

function readVapid({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, TOWNBELL_DATA }: Settings) {
  const parts = allOrNone({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY })
  if (!parts) return loadOrCreateVapidKeys(TOWNBELL_DATA)
  return { publicKey: parts.VAPID_PUBLIC_KEY, privateKey: parts.VAPID_PRIVATE_KEY }
}

function readDkim({ DKIM_DOMAIN, DKIM_SELECTOR, DKIM_KEY_FILE }: Settings) {
  const parts = allOrNone({ DKIM_DOMAIN, DKIM_SELECTOR, DKIM_KEY_FILE })
  if (!parts) return undefined
  try {
    const pem = readFileSync(parts.DKIM_KEY_FILE, 'utf8')
    return { domain: parts.DKIM_DOMAIN, selector: parts.DKIM_SELECTOR, pem }
  } catch (error) {
    throw new ConfigError(`DKIM_KEY_FILE is wrong: ${(error as NodeJS.ErrnoException).code} when reading it.`)
  }
}

function readCertificate(path: string): string {
  try {
    const pem = readFileSync(path, 'utf8')
    new X509Certificate(pem)
    return pem
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const reason = code && /^E[A-Z]+$/.test(code) ? `${code} when reading it` : 'it holds no certificate (PEM)'
    throw new ConfigError(`CARRIER_CA_FILE is wrong: ${reason}.`)
  }
}

function allOrNone<Name extends string>(parts: Record<Name, string | undefined>): Record<Name, string> | undefined {
  const names = Object.keys(parts) as Name[]
  const missing = names.filter((name) => parts[name] === undefined)
  if (missing.length === names.length) return undefined
  const set = names.find((name) => parts[name] !== undefined)
  if (missing.length > 0)
    throw new ConfigError(`${missing.join(' and ')} is missing: ${set} is set, and they go together.`)
  return parts as Record<Name, string>
}

/** The operator's own geocoder, used without a maps key. */
export type GeocoderSettings = { kind: 'photon' | 'nominatim'; url: string }

function geocoderOf({ PHOTON_URL, NOMINATIM_URL }: Settings): GeocoderSettings | undefined {
  if (PHOTON_URL && NOMINATIM_URL)
    throw new ConfigError('PHOTON_URL and NOMINATIM_URL are both set: addresses are looked up in one of them.')
  if (PHOTON_URL) return { kind: 'photon', url: PHOTON_URL }
  return NOMINATIM_URL ? { kind: 'nominatim', url: NOMINATIM_URL } : undefined
}

function isTileTemplate(url: string): boolean {
  return URL.canParse(url) && /^https?:/.test(url) && ['{z}', '{x}', '{y}'].every((part) => url.includes(part))
}

type Settings = { [Name in keyof typeof settings]: z.infer<(typeof settings)[Name]> }

function parseSettings(env: Record<string, string | undefined>): Settings {
  const values: Record<string, unknown> = {}
  for (const [name, rule] of Object.entries(settings)) {
    const parsed = rule.safeParse(secretNames.has(name) ? fromFile(name, env) : given(name, env))
    if (!parsed.success) throw new ConfigError(`${name} is wrong: it must be ${parsed.error.issues[0]?.message}.`)
    values[name] = parsed.data
  }
  return values as Settings
}

/** Compose files set missing variables to empty ones. */
function given(name: string, env: Record<string, string | undefined>): string | undefined {
  return env[name] === '' ? undefined : env[name]
}

/** Reads a secret from the file that NAME_FILE names, as containers mount them. A line feed at its end is not part of it. */
function fromFile(name: string, env: Record<string, string | undefined>): string | undefined {
  const [value, path] = [given(name, env), given(`${name}_FILE`, env)]
  if (path === undefined) return value
  if (value !== undefined) throw new ConfigError(`${name} and ${name}_FILE are both set: keep one.`)
  try {
    const content = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
    if (content !== '') return content
  } catch (error) {
    throw new ConfigError(`${name}_FILE is wrong: ${(error as NodeJS.ErrnoException).code} when reading it.`)
  }
  throw new ConfigError(`${name}_FILE is wrong: the file is empty.`)
}

/** Accepts a DER key in base64, as SendGrid shows it. */
function isPublicKey(text: string): boolean {
  try {
    return createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' }).asymmetricKeyType === 'ec'
  } catch {
    return false
  }
}

function isOrigin(text: string): boolean {
  const url = URL.parse(text)
  return (
    url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.username && !url.search && !url.hash
  )
}
