// Calendars, members, invites: groups 25 to 41.
import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { type BadInputFixture, type Case, change, json, remove, type Table } from './fixture.ts'

export const calendars: Table = (fixture) => [
  ...made(fixture),
  ...changed(fixture),
  ...members(fixture),
  ...invites(fixture),
]

const shown = { headers: { prefer: 'return=representation' } }

function made({ people: { owner, other } }: BadInputFixture): Case[] {
  const path = '/rest/v1/calendars'
  const row = (more: object) => json({ name: 'Elm', state: 'Texas', city: 'Austin', ...more })
  const named = (name: unknown, input = JSON.stringify(name)) => ({
    group: 25,
    input,
    path,
    as: owner,
    request: row({ name }),
  })
  return [
    ...['', '   ', '\u200b\u2060', '\u3164', 'x'.repeat(101), '🎉'.repeat(101), 'a\nb', 'a\u202eb'].map((name) => ({
      ...named(name, JSON.stringify(name).slice(0, 30)),
      status: 400,
      code: '23514',
    })),
    { ...named(null), status: 400, code: '23502' },
    { ...named({ a: 1 }, 'an object is kept as its text'), status: 201 },
    {
      ...named('🎉'.repeat(100), 'a hundred emoji are a hundred characters'),
      path: `${path}?select=name`,
      request: json({ name: '🎉'.repeat(100), state: 'Texas', city: 'Austin' }, shown),
      status: 201,
      holds: ({ body }) => assert.equal([...body[0].name].length, 100),
    },
    {
      group: 26,
      input: '501',
      path,
      as: owner,
      request: row({ description: 'x'.repeat(501) }),
      status: 400,
      code: '23514',
    },
    {
      group: 27,
      input: 'no such state',
      path,
      as: owner,
      request: row({ state: 'Narnia' }),
      status: 400,
      code: 'TB009',
    },
    {
      group: 27,
      input: 'city of another state',
      path,
      as: owner,
      request: row({ city: 'Boston' }),
      status: 400,
      code: 'TB009',
    },
    { group: 27, input: 'no city', path, as: owner, request: row({ city: null }), status: 400 },
    {
      group: 28,
      input: 'in another’s name',
      path,
      as: other,
      request: row({ owner_id: owner.id }),
      status: 403,
      code: '42501',
    },
    { group: 28, input: 'in nobody’s name', path, as: other, request: row({ owner_id: randomUUID() }), status: 403 },
    {
      group: 29,
      input: '"yes" is what PostgreSQL takes for true',
      path: `${path}?select=allow_guest_users`,
      as: owner,
      request: json({ name: 'Elm', state: 'Texas', city: 'Austin', allow_guest_users: 'yes' }, shown),
      status: 201,
      holds: ({ body }) => assert.equal(body[0].allow_guest_users, true),
    },
    {
      group: 29,
      input: 'null',
      path,
      as: owner,
      request: row({ allow_guest_users: null }),
      status: 400,
      code: '23502',
    },
    {
      group: 29,
      input: '"maybe"',
      path,
      as: owner,
      request: row({ allow_guest_users: 'maybe' }),
      status: 400,
      code: '22P02',
    },
    { group: 29, input: 'a list', path, as: owner, request: row({ allow_guest_users: [true] }), status: 400 },
  ]
}

