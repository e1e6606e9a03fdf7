// The language of messages to a contact: the chosen one, else the one they followed in; no one else can change it.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { smsConsent } from '#domain/follow-choices.ts'
import { plainName } from '#messages/plain-name.ts'
import { preferencesToken } from '#messages/preferences-link.ts'
import { fixedClock } from '#testing/calendars.ts'
import { nastyTexts } from '#testing/nasty-texts.ts'
import { caught, openSendingFixture, type SendingFixture } from '#testing/sending-fixture.ts'
import { inboundFields } from '#testing/twilio-webhook.ts'
import { INBOUND_URL, openWebhookFixture, type WebhookFixture } from '../webhooks/fixture.ts'
import { follow, newAddress, subscribe, tokenIn } from './fixture.ts'

let fixture: WebhookFixture
let sending: SendingFixture
/** Returns an hour in Austin on a future day. */
const clock = fixedClock('2035-07-04T13:00:00Z')
before(async () => {
  fixture = await openWebhookFixture()
  sending = await openSendingFixture(fixture.pool, clock)
})
after(async () => {
  await sending.close()
  await fixture.close()
})

let numbers = 700
const newNumber = () => `+1512555${String(++numbers).padStart(4, '0')}`
const ask = (calendar_id: string, email: string, more: object) =>
  fixture.call('send-contact-confirmation', { calendar_id, email, ...more })
const reply = async (from: string, body: string) => (await fixture.twilio(INBOUND_URL, inboundFields(from, body))).text
const heading = { en: /^Follow Elm Street$/m, es: /^Seguir Elm Street$/m }

async function save(address: string, language: string | undefined, calendar_id: string | null = null) {
  const token = preferencesToken({ linkSecret: fixture.config.linkSecret, address, now: fixture.clock.now() })
  const choice = { email: true, sms: null, categories: ['Event'], timing: 'day_of', paused_until: null, language }
  const { status, body } = await fixture.call('save-preferences', { token, calendar_id, choice })
  assert.equal(status, 200, JSON.stringify(body))
  return body.for_all.language
}

let day = 4
/** Returns the message about the next day's event: the mail or the text. */
async function news(calendarId: string, address: string) {
  day++
  clock.set(`2035-07-${String(day).padStart(2, '0')}T15:00:00Z`)
  await fixture.pool.query(
    `insert into public.events (calendar_id, title, start_time, end_time, category, include_in_mailer)
     values ($1, 'Porch', $2, $2::timestamptz + interval '1 hour', 'Event', true)`,
    [calendarId, `2035-07-${String(day).padStart(2, '0')}T20:00:00Z`],
  )
  await sending.minute()
  const kind = address.startsWith('+') ? 'sms' : 'email'
  const found = (await caught(fixture.pool, kind)).filter(({ recipient }) => recipient === address)
  await fixture.pool.query('truncate private.caught_messages')
  assert.equal(found.length, 1, address)
  return found[0] as (typeof found)[number]
}

test('a follower from the Spanish page gets all messages in Spanish', async () => {
  const calendar = await fixture.calendar()
  const [email, phone] = [newAddress(), newNumber()]
  const { status } = await ask(calendar, email, { phone, consent: true, language: 'es' })
  assert.equal(status, 200)
  const [mail] = await fixture.mails(email)
  assert.equal(mail?.subject, 'Por favor, confirme: seguir Elm Street')
  assert.equal(mail?.headers['Content-Language'], 'es')
  assert.match(mail?.text ?? '', /confirm-contact\?token=[\w-]+&lang=es$/m)
  assert.equal((await fixture.call('confirm-contact-subscription', { token: tokenIn(mail) })).body.sms, 'reply_yes')
  assert.match((await fixture.texts(phone))[0] ?? '', /^Townbell: Responda SI para recibir textos de Elm Street\. /)
  assert.match(await reply(phone, 'Sí'), /Le enviaremos textos sobre los eventos de Elm Street/)
  const [, number] = await fixture.contacts(calendar)
  assert.deepEqual([number.contact_value, number.consent_text_version], [phone, smsConsent.version('es')])

  const english = (await subscribe(fixture, calendar)).email
  const told = await news(calendar, email)
  assert.equal(told.subject, 'Hoy: Porch (Elm Street)')
  assert.equal(told.headers['Content-Language'], 'es')
  assert.match(told.html, /<html lang="es">/)
  assert.match(told.text, /Recibe este mensaje porque sigue Elm Street\./)
  assert.match(told.text, /\/opt-out\?t=[\w-]+&lang=es$/m)
  assert.match(told.text, /\/preferences\?p=\S+&lang=es$/m)
  assert.match(
    (await news(calendar, phone)).text,
    /^Elm Street hoy: Porch, 3:00 p\.m\. https:\S+ Responda STOP para cancelar$/,
  )
  const other = await news(calendar, english)
  assert.equal(other.subject, 'Today: Porch (Elm Street)')
  assert.equal('Content-Language' in other.headers, false)

  assert.match(await reply(phone, 'HELP'), /Avisos de eventos de calendarios comunitarios/)
  assert.match(await reply(phone, 'stop'), /Ya no le enviaremos textos/)
  assert.match(await reply(phone, 'START'), /Le enviaremos textos de nuevo/)
})

