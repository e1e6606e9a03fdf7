// Checks that come before every API: bodies, keys, paths, verbs, headers. Groups 91 to 98, as far as fetch can send them; what it
// cannot is in raw.ts.
import assert from 'node:assert/strict'
import { gzipSync } from 'node:zlib'
import { eventOn } from '../threats/fixture.ts'
import { type BadInputFixture, type Case, each, json, type Table } from './fixture.ts'

export const transport: Table = (fixture) => [...bodies(fixture), ...paths(fixture), ...headers(fixture)]

function bodies({ people: { owner, guest }, calendarId, newAddress }: BadInputFixture): Case[] {
  const event = JSON.stringify(eventOn(calendarId))
  const follow = () => JSON.stringify({ email: newAddress(), calendar_id: calendarId })
  const [events, following] = ['/rest/v1/events', '/functions/v1/send-contact-confirmation']
  const post = (body: BodyInit, type = 'application/json') => ({
    method: 'POST',
    body,
    headers: { 'content-type': type },
  })
  const bomb = gzipSync(Buffer.alloc(50_000_000, 'a'))
  const odd = '{"__proto__":{"trial":false},"constructor":{"prototype":{"admin":true}},"name":"x"}'
  return [
    ...each({ group: 91, path: events, status: 400 }, [
      { input: 'JSON as text/plain', as: owner, request: post(event, 'text/plain'), code: 'PGRST102' },
      {
        input: 'JSON as text/plain',
        path: following,
        request: post(follow(), 'text/plain'),
        status: 415,
        code: 'unsupported_media_type',
      },
      { input: 'utf-16', as: owner, request: post(Buffer.from(event, 'utf16le'), 'application/json; charset=utf-16') },
      { input: 'utf-16 unsaid', path: following, request: post(Buffer.from(follow(), 'utf16le')), code: 'bad_json' },
      { input: 'a byte order mark is let pass', as: owner, request: post(`\ufeff${event}`), status: 201 },
      { input: 'a byte order mark', path: following, request: post(`\ufeff${follow()}`), status: [200, 400] },
      { input: 'XML', as: owner, request: post('<x/>', 'application/xml') },
    ]),
    ...each({ group: 92, status: 400 }, [
      ...[
        '{',
        '{"a":',
        '[1,',
        '"x',
        '',
        'null',
        '7',
        '"x"',
        '{"a":1e400}',
        '{a:1}',
        'NaN',
        `${'['.repeat(100_000)}`,
      ].map((body) => ({ input: body.slice(0, 20) || 'nothing', path: following, request: post(body) })),
      ...[
        '{',
        '{"title":',
        '[1,',
        '[{}',
        '7',
        `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
        '{"start_time":1e400}',
      ].map((body) => ({ input: body.slice(0, 20), path: events, as: owner, request: post(body) })),
      { input: 'an empty list writes nothing', path: events, as: owner, request: post('[]'), status: 201 },
      { input: '__proto__ and constructor', path: '/rest/v1/calendars', as: owner, request: post(odd) },
      { input: '__proto__ and constructor', path: following, request: post(odd) },
      { input: '__proto__ in sign-up', path: '/auth/v1/signup', request: post(odd), holds: unpolluted },
      {
        input: 'a hundred thousand keys',
        path: events,
        as: owner,
        request: json(Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [i, 1]))),
        status: [400, 413],
      },
    ]),
    ...[
      ['/rest/v1/calendars?name=eq.a%00b', guest, {}],
      ['/rest/v1/calendars', owner, json({ name: 'a\u0000b', state: 'Texas', city: 'Austin' })],
      ['/rest/v1/rpc/search_calendars', guest, json({ p_query: 'a\u0000b' })],
      ['/rest/v1/rpc/search_calendars?p_query=a%00b', guest, {}],
      ['/rest/v1/rpc/get_invite', guest, json({ p_code: '\u0000' })],
      [
        `/rest/v1/calendars?id=eq.${calendarId}`,
        owner,
        { method: 'PATCH', body: '{"description":"\\u0000"}', headers: { 'content-type': 'application/json' } },
      ],
      [following, guest, json({ email: 'a\u0000@example.org', calendar_id: calendarId })],
      ['/functions/v1/opt-out', guest, json({ email: 'a@example.org\u0000', calendar_id: calendarId })],
      ['/auth/v1/signup', guest, json({ email: 'a\u0000@example.org', password: 'Ring.the.bell.1' })],
      [
        '/auth/v1/signup',
        guest,
        json({ email: newAddress(), password: 'Ring.the.bell.1', data: { display_name: 'a\u0000b' } }),
      ],
    ].map(([path, as, request]) => ({
      group: 93,
      input: `NUL at ${path}`,
      path: path as string,
      as: as as typeof guest,
      request: request as object,
      status: 400,
    })),
    ...each({ group: 96, path: events, status: [400, 413, 415] }, [
      {
        input: 'a gzip bomb is not opened',
        path: following,
        request: { ...post(bomb), headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' } },
      },
      {
        input: 'a gzip bomb is not opened',
        as: owner,
        request: { ...post(bomb), headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' } },
      },
      { input: '2 MB', as: owner, request: post(`[${event}${' '.repeat(2_000_000)}]`), status: 413 },
    ]),
  ]
}

function unpolluted(): void {
  assert.deepEqual(
    [({} as Record<string, unknown>).trial, ({} as Record<string, unknown>).admin],
    [undefined, undefined],
  )
}

function paths({ people: { guest } }: BadInputFixture): Case[] {
  return [
    ...each({ group: 94 }, [
      { input: 'dots', path: '/assets/..%2f..%2fpackage.json', status: 404 },
      { input: 'encoded dots', path: '/%2e%2e/%2e%2e/etc/passwd', status: 404 },
      { input: 'NUL', path: '/calendar/%00', status: [400, 404] },
      { input: 'half a percent', path: '/calendar/%', status: [400, 404] },
      { input: 'half a percent at the data', path: '/rest/v1/%E0%A4', status: [400, 404] },
      { input: 'bytes that are no UTF-8', path: '/calendar/%ff%fe', status: [400, 404] },
      {
        input: 'two slashes lead nowhere else',
        path: '//evil.example/',
        status: [308, 404],
        holds: ({ headers }) => assert.ok(!/^\/\/|evil\.example:|^https?:/.test(headers.get('location') ?? '')),
      },
      {
        input: 'backslashes',
        path: '/\\evil.example/',
        status: [308, 404],
        holds: ({ headers }) => assert.ok(!/^(\/\/|\/\\|https?:)/.test(headers.get('location') ?? '')),
      },
      { input: 'a path below the data', path: '/rest/v1/calendars/../profiles', as: guest, status: [401, 404] },
      { input: 'a file of ours', path: '/.env', status: 404 },
      { input: 'the server’s own code', path: '/server/index.js', status: 404 },
      { input: 'ten thousand parameters', path: `/rest/v1/calendars?${'a=eq.1&'.repeat(1500)}`, status: 400 },
    ]),
  ]
}

function headers({ people: { guest, owner }, calendarId, newAddress }: BadInputFixture): Case[] {
  const calendars = '/rest/v1/calendars?select=id'
  const with_ = (more: Record<string, string>, method = 'GET') => ({ method, headers: more })
  const spoofed = Array.from({ length: 50 }, (_, i) => `198.51.100.${i}`).join(', ')
  return [
    ...each({ group: 95, status: 405 }, [
      { input: 'a verb the data does not know', path: '/rest/v1/calendars', request: { method: 'PROPFIND' } },
      { input: 'POST to a page', path: '/about', request: json({}) },
      { input: 'an address of the data that is none', path: '/rest/v1/', status: 200 },
    ]),
    ...each({ group: 97, path: calendars }, [
      { input: 'Range junk', request: with_({ range: 'bytes=0-1' }), status: [200, 206, 400, 416] },
      {
        input: 'Range past the end',
        request: with_({ range: '1000000-', 'range-unit': 'items', prefer: 'count=exact' }),
        status: [200, 416],
      },
      {
        input: 'Range backwards',
        request: with_({ range: '5-1', 'range-unit': 'items' }),
        status: 416,
        code: 'PGRST103',
      },
      {
        input: 'If-Match junk',
        path: `/calendar/${calendarId}`,
        request: with_({ 'if-match': '"x"', 'if-none-match': ',,*x"' }),
        status: 200,
      },
      {
        input: 'Prefer junk',
        request: with_({ prefer: 'count=lots,tx=rollback,timezone=Mars/Base,,=;' }),
        status: [200, 400],
      },
      {
        input: 'Prefer junk, strictly',
        request: with_({ prefer: 'handling=strict,anything' }),
        status: 400,
        code: 'PGRST122',
      },
      {
        input: 'a zone that is none, strictly',
        request: with_({ prefer: 'handling=strict,timezone=Mars/Base' }),
        status: 400,
      },
      {
        input: 'count=exact as guest, of what is closed',
        path: '/rest/v1/calendar_contacts',
        as: guest,
        request: with_({ prefer: 'count=exact' }, 'HEAD'),
        status: 401,
      },
      { input: 'Accept junk', request: with_({ accept: 'text/nonsense' }), status: 406, code: 'PGRST107' },
      {
        input: 'a schema that is closed',
        path: '/rest/v1/users',
        as: owner,
        request: with_({ 'accept-profile': 'auth' }),
        status: 406,
        code: 'PGRST106',
      },
      { input: 'no key', request: with_({ apikey: '' }), status: 401, code: 'PGRST302' },
      {
        input: 'another key',
        path: '/functions/v1/opt-out',
        request: with_({ apikey: 'sb_publishable_wrong' }, 'POST'),
        status: 401,
        code: 'no_api_key',
      },
      { input: 'half a bearer', request: with_({ authorization: 'Bearer' }), status: 401, code: 'PGRST301' },
    ]),
    {
      group: 98,
      input: 'fifty forwarded addresses are not believed',
      path: '/functions/v1/send-contact-confirmation',
      request: json({ email: newAddress(), calendar_id: calendarId }, { headers: { 'x-forwarded-for': spoofed } }),
      status: 200,
      async holds() {
        const statuses = []
        for (let i = 0; i < 11; i++) {
          const headers = {
            'x-forwarded-for': `203.0.113.${i}, ${spoofed}`,
            'x-real-ip': `203.0.113.${i}`,
            forwarded: `for=203.0.113.${i}`,
          }
          const request = json({ email: newAddress(), calendar_id: calendarId }, { headers })
          statuses.push((await guest.request('/functions/v1/send-contact-confirmation', request)).status)
        }
        assert.deepEqual(statuses, [...Array(9).fill(200), 429, 429], 'all from one network')
      },
    },
  ]
}