function changed({ people: { owner, other, guest }, calendarId, foreignId, base }: BadInputFixture): Case[] {
  const path = `/rest/v1/calendars?id=eq.${calendarId}`
  const urls = [
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'https://user:secret@example.org',
    `https://example.org/${'x'.repeat(10_000)}`,
    'https://',
    'example.org',
    'https://exa mple.org',
  ]
  const addresses = [
    'a@x.org,b@x.org',
    'a@x.org\r\nBcc: b@x.org',
    'a@x.org?bcc=b@x.org',
    'nonsense',
    `${'a'.repeat(250)}@x.org`,
  ]
  const forbidden = { owner_id: other.id, identifier: 1, invite_code: 'x', disabled: true, version: 9 }
  const exists = async () =>
    assert.equal(
      (await base.rows('select 1 from public.calendars where id in ($1, $2)', [calendarId, foreignId])).length,
      2,
    )
  return [
    ...urls.map((external_calendar_url) => ({
      group: 30,
      input: external_calendar_url.slice(0, 40),
      path,
      as: owner,
      request: change({ external_calendar_url }),
      status: 400,
      code: '23514',
    })),
    {
      group: 30,
      input: 'an inner address is only a link: the server never asks it',
      path,
      as: owner,
      request: change({ external_calendar_url: 'http://169.254.169.254/latest/meta-data' }),
      status: 204,
    },
    ...addresses.map((admin_email) => ({
      group: 31,
      input: JSON.stringify(admin_email).slice(0, 40),
      path,
      as: owner,
      request: change({ admin_email }),
      status: 400,
      code: '23514',
    })),
    ...Object.entries(forbidden).map(([column, value]) => ({
      group: 32,
      input: column,
      path,
      as: owner,
      request: change({ [column]: value }),
      status: [400, 403],
    })),
    ...['/rest/v1/calendars', '/rest/v1/calendars?select=id', '/rest/v1/calendars?limit=1'].map((all) => ({
      group: 33,
      input: all,
      path: all,
      as: owner,
      request: remove,
      status: 400,
      holds: exists,
    })),
    { group: 34, input: 'not a UUID', path: '/rest/v1/calendars?id=eq.7', as: owner, status: 400, code: '22P02' },
    {
      group: 34,
      input: 'another’s id',
      path: `/rest/v1/calendars?id=eq.${foreignId}`,
      as: owner,
      request: remove,
      status: 204,
      holds: exists,
    },
    {
      group: 34,
      input: 'an id that was never there',
      path: `/rest/v1/calendars?id=eq.${randomUUID()}`,
      as: owner,
      status: 200,
      holds: ({ body }) => assert.deepEqual(body, []),
    },
    {
      group: 34,
      input: 'not a UUID, as a page',
      path: '/calendar/7;drop',
      as: guest,
      status: 404,
    },
    {
      group: 35,
      input: 'a script as name',
      path,
      as: owner,
      request: change({ name: '</script><script>alert(1)</script>' }),
      status: 204,
      async holds() {
        const page = await guest.request(`/calendar/${calendarId}`)
        assert.equal(page.status, 200)
        assert.ok(!page.text.includes('<script>alert'))
      },
    },
  ]
}

