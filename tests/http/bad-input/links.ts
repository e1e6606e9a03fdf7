// Confirming, opting out, the contact form and the webhooks: groups 74 to 89.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { optOutToken } from '#messages/mail-links.ts'
import { earlierSignature } from '#testing/earlier-links.ts'
import { inboundFields, statusFields, twilioPost } from '#testing/twilio-webhook.ts'
import { tokenIn } from '../threats/fixture.ts'
import { type BadInputFixture, type Case, json, type Table } from './fixture.ts'

export const links: Table = (fixture) => [
  ...confirmations(fixture),
  ...optOuts(fixture),
  ...letters(fixture),
  ...webhooks(fixture),
]

function confirmations({ people: { guest }, calendarId, newAddress, base }: BadInputFixture): Case[] {
  const path = '/functions/v1/confirm-contact-subscription'
  const nobody = (input: string, token: unknown, status: Case['status'] = 400): Case => ({
    group: 74,
    input,
    path,
    request: json({ token }),
    status,
  })
  const waiting = newAddress()
  return [
    nobody('missing', undefined),
    nobody('empty', ''),
    nobody('null', null),
    nobody('a list', ['x']),
    nobody('10 kB', 'x'.repeat(10_000)),
    nobody('SQL', "' or true --"),
    nobody('a UUID, as clients of old made them', randomUUID(), 404),
    nobody('half an emoji', '\ud83d', [400, 404]),
    nobody('NUL', 'a\u0000b', [400, 404]),
    {
      group: 74,
      input: 'bytes that are no UTF-8',
      path,
      request: {
        method: 'POST',
        body: Buffer.from([0x7b, 0x22, 0x74, 0xff, 0xfe, 0x7d]),
        headers: { 'content-type': 'application/json' },
      },
      status: 400,
    },
    { group: 74, input: 'in the query of the page', path: '/confirm-contact?token=%ff%fe', status: 200 },
    { group: 74, input: 'in the query of the function', path: '/functions/v1/get-confirmation?token=', status: 400 },
    {
      group: 74,
      input: 'of a calendar that was deleted',
      path: '/functions/v1/send-contact-confirmation',
      request: json({ email: waiting, calendar_id: calendarId }),
      status: 200,
      async holds() {
        const token = tokenIn((await base.mails(waiting))[0], '/confirm-contact')
        // Groups 75 and 76 need the calendar before it is deleted.
        for (const method of ['GET', 'HEAD', 'OPTIONS'])
          await guest.request(`/confirm-contact?token=${token}`, { method })
        const foreign = await guest.request(path, json({ token }, { headers: { origin: 'https://evil.example' } }))
        assert.deepEqual([foreign.status, foreign.body.code], [403, 'origin_not_allowed'])
        await base.rows('delete from public.pending_contact_confirmations where email = $1', [waiting])
        assert.equal((await guest.request(path, json({ token }))).status, 404)
      },
    },
    ...['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH'].map((method) => ({
      group: 75,
      input: method,
      path: `${path}?token=x`,
      request: { method },
      status: 405,
      code: 'method_not_allowed',
    })),
    {
      group: 76,
      input: 'from another site',
      path,
      request: json({ token: 'x' }, { headers: { origin: 'https://evil.example' } }),
      status: 403,
      code: 'origin_not_allowed',
    },
    {
      group: 76,
      input: 'from a sandbox',
      path,
      request: json({ token: 'x' }, { headers: { origin: 'null' } }),
      status: 403,
    },
  ]
}

