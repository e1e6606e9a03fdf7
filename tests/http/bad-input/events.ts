// Times, templates and copies of events: groups 44, 45, 46, 51 and 53. What a column takes is tried in policies/events.test.ts.
import assert from 'node:assert/strict'
import { eventOn } from '../threats/fixture.ts'
import { type BadInputFixture, type Case, json, type Table } from './fixture.ts'

export const events: Table = (fixture) => [...texts(fixture), ...times(fixture)]

const shown = { headers: { prefer: 'return=representation' } }
const path = '/rest/v1/events'

function texts({ people: { owner }, calendarId, base }: BadInputFixture): Case[] {
  const add = (more: object) => json(eventOn(calendarId, more))
  const kept = '{{7*7}} <%= 7*7 %> #{7*7}\r\n.\r\n--boundary\r\nContent-Type: text/html\r\n\r\n<b>'
  return [
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
      group: 51,
      input: 'templates, dots and boundaries are text',
      path: `${path}?select=description`,
      as: owner,
      request: json(eventOn(calendarId, { description: kept }), shown),
      status: 201,
      async holds({ body }) {
        assert.equal(body[0].description, kept)
        const preview = await owner.request('/functions/v1/preview-email', {
          json: {
            calendar_id: calendarId,
            event_data: {
              title: 'Party',
              start_time: '18:00',
              end_time: '19:00',
              category: 'Event',
              description: kept,
            },
          },
        })
        assert.match(preview.body.html, /\{\{7\*7\}\} &lt;%&#x3D; 7\*7/)
      },
    },
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