test('the language chosen on the preference page takes precedence, for one calendar and for all', async () => {
  const calendar = await fixture.calendar()
  const { email } = await subscribe(fixture, calendar, newAddress(), { language: 'es' })
  assert.equal(await save(email, undefined, calendar), 'es', 'left out, it stays')
  assert.equal((await news(calendar, email)).subject, 'Hoy: Porch (Elm Street)')
  await save(email, 'en', calendar)
  assert.equal((await news(calendar, email)).subject, 'Today: Porch (Elm Street)')
  assert.equal(await save(email, 'es'), 'es')
  assert.equal((await news(calendar, email)).subject, 'Hoy: Porch (Elm Street)')
  await ask(await fixture.calendar(), email, { language: 'en' })
  assert.match((await fixture.mails(email))[0]?.text ?? '', heading.es, 'and a stranger asks in it too')
})

test('a stranger’s follow request in another language changes nothing for an existing contact', async () => {
  const calendar = await fixture.calendar()
  const { email } = await subscribe(fixture, calendar, newAddress(), { language: 'es' })
  await ask(calendar, email, { language: 'en' })
  assert.equal((await fixture.mails(email))[0]?.subject, 'Ya sigue Elm Street')
  await ask(calendar, email, { language: 'en', phone: newNumber(), consent: true })
  const [mail] = await fixture.mails(email)
  assert.match(mail?.text ?? '', heading.es)
  await fixture.call('confirm-contact-subscription', { token: tokenIn(mail) })
  assert.equal((await news(calendar, email)).subject, 'Hoy: Porch (Elm Street)', 'even when they follow the link')

  await fixture.call('opt-out', { email, calendar_id: calendar })
  assert.equal((await fixture.mails(email))[0]?.subject, 'Se canceló su suscripción a un calendario')
  const token = await follow(fixture, calendar, email, { language: 'en' })
  await fixture.call('confirm-contact-subscription', { token })
  assert.equal((await news(calendar, email)).subject, 'Today: Porch (Elm Street)', 'who comes back is asked anew')
})

test('a number gets replies in the language it writes, else in the one it confirmed in', async () => {
  const phone = newNumber()
  assert.match(await reply(phone, 'AYUDA'), /Avisos de eventos/)
  assert.match(await reply(phone, 'help'), /Event notices/)
  assert.match(await reply(phone, 'ALTO'), /Ya no le enviaremos textos/)
  assert.equal(await fixture.suppressed(phone), 'stop')
  assert.match(await reply(phone, 'start'), /You('|&#39;)re subscribed again/)

  await subscribe(fixture, await fixture.calendar(), newAddress(), { phone, consent: true, language: 'en' })
  await fixture.texts(phone)
  await reply(phone, 'YES')
  await subscribe(fixture, await fixture.calendar(), newAddress(), { phone, consent: true, language: 'es' })
  assert.match((await fixture.texts(phone))[0] ?? '', /Responda SI/)
  assert.match(await reply(phone, 'help'), /Event notices/, 'anybody can name anybody’s number')
})

test('unknown languages are refused, and Spanish mails escape calendar names too', async () => {
  const calendar = await fixture.calendar()
  for (const language of ['fr', 'ES', '', 7, {}, 'es\r\nBcc: x@example.org'])
    assert.equal((await ask(calendar, newAddress(), { language })).status, 400, String(language))
  let accepted = 0
  for (const text of nastyTexts) {
    const name = text.slice(0, 100)
    const nasty = await fixture.calendar({ name }).catch(() => undefined)
    if (!nasty) continue
    accepted++
    const email = newAddress()
    await ask(nasty, email, { language: 'es' })
    const [mail, ...others] = await fixture.mails()
    assert.deepEqual([mail?.recipient, others.length], [email, 0])
    assert.ok(mail?.subject.includes(plainName(name).replaceAll('=?', '= ?')))
    assert.doesNotMatch(mail?.html ?? '', /<(script|img|svg)/i)
  }
  assert.ok(accepted >= 12, String(accepted))
})
