// Confirming and opting out: groups 74 to 82.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { optOutToken } from '#messages/mail-links.ts'
import { earlierSignature } from '#testing/earlier-links.ts'
import { tokenIn } from '../threats/fixture.ts'
import { type BadInputFixture, type Case, each, json, type Table } from './fixture.ts'

export const links: Table = (fixture) => [...confirmations(fixture), ...optOuts(fixture)]

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
    ...each({ group: 74, status: 400 }, [
      {
        input: 'bytes that are no UTF-8',
        path,
        request: {
          method: 'POST',
          body: Buffer.from([0x7b, 0x22, 0x74, 0xff, 0xfe, 0x7d]),
          headers: { 'content-type': 'application/json' },
        },
      },
      { input: 'in the query of the page', path: '/confirm-contact?token=%ff%fe', status: 200 },
      { input: 'in the query of the function', path: '/functions/v1/get-confirmation?token=' },
      {
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
    ]),
    ...['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH'].map((method) => ({
      group: 75,
      input: method,
      path: `${path}?token=x`,
      request: { method },
      status: 405,
      code: 'method_not_allowed',
    })),
    ...each({ group: 76, path, status: 403 }, [
      {
        input: 'from another site',
        request: json({ token: 'x' }, { headers: { origin: 'https://evil.example' } }),
        code: 'origin_not_allowed',
      },
      { input: 'from a sandbox', request: json({ token: 'x' }, { headers: { origin: 'null' } }) },
    ]),
  ]
}

const wrongAddresses = [
  ...['', 'x', 'a@b', `${'a'.repeat(244)}@example.org`, 'a@x.org,b@x.org', 'a@x.org\r\nBcc: b@x.org'],
  ...[null, 7, ['a@x.org', 'b@x.org']],
]

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
    ...each({ group: 77, path, status: 400 }, [
      ...wrongAddresses.map((email) => ({
        input: JSON.stringify(email),
        request: request(email),
        says: /^Invalid email address$/,
      })),
      ...['', 'x', '123', `${calendarId}0`, "' or 1=1", null, 7, [calendarId]].map((calendar_id) => ({
        input: `calendar ${JSON.stringify(calendar_id)}`,
        request: request(newAddress(), { calendar_id }),
        says: /^Invalid calendar ID$/,
      })),
    ]),
    ...each({ group: 78, path, status: 200 }, [
      {
        input: 'an unknown address',
        request: request(newAddress()),
        holds: ({ body }) => assert.equal(body.status, 'success'),
      },
      { input: 'an unknown calendar', request: request(newAddress(), { calendar_id: randomUUID() }) },
    ]),
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
    forged('empty', `c=${calendarId}&e=${e(mine)}&t=`),
    forged('an address that is none', `c=${calendarId}&e=${e('x')}&t=${t}`, 400),
    forged('not base64', `c=${calendarId}&e=%%%&t=${t}`, 400),
    ...each({ group: 81, path: right, status: 400 }, [
      { input: 'no body', request: { method: 'POST' } },
      { input: 'another body', request: { method: 'POST', body: new URLSearchParams({ a: 'b' }) } },
      { input: 'JSON', request: json({ 'List-Unsubscribe': 'One-Click' }) },
      {
        input: 'two clicks',
        request: { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'Two-Click' }) },
      },
      {
        input: 'a broken form',
        request: { method: 'POST', body: 'broken', headers: { 'content-type': 'multipart/form-data; boundary=x' } },
      },
      { input: 'a body of 20 kB', request: { method: 'POST', body: 'x'.repeat(20_000) }, status: 413 },
      { input: 'DELETE', request: { method: 'DELETE' }, status: 405 },
      {
        input: 'multipart with a cookie',
        request: { method: 'POST', body: multipart, headers: { cookie: 'session=x' } },
        status: 200,
        async holds({ headers }) {
          assert.equal(headers.get('location'), null)
          assert.equal((await base.rows('select 1 from public.opt_outs where email = $1', [mine])).length, 1)
        },
      },
    ]),
    ...each({ group: 82, status: 200 }, [
      {
        input: 'two addresses',
        path: button(`c=${calendarId}&e=${e(mine)}&e=${e(theirs)}&t=${t}`),
        request: press,
        status: 400,
      },
      { input: 'a damaged token on the page', path: `/opt-out?t=${sealed.slice(1)}` },
      { input: 'two addresses on the page', path: `/opt-out?email=a@x.org&email=b@x.org&calendar=${calendarId}` },
    ]),
  ]
}
