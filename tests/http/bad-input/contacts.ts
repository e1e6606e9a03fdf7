// Contacts and following: groups 60 to 73.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { contactsCsv, toCsv } from '#domain/contact-import.ts'
import { type BadInputFixture, type Case, json, remove, type Table } from './fixture.ts'

export const contacts: Table = (fixture) => [...lists(fixture), ...formulas(fixture), ...follows(fixture)]

function lists({
  people: { owner, other, trial, member },
  calendarId,
  fullId,
  contact,
  foreignContact,
  base,
}: BadInputFixture): Case[] {
  const path = '/rest/v1/calendar_contacts'
  const add = (contact_value: unknown, more: object = {}) =>
    json({ calendar_id: calendarId, contact_type: 'email', contact_value, ...more })
  const there = async () => {
    const rows = await base.rows('select 1 from public.calendar_contacts where id in ($1, $2)', [
      contact.id,
      foreignContact.id,
    ])
    assert.equal(rows.length, 2)
  }
  return [
    ...['listed@example.org', ' LISTED@Example.org ', '\tlisted@EXAMPLE.ORG\n'].map((value) => ({
      group: 60,
      input: JSON.stringify(value),
      path,
      as: owner,
      request: add(value),
      status: 409,
      code: '23505',
      says: /duplicate key/,
    })),
    ...['a@x.org,b@x.org', 'Name <a@x.org>', 'a@x.org b@x.org', '', 'a@x.org\r\nBcc: b@x.org', 'a@x', 'ü@x.org'].map(
      (value) => ({
        group: 61,
        input: JSON.stringify(value),
        path,
        as: owner,
        request: add(value),
        status: 400,
        code: '23514',
      }),
    ),
    { group: 61, input: 'null', path, as: owner, request: add(null), status: 400, code: '23502' },
    {
      group: 62,
      input: 'fax',
      path,
      as: owner,
      request: add('+15125550123', { contact_type: 'fax' }),
      status: 400,
      code: '23514',
    },
    { group: 62, input: 'a phone as email', path, as: owner, request: add('+15125550123'), status: 400, code: '23514' },
    {
      group: 62,
      input: 'an email as phone',
      path,
      as: owner,
      request: add('a@x.org', { contact_type: 'phone' }),
      status: 400,
    },
    { group: 62, input: 'no type', path, as: owner, request: add('a@x.org', { contact_type: null }), status: 400 },
    {
      group: 63,
      input: 'the eleventh on trial',
      path,
      as: trial,
      request: add('eleventh@example.org', { calendar_id: fullId }),
      status: 400,
      code: 'TB002',
    },
    {
      group: 64,
      input: 'another’s contact',
      path: `${path}?id=eq.${foreignContact.id}`,
      as: owner,
      request: remove,
      status: 204,
      holds: there,
    },
    {
      group: 64,
      input: 'by a stranger',
      path: `${path}?id=eq.${contact.id}`,
      as: other,
      request: remove,
      status: 204,
      holds: there,
    },
    {
      group: 64,
      input: 'by a member',
      path: `${path}?id=eq.${contact.id}`,
      as: member,
      request: remove,
      status: 204,
      holds: there,
    },
    { group: 64, input: 'all', path, as: owner, request: remove, status: 400, code: '21000', holds: there },
    {
      group: 66,
      input: 'in another’s name',
      path: `${path}?select=created_by`,
      as: owner,
      request: json(
        { calendar_id: calendarId, contact_type: 'email', contact_value: 'spoof@example.org', created_by: other.id },
        { headers: { prefer: 'return=representation' } },
      ),
      status: 201,
      holds: ({ body }) => assert.equal(body[0].created_by, owner.id),
    },
    {
      group: 66,
      input: 'in another’s list',
      path,
      as: other,
      request: add('x@example.org', { created_by: owner.id }),
      status: 403,
    },
    ...['source', 'confirmed_at', 'consented_at', 'normalised', 'id'].map((column) => ({
      group: 66,
      input: `${column} from the client`,
      path,
      as: owner,
      request: add('evidence@example.org', { [column]: column === 'id' ? randomUUID() : null }),
      status: [400, 403],
    })),
  ]
}

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

function follows({ people: { owner, guest }, calendarId, newAddress, base }: BadInputFixture): Case[] {
  const path = '/functions/v1/send-contact-confirmation'
  const request = (more: object, email = newAddress()) => json({ email, calendar_id: calendarId, ...more })
  const phone = (number: unknown, status: Case['status'] = 400, code = 'validation_failed'): Case => ({
    group: 68,
    input: `phone ${JSON.stringify(number)}`,
    path,
    request: request({ phone: number, consent: true }),
    status,
    code,
  })
  const [relayed, raced, suppressed] = [newAddress(), newAddress(), newAddress()]
  const pending = (email: string) =>
    base.rows('select 1 from public.pending_contact_confirmations where email = $1', [email])
  return [
    {
      group: 67,
      input: 'unknown calendar',
      path,
      request: request({ calendar_id: randomUUID() }),
      status: 404,
      code: 'calendar_not_found',
    },
    {
      group: 67,
      input: 'no UUID',
      path,
      request: request({ calendar_id: 'x' }),
      status: 400,
      code: 'validation_failed',
      says: /Invalid calendar ID/,
    },
    { group: 67, input: 'none', path, request: request({ calendar_id: undefined }), status: 400 },
    {
      group: 67,
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
    ...[
      '+1',
      '0123',
      '1234567890123456',
      '+1 (555) 010-9999',
      '٠١٢٣٤٥٦٧٨٩',
      'phone',
      '+',
      '+15125550123; +19995550123',
    ].map((number) => phone(number)),
    phone(15125550123),
    phone(['+15125550123']),
    ...['+19005550123', '+18005550123', '+442071838750', '+861012345678'].map((number) =>
      phone(number, 400, 'phone_not_supported'),
    ),
    {
      group: 69,
      input: 'no consent',
      path,
      request: request({ phone: '+15125550123' }),
      status: 400,
      code: 'sms_consent_required',
    },
    {
      group: 69,
      input: 'consent "yes"',
      path,
      request: request({ phone: '+15125550123', consent: 'yes' }),
      status: 400,
      code: 'sms_consent_required',
    },
    {
      group: 70,
      input: 'token, baseUrl and calendarName of the client',
      path,
      request: request({ token: randomUUID(), baseUrl: 'https://evil.example', calendarName: 'Evil' }, relayed),
      status: 200,
      async holds() {
        const [mail] = await base.mails(relayed)
        assert.doesNotMatch(JSON.stringify(mail), /evil/i)
      },
    },
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
    {
      group: 72,
      input: 'a hundred at once',
      path,
      request: request({}, raced),
      status: 200,
      async holds() {
        await Promise.all(Array.from({ length: 9 }, () => guest.request(path, request({}, raced))))
        await base.quiet()
        assert.equal((await base.mails(raced)).length, 1)
      },
    },
    {
      group: 73,
      input: 'an address that complained is answered like any other, and not written to',
      path,
      request: request({}, newAddress()),
      status: 200,
      async holds(usual) {
        await base.rows(
          "insert into public.suppressions (channel, address, reason) values ('email', $1, 'complaint')",
          [suppressed],
        )
        const answer = await guest.request(path, request({}, suppressed))
        assert.deepEqual([answer.status, answer.text], [usual.status, usual.text])
        assert.equal((await pending(suppressed)).length, 1)
        await base.quiet()
        assert.deepEqual(
          await base.rows('select 1 from private.caught_messages where recipient = $1', [suppressed]),
          [],
        )
      },
    },
  ]
}
