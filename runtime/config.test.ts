import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readConfig } from './config.ts'

const folder = mkdtempSync(join(tmpdir(), 'townbell-config-'))
after(() => rmSync(folder, { recursive: true }))
const read = (env: Record<string, string>) => readConfig({ TOWNBELL_DATA: folder, ...env })

test('without settings the server listens on the loopback address only and catches mail', () => {
  const config = read({})
  assert.deepEqual(
    [config.port, config.host, config.siteUrl, config.mailbox],
    [3000, '127.0.0.1', 'http://localhost:3000', true],
  )
})

test('an empty variable counts as not set', () => {
  assert.equal(read({ PORT: '', SMTP_URL: '' }).port, 3000)
})

test('a secret can come from a file, but not from two places', () => {
  const path = join(folder, 'secret')
  writeFileSync(path, 'smtp://bell:secret@mail.example\n')
  const mail = { MAIL_FROM: 'bell@town.example' }
  assert.equal(read({ ...mail, SMTP_URL_FILE: path }).smtpUrl, 'smtp://bell:secret@mail.example')
  assert.equal(read({ ...mail, SMTP_URL_FILE: path, SMTP_URL: '' }).smtpUrl, 'smtp://bell:secret@mail.example')
  assert.throws(() => read({ ...mail, SMTP_URL_FILE: path, SMTP_URL: 'smtp://a.example' }), /are both set: keep one/)
  assert.throws(() => read({ ...mail, SMTP_URL_FILE: join(folder, 'none') }), /SMTP_URL_FILE is wrong: ENOENT/)
  writeFileSync(path, '\n')
  assert.throws(() => read({ ...mail, SMTP_URL_FILE: path }), /SMTP_URL_FILE is wrong: the file is empty/)
})

test('who may sign up is open, or a list; a wrong entry is not repeated', () => {
  assert.equal(read({}).signUp.isOpen, true)
  assert.deepEqual(read({ SIGN_UP: 'invited, town.gov' }).signUp.domains, ['town.gov'])
  assert.throws(() => read({ SIGN_UP: 'town.gov, ann@' }), /^ConfigError: SIGN_UP is wrong: it must be open, or a list/)
})

test('caught mail is not shown in production, nor once a provider is configured', () => {
  assert.equal(read({ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'bell@town.example' }).mailbox, false)
  const caught = { MAIL_CARRIER: 'catcher' }
  assert.equal(read({ NODE_ENV: 'production', SITE_URL: 'https://town.example', ...caught }).mailbox, false)
})

test('without a carrier it starts only where this machine alone can reach it', () => {
  for (const SITE_URL of ['http://127.0.0.1:3000', 'http://[::1]:3000', 'http://bell.localhost'])
    assert.equal(read({ SITE_URL }).mailbox, true, SITE_URL)
  for (const SITE_URL of [
    'https://town.example',
    'http://10.0.0.7',
    'http://localhost.town.example',
    'http://0.0.0.0',
  ]) {
    assert.throws(() => read({ SITE_URL }), /^ConfigError: SMTP_URL is missing: people at .* need their mail/, SITE_URL)
    assert.equal(read({ SITE_URL, MAIL_CARRIER: 'catcher' }).mailbox, false, SITE_URL)
    assert.equal(read({ SITE_URL, SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'bell@town.example' }).mailbox, false)
  }
})

test('the contact for vulnerabilities is the support address until another is set', () => {
  assert.equal(read({ SUPPORT_EMAIL: 'help@town.example' }).securityContact, 'mailto:help@town.example')
  const set = read({ SECURITY_CONTACT: 'https://town.example/security', SECURITY_EXPIRES: '2027-06-30' })
  assert.deepEqual([set.securityContact, set.securityExpires], ['https://town.example/security', '2027-06-30'])
  assert.throws(() => read({ SECURITY_CONTACT: 'help@town.example' }), /SECURITY_CONTACT is wrong/)
  assert.throws(() => read({ SECURITY_EXPIRES: 'soon' }), /SECURITY_EXPIRES is wrong: it must be a day/)
})

test('a data folder is made for its owner alone', () => {
  const fresh = join(folder, 'fresh')
  readConfig({ TOWNBELL_DATA: fresh })
  // Root must let the user of PostgreSQL pass through.
  assert.equal(statSync(fresh).mode & 0o777, process.getuid?.() === 0 ? 0o711 : 0o700)
})

test('secrets stay the same between starts, and the environment can override them', () => {
  assert.equal(read({}).jwtSecret, read({}).jwtSecret)
  assert.equal(read({ JWT_SECRET: 'x'.repeat(32) }).jwtSecret, 'x'.repeat(32))
  assert.match(read({}).publishableKey, /^sb_publishable_[\w-]{20,}$/)
})

test('the site’s URL is reduced to its origin', () => {
  assert.equal(read({ SITE_URL: 'https://town.example/', MAIL_CARRIER: 'catcher' }).siteUrl, 'https://town.example')
  assert.throws(() => read({ SITE_URL: 'https://town.example/calendar' }), /^ConfigError: SITE_URL is wrong/)
  assert.throws(() => read({ SITE_URL: 'javascript:alert(1)' }), /SITE_URL is wrong/)
})