function members({ people: { owner, member, other, guest }, calendarId, foreignId, base }: BadInputFixture): Case[] {
  const seat = (user: { id: string }) => `/rest/v1/calendar_members?calendar_id=eq.${calendarId}&user_id=eq.${user.id}`
  const row = (more: object) => json({ calendar_id: calendarId, user_id: other.id, role: 'member', ...more })
  const seated = async () =>
    assert.deepEqual(
      (
        await base.rows('select role from public.calendar_members where calendar_id = $1 order by role', [calendarId])
      ).map(({ role }) => role),
      ['admin', 'member'],
    )
  const path = '/rest/v1/calendar_members'
  return [
    ...['owner', 'ADMIN', 'viewer', ''].map((role) => ({
      group: 36,
      input: `role ${JSON.stringify(role)}`,
      path: seat(member),
      as: owner,
      request: change({ role }),
      status: 400,
      code: '23514',
    })),
    {
      group: 36,
      input: 'role null',
      path: seat(member),
      as: owner,
      request: change({ role: null }),
      status: 400,
      code: '23502',
    },
    { group: 37, input: 'self as admin', path, as: other, request: row({ role: 'admin' }), status: 403, holds: seated },
    { group: 37, input: 'self as member', path, as: other, request: row({}), status: 403, holds: seated },
    {
      group: 37,
      input: 'raise oneself',
      path: seat(member),
      as: member,
      request: change({ role: 'admin' }),
      status: 204,
      holds: seated,
    },
    {
      group: 38,
      input: 'remove the owner',
      path: seat(owner),
      as: member,
      request: remove,
      status: 204,
      holds: seated,
    },
    {
      group: 38,
      input: 'remove a stranger’s member',
      path: seat(member),
      as: other,
      request: remove,
      status: 204,
      holds: seated,
    },
    {
      group: 39,
      input: 'the owner leaves',
      path: seat(owner),
      as: owner,
      request: remove,
      status: 400,
      code: 'TB004',
      holds: seated,
    },
    {
      group: 39,
      input: 'the owner steps down',
      path: seat(owner),
      as: owner,
      request: change({ role: 'member' }),
      status: 400,
    },
    {
      group: 41,
      input: 'a guest counts',
      path: `/rest/v1/calendar_members?calendar_id=eq.${foreignId}`,
      as: guest,
      request: { method: 'HEAD', headers: { prefer: 'count=exact' } },
      status: 200,
      holds: ({ headers }) => assert.match(headers.get('content-range') ?? '', /\/1$/),
    },
    {
      group: 41,
      input: 'a stranger counts',
      path: `/rest/v1/calendar_members?calendar_id=eq.${foreignId}`,
      as: owner,
      request: { method: 'HEAD', headers: { prefer: 'count=exact' } },
      status: 200,
      holds: ({ headers }) => assert.match(headers.get('content-range') ?? '', /\/0$/),
    },
  ]
}

function invites({ people: { owner, other, guest }, calendarId, base }: BadInputFixture): Case[] {
  const path = '/rest/v1/rpc/join_calendar'
  const wrong = ['', 'x', ' ', '%', "' or 1=1 --", 'x'.repeat(10_000), randomBytes(18).toString('base64url')]
  return [
    ...wrong.map((p_code) => ({
      group: 40,
      input: `code ${JSON.stringify(p_code).slice(0, 30)}`,
      path,
      as: other,
      request: json({ p_code }),
      status: 400,
      code: 'TB011',
    })),
    { group: 40, input: 'no code', path, as: other, request: json({}), status: 404, code: 'PGRST202' },
    { group: 40, input: 'null', path, as: other, request: json({ p_code: null }), status: 400, code: 'TB011' },
    {
      group: 40,
      input: 'wrong a thousand times',
      path: '/rest/v1/rpc/get_invite',
      as: guest,
      request: json({ p_code: 'guess' }),
      status: 200,
      async holds() {
        const seen = { 200: 0, 429: 0 }
        for (let round = 0; round < 100; round++) {
          const guesses = Array.from({ length: 10 }, () => randomBytes(18).toString('base64url'))
          const tried = guesses.map((p_code) => guest.request('/rest/v1/rpc/get_invite', json({ p_code })))
          for (const { status } of await Promise.all(tried)) seen[status as 200]++
        }
        assert.deepEqual(seen, { 200: 29, 429: 971 }, 'thirty an hour, the first among them')
      },
    },
    {
      group: 40,
      input: 'rotated, and of a calendar that was switched off',
      path: '/rest/v1/rpc/renew_invite',
      as: owner,
      request: json({ p_calendar_id: calendarId }),
      status: 200,
      async holds({ body: code }) {
        await owner.request('/rest/v1/rpc/renew_invite', { json: { p_calendar_id: calendarId } })
        assert.equal((await other.request(path, { json: { p_code: code } })).status, 400)
        const newest = await owner.request(`/rest/v1/calendars?id=eq.${calendarId}&select=invite_code`)
        await base.rows('update public.calendars set disabled = true where id = $1', [calendarId])
        assert.equal((await other.request(path, { json: { p_code: newest.body[0].invite_code } })).status, 400)
        await base.rows('update public.calendars set disabled = false where id = $1', [calendarId])
      },
    },
  ]
}
