// Contacts and following: groups 65, 67 and 71. What a list takes is tried in policies/calendar-contacts.test.ts.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { contactsCsv, toCsv } from '#domain/contact-import.ts'
import { type BadInputFixture, type Case, each, json, type Table } from './fixture.ts'

export const contacts: Table = (fixture) => [...formulas(fixture), ...follows(fixture)]

/** Addresses that a spreadsheet would evaluate as formulas: stored unchanged and exported as text. */
function formulas({ people: { owner }, formulasId: calendar_id }: BadInputFixture): Case[] {
  const path = '/rest/v1/calendar_contacts'
  const stored = ['=hyperlink@example.org', '+1+1@example.org', '-1@example.org']
  const cells = ['=HYPERLINK("http://evil.example")', '+1', '-', '@SUM(A1)', '\t=1', '\r=1', '=1+1,"x"']
  return [
    ...stored.map((contact_value) => ({
      group: 65,
      input: contact_value,
      path,
      as: owner,
      request: json({ calendar_id, contact_type: 'email', contact_value }),
      status: 201,
    })),
    {
      group: 65,
      input: 'all of them, downloaded',
      path: `${path}?calendar_id=eq.${calendar_id}&select=contact_type,contact_value,name,tags,source,created_at`,
      as: owner,
      status: 200,
      holds: ({ body }) => {
        const csv = contactsCsv(body.map((contact: object) => ({ ...contact, state: 'added' })))
        for (const address of stored) assert.ok(csv.includes(`email,'${address},,,added,manager,`), csv)
        for (const cell of cells) assert.match(toCsv([[cell]]), /^"?'/, cell)
      },
    },
  ]
}

const undeliverable = [
  ...['', 'a@b', '@x.org', 'a@@b.org', 'a@x.org.', '"a b"@x.org', 'a@[127.0.0.1]', 'a@x.org\r\nBcc: b@x.org'],
  ...['a@x.org,b@x.org', 'A <a@x.org>', `${'a'.repeat(250)}@x.org`, null, 5, ['a@x.org'], { a: 1 }],
]

function follows({ people: { owner, guest }, calendarId, newAddress, base }: BadInputFixture): Case[] {
  const path = '/functions/v1/send-contact-confirmation'
  const request = (more: object, email = newAddress(), headers = {}) =>
    json({ email, calendar_id: calendarId, ...more }, { headers })
  const foreign = { status: 403, code: 'origin_not_allowed' }
  return [
    ...each({ group: 67, path, status: 400 }, [
      {
        input: 'unknown calendar',
        request: request({ calendar_id: randomUUID() }),
        status: 404,
        code: 'calendar_not_found',
      },
      {
        input: 'no UUID',
        request: request({ calendar_id: 'x' }),
        code: 'validation_failed',
        says: /Invalid calendar ID/,
      },
      ...[undefined, {}].map((calendar_id) => ({ input: 'no text', request: request({ calendar_id }) })),
      {
        input: 'switched off, and closed to guests',
        path: '/rest/v1/calendars?select=id',
        as: owner,
        request: json(
          { name: 'Closed', state: 'Texas', city: 'Austin', allow_guest_users: false },
          { headers: { prefer: 'return=representation' } },
        ),
        status: 201,
        async holds({ body }) {
          const calendar_id = body[0].id
          assert.equal((await guest.request(path, request({ calendar_id }))).body.code, 'guests_not_allowed')
          await base.rows('update public.calendars set disabled = true where id = $1', [calendar_id])
          assert.equal((await guest.request(path, request({ calendar_id }))).body.code, 'calendar_not_found')
        },
      },
      ...undeliverable.map((email) => ({
        input: JSON.stringify(email),
        request: json({ email, calendar_id: calendarId }),
        code: 'validation_failed',
        says: /^Please enter a valid email address$/,
      })),
      {
        input: 'from another site',
        request: request({}, newAddress(), { origin: 'https://evil.example' }),
        ...foreign,
      },
      { input: 'from a sandbox', request: request({}, newAddress(), { origin: 'null' }), ...foreign },
      { input: 'GET', request: {}, status: 405 },
    ]),
    {
      group: 71,
      input: 'a hundred plus-addresses of one victim',
      path,
      request: request({}, 'victim+0@example.org'),
      status: 200,
      async holds() {
        const statuses = []
        for (let i = 1; i < 100; i++) {
          await base.rows("delete from private.rate_limits where key like 'follow-network:%'")
          statuses.push((await guest.request(path, request({}, `victim+${i}@example.org`))).status)
        }
        assert.deepEqual(statuses, [200, 200, ...Array(97).fill(429)])
      },
    },
  ]
}
