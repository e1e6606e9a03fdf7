// Events and previews: groups 42 to 59.
import assert from 'node:assert/strict'
import { eventOn } from '../threats/fixture.ts'
import { type BadInputFixture, type Case, change, json, type Table } from './fixture.ts'

export const events: Table = (fixture) => [
  ...texts(fixture),
  ...times(fixture),
  ...places(fixture),
  ...previews(fixture),
]

const shown = { headers: { prefer: 'return=representation' } }
const path = '/rest/v1/events'

const hostileLinks = [
  'javascript:alert(1)',
  'JaVaScRiPt://a.org/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'https://me:secret@a.org/',
  'https://a.org\\@b.org',
  'https://a.org/\u0007',
  'https://a.org/\u202egro.b',
  'file:///etc/passwd',
  '//a.org',
  '',
  `https://a.org/${'x'.repeat(2048)}`,
]

function texts({
  people: { owner, member, other },
  calendarId,
  foreignId,
  eventId,
  base,
  people,
}: BadInputFixture): Case[] {
  const add = (more: object) => json(eventOn(calendarId, more))
  const bad = (group: number, input: string, more: object, code?: string): Case => ({
    group,
    input,
    path,
    as: owner,
    request: add(more),
    status: 400,
    ...(code && { code }),
  })
  const kept = '{{7*7}} <%= 7*7 %> #{7*7}\r\n.\r\n--boundary\r\nContent-Type: text/html\r\n\r\n<b>'
  return [
    bad(42, 'empty title', { title: '' }, '23514'),
    bad(42, 'spaces', { title: '  \t ' }, '23514'),
    bad(42, '10 kB', { title: 'x'.repeat(10_000) }, '23514'),
    bad(42, 'NUL in the title', { title: 'a\u0000b' }),
    bad(42, 'NUL in the description', { description: 'a\u0000b' }),
    bad(42, 'control characters', { title: 'a\u0007b' }, '23514'),
    bad(42, 'half an emoji', { title: 'a\ud83d' }),
    bad(42, 'a description of 5001', { description: 'x'.repeat(5001) }, '23514'),
    ...hostileLinks.map((link) => bad(42, `a link ${link.slice(0, 40)}`, { link_url: link }, '23514')),
    bad(43, 'Party', { category: 'Party' }, '23514'),
    bad(43, 'lower case', { category: 'event' }, '23514'),
    bad(43, 'a number', { category: 1 }, '23514'),
    {
      group: 48,
      input: 'another calendar in PATCH',
      path: `${path}?id=eq.${eventId}`,
      as: owner,
      request: change({ calendar_id: foreignId }),
      status: 403,
      code: '42501',
    },
    {
      group: 48,
      input: 'another’s event',
      path: `${path}?id=eq.${eventId}`,
      as: other,
      request: change({ title: 'x' }),
      status: 204,
    },
    {
      group: 53,
      input: 'the same fifty times at once',
      path,
      as: owner,
      request: add({ title: 'Once', uid: 'once@example.org' }),
      status: 201,
      async holds() {
        // An event's UID in feeds is its key: imported again, it is the same event.
        const again = Array.from({ length: 49 }, () =>
          owner.request(path, add({ title: 'Once', uid: 'once@example.org' })),
        )
        const codes = new Set((await Promise.all(again)).map(({ status, body }) => `${status} ${body?.code}`))
        assert.deepEqual([...codes], ['409 23505'])
        assert.equal((await base.rows("select from public.events where title = 'Once'")).length, 1)
      },
    },
    {
      group: 49,
      input: 'in another’s name',
      path: `${path}?select=created_by`,
      as: owner,
      request: json(eventOn(calendarId, { created_by: member.id }), shown),
      status: 201,
      holds: ({ body }) => assert.equal(body[0].created_by, owner.id),
    },
    { group: 49, input: 'by a member', path, as: member, request: add({ created_by: owner.id }), status: 403 },
    {
      group: 50,
      input: 'include_sms is stored as false',
      path: `${path}?select=include_sms`,
      as: owner,
      request: json(eventOn(calendarId, { include_sms: true }), shown),
      status: 201,
      holds: ({ body }) => assert.equal(body[0].include_sms, false),
    },
    {
      group: 51,
      input: 'templates, dots and boundaries are text',
      path: `${path}?select=description`,
      as: owner,
      request: json(eventOn(calendarId, { description: kept }), shown),
      status: 201,
      async holds({ body }) {
        assert.equal(body[0].description, kept)
        const preview = await owner.request('/functions/v1/preview-email', {
          json: { calendar_id: calendarId, event_data: { ...previewed, description: kept } },
        })
        assert.match(preview.body.html, /\{\{7\*7\}\} &lt;%&#x3D; 7\*7/)
      },
    },
    {
      group: 52,
      input: 'nobody to tell',
      path,
      as: owner,
      request: add({}),
      status: 201,
      async holds() {
        const alone = await base.calendar(people.owner, { name: 'Alone' })
        const refused = await owner.request(path, { json: eventOn(alone.id) })
        assert.deepEqual([refused.status, refused.body.code], [400, 'TB006'])
      },
    },
    ...[
      ['ten years', 'start_time=gte.2026-01-01&start_time=lt.2036-01-01', 200],
      ['limit=-1', 'limit=-1', 416],
      ['limit=a', 'limit=a', 400],
      ['order=;drop', 'order=;drop%20table%20events', 400],
      ['a bigger limit than a page', 'limit=99999999999999999999', 400],
      ['a day that is none', 'start_time=gte.2026-02-30', 400],
    ].map(([input, query, status]) => ({
      group: 54,
      input: String(input),
      path: `${path}?calendar_id=eq.${calendarId}&${query}`,
      as: owner,
      status: status === 416 || query === 'limit=99999999999999999999' ? [200, 400, 416] : Number(status),
    })),
  ]
}

function times({ people: { owner }, calendarId }: BadInputFixture): Case[] {
  const day = eventOn(calendarId).event_date
  const at = (
    group: number,
    input: string,
    start_time: unknown,
    end_time: unknown,
    status: Case['status'],
    code?: string,
  ) => ({
    group,
    input,
    path,
    as: owner,
    request: json(eventOn(calendarId, { start_time, end_time, event_date: null, event_date_for_reporting: null })),
    status,
    ...(code && { code }),
  })
  const end = `${day}T20:00:00Z`
  return [
    at(44, 'end is start', `${day}T20:00:00Z`, end, 400, '23514'),
    at(44, 'end before start', `${day}T21:00:00Z`, end, 400, '23514'),
    at(44, 'more than 31 days', '2031-07-04T18:00:00Z', '2031-08-04T19:00:01Z', 400, '23514'),
    at(44, 'year 1', '0001-01-01T00:00:00Z', '0001-01-01T01:00:00Z', 400),
    at(44, 'year 9999', '9999-12-31T00:00:00Z', '9999-12-31T01:00:00Z', 400),
    at(44, 'year 275760', '+275760-09-13T00:00:00Z', end, 400),
    at(44, 'infinity', 'infinity', 'infinity', 400),
    at(44, 'before Christ', '0044-03-15 12:00 BC', end, 400),
    at(45, 'February 30', '2031-02-30T18:00:00Z', '2031-02-30T19:00:00Z', 400, '22008'),
    at(45, 'February 29, 2027', '2027-02-29T18:00:00Z', '2027-02-29T19:00:00Z', 400, '22008'),
    at(45, '25:00', '2031-07-04T25:00:00Z', '2031-07-04T26:00:00Z', 400),
    at(45, 'without zone it is UTC', '2031-07-04T18:00:00', '2031-07-04T19:00:00', 201),
    at(45, '24:00 is midnight', '2031-07-04T23:00:00Z', '2031-07-04T24:00:00Z', 201),
    at(45, 'an hour that the clocks skip', '2031-03-09T02:30:00-06:00', '2031-03-09T03:30:00-05:00', [201, 400]),
    at(45, 'a leap second', '2031-06-30T23:59:60Z', '2031-07-01T01:00:00Z', 201),
    at(45, 'a number', 1_900_000_000, 1_900_003_600, 400),
    at(45, 'a list', ['2031-07-04T18:00:00Z'], end, 400),
    at(45, 'empty', '', '', 400),
    {
      group: 46,
      input: 'a day that is not the start’s',
      path,
      as: owner,
      request: json(eventOn(calendarId, { event_date: '2031-01-01' })),
      status: 400,
      code: '22023',
    },
    at(
      46,
      'yesterday',
      new Date(Date.now() - 2 * 86_400_000).toISOString(),
      new Date(Date.now() - 1.9 * 86_400_000).toISOString(),
      400,
      'TB005',
    ),
  ]
}

function places({ people: { owner }, calendarId }: BadInputFixture): Case[] {
  const wrong: [string, object][] = [
    ['latitude 91', { latitude: 91, longitude: 0 }],
    ['longitude -181', { latitude: 0, longitude: -181 }],
    ['NaN', { latitude: 'NaN', longitude: 'NaN' }],
    ['Infinity', { latitude: 'Infinity', longitude: 0 }],
    ['1e309', { latitude: '1e309', longitude: 0 }],
    ['text', { latitude: 'north', longitude: 0 }],
    ['longitude alone', { longitude: 5 }],
    ['latitude alone', { latitude: 5 }],
    ['an address of two lines', { location: 'a\nb' }],
  ]
  return wrong.map(([input, more]) => ({
    group: 47,
    input,
    path,
    as: owner,
    request: json(eventOn(calendarId, more)),
    status: 400,
  }))
}

const previewed = {
  title: 'Party',
  description: '',
  location: '',
  start_time: '18:00',
  end_time: '19:00',
  category: 'Event',
}

function previews({ people: { owner, other, member, guest }, calendarId, base }: BadInputFixture): Case[] {
  const preview = '/functions/v1/preview-email'
  const of = (more: object) => json({ calendar_id: calendarId, event_data: { ...previewed, ...more } })
  const missing = (input: string, more: object, says: RegExp): Case => ({
    group: 59,
    input,
    path: preview,
    as: member,
    request: of(more),
    status: 400,
    code: 'validation_failed',
    says,
  })
  const markup = [
    '<script>x</script>',
    '<svg onload=x>',
    '<meta http-equiv=refresh content=0>',
    '<base href=//e>',
    'url(//e)',
  ]
  return [
    {
      group: 55,
      input: 'another’s calendar',
      path: preview,
      as: other,
      request: of({}),
      status: 403,
      code: 'calendar_access_denied',
    },
    { group: 55, input: 'a guest', path: preview, as: guest, request: of({}), status: 401 },
    {
      group: 55,
      input: 'no UUID',
      path: preview,
      as: owner,
      request: json({ calendar_id: '7', event_data: {} }),
      status: 400,
    },
    {
      group: 56,
      input: 'no template',
      path: `/rest/v1/calendars?id=eq.${calendarId}`,
      as: owner,
      request: change({ sendgrid_template_id: '' }),
      status: 204,
      async holds() {
        const refused = await member.request(preview, of({}))
        assert.deepEqual([refused.status, refused.body.code], [400, 'template_not_configured'])
        await base.rows("update public.calendars set sendgrid_template_id = 'townbell-day-of' where id = $1", [
          calendarId,
        ])
      },
    },
    ...['../x', 'a b', 'x'.repeat(101)].map((sendgrid_template_id) => ({
      group: 56,
      input: `template ${sendgrid_template_id.slice(0, 10)}`,
      path: `/rest/v1/calendars?id=eq.${calendarId}`,
      as: owner,
      request: change({ sendgrid_template_id }),
      status: 400,
      code: '23514',
    })),
    ...markup.map(
      (description): Case => ({
        group: 57,
        input: description,
        path: preview,
        as: member,
        request: of({ title: description, description, location: description }),
        status: 200,
        holds: ({ body }) => assert.doesNotMatch(body.html, /<(script|svg|base)|<meta http-equiv=refresh/i),
      }),
    ),
    {
      group: 58,
      input: '1 MB',
      path: preview,
      as: member,
      request: of({ description: 'x'.repeat(1e6) }),
      status: 413,
      code: 'payload_too_large',
    },
    {
      group: 58,
      input: '6 kB',
      path: preview,
      as: member,
      request: of({ description: 'x'.repeat(6000) }),
      status: 400,
    },
    missing('title', { title: ' ' }, /enter.*title/i),
    missing('start', { start_time: '' }, /start time/i),
    missing('end', { end_time: null }, /end time/i),
    missing('category', { category: '' }, /category/i),
    missing('a start that is none', { start_time: '2031-02-30T18:00:00Z' }, /start time/i),
    missing('a title that is a list', { title: ['x'] }, /title/i),
    ...['9999-12-31T23:59:59Z', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59-12:00', '0001-01-01T00:00'].map(
      (start_time) => ({
        group: 59,
        input: start_time,
        path: preview,
        as: member,
        request: of({ start_time, end_time: start_time }),
        status: [200, 400],
      }),
    ),
  ]
}