function optOuts({
  people: { guest },
  calendarId,
  foreignId,
  foreignContact,
  newAddress,
  config,
  base,
}: BadInputFixture): Case[] {
  const path = '/functions/v1/opt-out'
  const request = (email: unknown, more: object = {}) => json({ email, calendar_id: calendarId, ...more })
  const [twice, mine, theirs] = [newAddress(), newAddress(), newAddress()]
  const link = { linkSecret: config.linkSecret, calendarId, email: mine }
  const [t, sealed] = [earlierSignature(link), optOutToken(link)]
  const e = (email: string) => Buffer.from(email).toString('base64url')
  const button = (query: string) => `/opt-out/one-click?${query}`
  const press = { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) }
  const right = button(`c=${calendarId}&e=${e(mine)}&t=${t}`)
  const forged = (input: string, query: string, status = 403): Case => ({
    group: 80,
    input,
    path: button(query),
    request: press,
    status,
  })
  const multipart = new FormData()
  multipart.set('List-Unsubscribe', 'One-Click')
  return [
    {
      group: 77,
      input: '256 characters',
      path,
      request: request(`${'a'.repeat(244)}@example.org`),
      status: 400,
      says: /Invalid email address/,
    },
    { group: 77, input: 'no address', path, request: request('x'), status: 400, says: /Invalid email address/ },
    {
      group: 77,
      input: 'no UUID',
      path,
      request: request(newAddress(), { calendar_id: '7' }),
      status: 400,
      says: /Invalid calendar ID/,
    },
    { group: 77, input: 'a list', path, request: request([mine]), status: 400 },
    {
      group: 78,
      input: 'an unknown address',
      path,
      request: request(newAddress()),
      status: 200,
      holds: ({ body }) => assert.equal(body.status, 'success'),
    },
    {
      group: 78,
      input: 'an unknown calendar',
      path,
      request: request(newAddress(), { calendar_id: randomUUID() }),
      status: 200,
    },
    {
      group: 79,
      input: 'twice',
      path,
      request: request(twice),
      status: 200,
      holds: async () =>
        assert.equal((await guest.request(path, request(` ${twice.toUpperCase()}`))).body.status, 'already'),
    },
    {
      group: 80,
      input: 'a damaged signature is none, and the person is heard all the same',
      path,
      request: request(foreignContact.contact_value, { calendar_id: foreignId, t: 'x' }),
      status: 200,
      async holds() {
        const [row] = await base.rows('select source from public.opt_outs where calendar_id = $1', [foreignId])
        assert.equal(row.source, 'form')
      },
    },
    forged('for another address', `c=${calendarId}&e=${e(theirs)}&t=${t}`),
    forged('for another calendar', `c=${randomUUID()}&e=${e(mine)}&t=${t}`),
    forged('empty', `c=${calendarId}&e=${e(mine)}&t=`),
    forged('an address that is none', `c=${calendarId}&e=${e('x')}&t=${t}`, 400),
    forged('not base64', `c=${calendarId}&e=%%%&t=${t}`, 400),
    forged('sealed, with an address beside it', `e=${e(theirs)}&t=${sealed}`, 400),
    forged('sealed twice', `t=${sealed}&t=${sealed}`, 400),
    forged('sealed and cut', `t=${sealed.slice(0, -2)}`),
    forged('sealed and longer than any', `t=${sealed.repeat(6)}`, 400),
    { group: 81, input: 'no body', path: right, request: { method: 'POST' }, status: 400 },
    {
      group: 81,
      input: 'another body',
      path: right,
      request: { method: 'POST', body: new URLSearchParams({ a: 'b' }) },
      status: 400,
    },
    { group: 81, input: 'JSON', path: right, request: json({ 'List-Unsubscribe': 'One-Click' }), status: 400 },
    {
      group: 81,
      input: 'a body of 20 kB',
      path: right,
      request: { method: 'POST', body: 'x'.repeat(20_000) },
      status: 413,
    },
    { group: 81, input: 'DELETE', path: right, request: { method: 'DELETE' }, status: 405 },
    {
      group: 81,
      input: 'multipart with a cookie',
      path: right,
      request: { method: 'POST', body: multipart, headers: { cookie: 'session=x' } },
      status: 200,
      async holds({ headers }) {
        assert.equal(headers.get('location'), null)
        assert.equal((await base.rows('select 1 from public.opt_outs where email = $1', [mine])).length, 1)
      },
    },
    {
      group: 82,
      input: 'two addresses',
      path: button(`c=${calendarId}&e=${e(mine)}&e=${e(theirs)}&t=${t}`),
      request: press,
      status: 400,
    },
    {
      group: 82,
      input: 'a damaged token on the page',
      path: `/opt-out?t=${sealed.slice(1)}`,
      status: 200,
    },
    {
      group: 82,
      input: 'two addresses on the page',
      path: `/opt-out?email=a@x.org&email=b@x.org&calendar=${calendarId}`,
      status: 200,
    },
  ]
}

function letters({ base }: BadInputFixture): Case[] {
  const path = '/functions/v1/send-contact-email'
  const letter = { firstName: 'Ann', lastName: 'Reader', email: 'ann@example.org', subject: 'A', message: 'B' }
  const request = (more: object) => json({ ...letter, ...more })
  const fields = Object.keys(letter)
  return [
    ...fields.flatMap((field) =>
      ['', '   ', null, 7, 'x'.repeat(100_000)].map((value) => ({
        group: 83,
        input: `${field} ${JSON.stringify(value).slice(0, 10)}`,
        path,
        request: request({ [field]: value }),
        status: 400,
        code: 'validation_failed',
      })),
    ),
    ...['a\r\nBcc: x@evil.example', 'a\nb', 'a\u2028b', 'a\u0000b'].map((subject) => ({
      group: 84,
      input: JSON.stringify(subject),
      path,
      request: request({ subject }),
      status: 400,
      code: 'validation_failed',
    })),
    {
      group: 84,
      input: 'an encoded word',
      path,
      request: request({ subject: `=?utf-8?Q?${'=0A'.repeat(40)}?=` }),
      status: 200,
      async holds() {
        const mails = await base.mails(base.config.supportEmail)
        assert.ok(!mails.at(-1)?.subject.includes('=?'))
      },
    },
    ...['a@x.org,b@x.org', 'A <a@x.org>', 'a@x.org;b@x.org', 'a@x.org\r\nTo: b@x.org'].map((email) => ({
      group: 85,
      input: JSON.stringify(email),
      path,
      request: request({ email }),
      status: 400,
      code: 'validation_failed',
    })),
  ]
}

