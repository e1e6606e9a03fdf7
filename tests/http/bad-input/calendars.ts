// Which rows a request names, and invites: groups 33, 34 and 40. What a column takes is tried in policies/.
import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { type BadInputFixture, type Case, each, json, remove, type Table } from './fixture.ts'

export const calendars: Table = ({
  people: { owner, other, guest },
  calendarId,
  foreignId,
  base,
}: BadInputFixture): Case[] => {
  const exists = async () => {
    const rows = await base.rows('select 1 from public.calendars where id in ($1, $2)', [calendarId, foreignId])
    assert.equal(rows.length, 2)
  }
  const wrong = ['', 'x', ' ', '%', "' or 1=1 --", 'x'.repeat(10_000), randomBytes(18).toString('base64url'), null]
  return [
    ...['/rest/v1/calendars', '/rest/v1/calendars?select=id', '/rest/v1/calendars?limit=1'].map((all) => ({
      group: 33,
      input: all,
      path: all,
      as: owner,
      request: remove,
      status: 400,
      holds: exists,
    })),
    ...each({ group: 34 }, [
      { input: 'not a UUID', path: '/rest/v1/calendars?id=eq.7', as: owner, status: 400, code: '22P02' },
      {
        input: 'another’s id',
        path: `/rest/v1/calendars?id=eq.${foreignId}`,
        as: owner,
        request: remove,
        status: 204,
        holds: exists,
      },
      {
        input: 'an id that was never there',
        path: `/rest/v1/calendars?id=eq.${randomUUID()}`,
        as: owner,
        status: 200,
        holds: ({ body }) => assert.deepEqual(body, []),
      },
      { input: 'not a UUID, as a page', path: '/calendar/7;drop', as: guest, status: 404 },
    ]),
    ...each({ group: 40, path: '/rest/v1/rpc/join_calendar', as: other, status: 400, code: 'TB011' }, [
      ...wrong.map((p_code) => ({ input: `code ${JSON.stringify(p_code).slice(0, 30)}`, request: json({ p_code }) })),
      { input: 'no code', request: json({}), status: 404, code: 'PGRST202' },
    ]),
  ]
}