test('a damaged secrets file stops the start instead of making new ones', () => {
  const damaged = mkdtempSync(join(tmpdir(), 'townbell-config-'))
  writeFileSync(join(damaged, 'secrets.json'), '{"jwtSecret":"short"}')
  assert.throws(() => readConfig({ TOWNBELL_DATA: damaged }), /is damaged \(jwtSecret\)/)
  writeFileSync(join(damaged, 'secrets.json'), '')
  assert.throws(() => readConfig({ TOWNBELL_DATA: damaged }), /Cannot read/)
  rmSync(damaged, { recursive: true })
})

test('the captcha is ours until reCAPTCHA has both its keys', () => {
  const keys = { RECAPTCHA_SITE_KEY: 'site', RECAPTCHA_SECRET_KEY: 'secret' }
  assert.deepEqual(read({}).captchaSettings, { kind: 'altcha' })
  assert.deepEqual(read(keys).captchaSettings, { kind: 'recaptcha', siteKey: 'site' })
  assert.deepEqual(read({ ...keys, CAPTCHA: 'altcha' }).captchaSettings, { kind: 'altcha' })
  assert.throws(() => read({ RECAPTCHA_SITE_KEY: 'site' }), /RECAPTCHA_SECRET_KEY is missing/)
  assert.throws(() => read({ RECAPTCHA_SECRET_KEY: 'secret' }), /RECAPTCHA_SITE_KEY is missing/)
  assert.throws(() => read({ CAPTCHA: 'recaptcha' }), /are missing: CAPTCHA is recaptcha/)
})

test('a captcha can be switched off, but not in production', () => {
  assert.deepEqual(read({ CAPTCHA: 'none' }).captchaSettings, { kind: 'none' })
  const production = { NODE_ENV: 'production', SITE_URL: 'https://town.example', MAIL_CARRIER: 'catcher' }
  assert.throws(() => read({ ...production, CAPTCHA: 'none' }), /CAPTCHA is wrong/)
})

test('an incomplete carrier stops the start, with a message about what is missing', () => {
  const from = { MAIL_FROM: 'bell@town.example' }
  const smtp = { SMTP_URL: 'smtp://mail.example' }
  const sendgrid = { SENDGRID_API_KEY: 'key' }
  const twilio = { TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`, TWILIO_AUTH_TOKEN: 'token', TWILIO_FROM: '+15125550100' }
  for (const [env, says] of [
    [smtp, /^ConfigError: MAIL_FROM is missing: SMTP_URL is set/],
    [sendgrid, /^ConfigError: MAIL_FROM is missing: SENDGRID_API_KEY is set/],
    [{ ...from, ...smtp, ...sendgrid }, /^ConfigError: MAIL_CARRIER is missing/],
    [{ ...from, MAIL_CARRIER: 'smtp' }, /^ConfigError: SMTP_URL is missing: MAIL_CARRIER is smtp/],
    [{ ...from, MAIL_CARRIER: 'sendgrid' }, /^ConfigError: SENDGRID_API_KEY is missing/],
    [{ MAIL_CARRIER: 'pigeon' }, /^ConfigError: MAIL_CARRIER is wrong/],
    ...Object.keys(twilio).map((missing) => [
      Object.fromEntries(Object.entries(twilio).filter(([name]) => name !== missing)),
      new RegExp(`^ConfigError: ${missing} is missing`),
    ]),
    [{ DKIM_DOMAIN: 'town.example' }, /^ConfigError: DKIM_SELECTOR and DKIM_KEY_FILE is missing/],
    [{ VAPID_PUBLIC_KEY: `B${'A'.repeat(86)}` }, /^ConfigError: VAPID_PRIVATE_KEY is missing/],
    [{ PHOTON_URL: 'http://a.example', NOMINATIM_URL: 'http://b.example' }, /are both set/],
    [{ MAP_TILES_URL: 'https://tiles.example.org/{z}/{x}.png' }, /MAP_TILES_URL.* with \{z\}, \{x\} and \{y\}/],
  ] as [Record<string, string>, RegExp][])
    assert.throws(() => read(env), says, JSON.stringify(env))
  assert.equal(read({ ...from, ...smtp }).mailCarrier, 'smtp')
  assert.equal(read({ ...from, ...sendgrid }).mailCarrier, 'sendgrid')
  assert.equal(read({ ...from, ...smtp, ...sendgrid, MAIL_CARRIER: 'catcher' }).mailCarrier, 'catcher')
  assert.equal(read(twilio).twilio?.from, '+15125550100')
})

test('an invalid webhook key stops the start', () => {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
  assert.equal(read({ SENDGRID_WEBHOOK_KEY: key }).sendgridWebhookKey, key)
  assert.throws(
    () => read({ BOUNCE_ADDRESS: 'bounces-of-our-town@town.example' }),
    /at most 14 characters before the @/,
  )
  assert.throws(() => read({ SENDGRID_WEBHOOK_KEY: 'secret' }), /SENDGRID_WEBHOOK_KEY is wrong/)
})