function webhooks({ url, twilio, sendgrid, base }: BadInputFixture): Case[] {
  const [inbound, status] = ['/webhooks/twilio/inbound', '/webhooks/twilio/status']
  const phone = '+15125550188'
  const signed = (path: string, fields: Record<string, string>, signedFor = url + path) =>
    twilioPost(signedFor, fields, twilio.authToken)
  const stop = inboundFields(phone, 'STOP')
  const unheard = async () =>
    assert.deepEqual(await base.rows('select 1 from public.suppressions where address = $1', [phone]), [])
  const { headers, ...unsigned } = signed(inbound, stop)
  const { 'x-twilio-signature': signature, ...bare } = headers
  const events = sendgrid.post([{ event: 'bounce', email: 'x@example.org', timestamp: 1 }])
  const old = sendgrid.post([], Math.floor(Date.now() / 1000) - 90_000)
  return [
    {
      group: 87,
      input: 'no signature',
      path: inbound,
      request: { ...unsigned, headers: bare },
      status: 403,
      code: 'invalid_signature',
      holds: unheard,
    },
    {
      group: 87,
      input: 'a wrong one',
      path: inbound,
      request: twilioPost(url + inbound, stop, 'x'),
      status: 403,
      holds: unheard,
    },
    {
      group: 87,
      input: 'signed for https',
      path: inbound,
      request: signed(inbound, stop, url.replace('http:', 'https:') + inbound),
      status: 403,
    },
    {
      group: 87,
      input: 'an extra parameter',
      path: `${inbound}?x=1`,
      request: signed(inbound, stop),
      status: 403,
      holds: unheard,
    },
    {
      group: 87,
      input: 'a changed field',
      path: inbound,
      request: { ...signed(inbound, stop), body: new URLSearchParams({ ...stop, From: '+15125550199' }).toString() },
      status: 403,
    },
    { group: 87, input: 'an old mail event', path: '/webhooks/sendgrid/events', request: old, status: 403 },
    {
      group: 87,
      input: 'a changed mail event',
      path: '/webhooks/sendgrid/events',
      request: { ...events, body: `${events.body} ` },
      status: 403,
    },
    {
      group: 87,
      input: 'no webhook of ours',
      path: '/webhooks/evil',
      request: json({}),
      status: 404,
      code: 'not_found',
    },
    {
      group: 87,
      input: 'signed, but no JSON list',
      path: '/webhooks/sendgrid/events',
      request: sendgrid.post({ a: 1 }),
      status: 400,
      code: 'bad_json',
    },
    {
      group: 88,
      input: 'an unknown message',
      path: status,
      request: signed(status, statusFields('SM0', phone, 'delivered')),
      status: 204,
    },
    {
      group: 88,
      input: 'a status nobody knows',
      path: status,
      request: signed(status, statusFields('SM0', phone, 'teleported')),
      status: 204,
    },
    {
      group: 88,
      input: 'fields of another kind',
      path: status,
      request: signed(status, { MessageSid: "'; --", To: 'x', MessageStatus: 'sent' }),
      status: 204,
    },
    {
      group: 89,
      input: '1,600 characters',
      path: inbound,
      request: signed(inbound, inboundFields(phone, 'x'.repeat(1600))),
      status: 200,
    },
    {
      group: 89,
      input: 'emoji and NUL',
      path: inbound,
      request: signed(inbound, inboundFields(phone, '🎉\u0000')),
      status: 200,
    },
    {
      group: 89,
      input: 'a picture',
      path: inbound,
      request: signed(inbound, { ...inboundFields(phone, ''), NumMedia: '1' }),
      status: 200,
    },
    {
      group: 89,
      input: 'a name as sender',
      path: inbound,
      request: signed(inbound, inboundFields('<script>', 'STOP')),
      status: 200,
    },
    {
      group: 89,
      input: 'STOP from a number we do not know',
      path: inbound,
      request: signed(inbound, stop),
      status: 200,
      holds: async () =>
        assert.equal((await base.rows('select 1 from public.suppressions where address = $1', [phone])).length, 1),
    },
    {
      group: 87,
      input: 'the same again',
      path: inbound,
      request: { ...unsigned, headers: { ...bare, 'x-twilio-signature': signature ?? '' } },
      status: 200,
    },
  ]
}
