// Sign-up, sign-in, refresh, reset, profiles: groups 1 to 24.
import assert from 'node:assert/strict'
import { createHmac, randomUUID } from 'node:crypto'
import { caughtLink } from '#testing/mailbox.ts'
import { password } from '../threats/fixture.ts'
import { type BadInputFixture, type Case, change, json, type Table } from './fixture.ts'

const SIGN_UP = '/auth/v1/signup'
const SIGN_IN = '/auth/v1/token?grant_type=password'

export const accounts: Table = (fixture) => [
  ...addresses(),
  ...passwords(fixture),
  ...names(fixture),
  ...tokens(fixture),
  ...profiles(fixture),
]

function addresses(): Case[] {
  const wrong: [number, string][] = [
    [1, `${'a'.repeat(245)}@example.org`],
    [1, `${'a'.repeat(65)}@example.org`],
    [1, `a@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.${'f'.repeat(60)}.org`],
    [2, 'a@b'],
    [2, '@x.org'],
    [2, 'a@@b.org'],
    [2, 'a@b.org.'],
    [2, 'a.@b.org'],
    [3, '"a b"@x.org'],
    [3, 'a@[127.0.0.1]'],
    [4, 'a@x.org\r\nBcc: victim@evil.example'],
    [4, 'a@x.org%0d%0aBcc: victim@evil.example'],
    [5, 'ü@ex.org'],
    [5, 'a\uff20example.org'],
    [5, 'a@exa\u200bmple.org'],
  ]
  return wrong.flatMap(([group, email]) =>
    [SIGN_UP, SIGN_IN, '/auth/v1/recover'].map((path) => ({
      group,
      input: JSON.stringify(email).slice(0, 40),
      path,
      request: json({ email, password }),
      status: 400,
      code: 'validation_failed',
    })),
  )
}

function passwords({ newAddress, people, base }: BadInputFixture): Case[] {
  const signUp = (secret: unknown) => json({ email: newAddress(), password: secret })
  const long = (length: number) => `${password}${'x'.repeat(length - password.length)}`
  const works = [64, 72, 73, 128].map((length): Case => {
    const email = newAddress()
    return {
      group: 6,
      input: `a password of ${length} characters works whole`,
      path: SIGN_UP,
      request: json({ email, password: long(length) }),
      status: 200,
      async holds() {
        const tried = async (secret: string) =>
          (await people.guest.request(SIGN_IN, { json: { email, password: secret } })).status
        assert.equal(await tried(long(length)), 200)
        assert.equal(await tried(long(length).slice(0, -1)), 400, 'nothing is cut off')
      },
    }
  })
  const nfc = newAddress()
  return [
    { group: 6, input: '7 characters', path: SIGN_UP, request: signUp('Abcd.12'), status: 422, code: 'weak_password' },
    { group: 6, input: '8 characters', path: SIGN_UP, request: signUp('Abcde.12'), status: 200 },
    ...works,
    {
      group: 6,
      input: '1001 characters',
      path: SIGN_UP,
      request: signUp(long(1001)),
      status: 422,
      code: 'weak_password',
    },
    { group: 6, input: 'a million', path: SIGN_UP, request: signUp(long(1e6)), status: 413, code: 'payload_too_large' },
    { group: 7, input: 'NUL', path: SIGN_UP, request: signUp(`${password}\0`), status: 400, code: 'validation_failed' },
    {
      group: 7,
      input: 'half an emoji',
      path: SIGN_UP,
      request: signUp(`${password}\ud83d`),
      status: 400,
      code: 'validation_failed',
    },
    {
      group: 7,
      input: 'emoji, and accents typed in two ways',
      path: SIGN_UP,
      request: json({ email: nfc, password: `Caf\u00e9.Bell.1🔔` }),
      status: 200,
      async holds() {
        const again = await people.guest.request(SIGN_IN, { json: { email: nfc, password: `Cafe\u0301.Bell.1🔔` } })
        assert.equal(again.status, 200)
      },
    },
    ...['Password1!', 'P@ssw0rd123!', 'Qwerty123!'].map((secret) => ({
      group: 8,
      input: `${secret}, which attackers try first`,
      path: SIGN_UP,
      request: signUp(secret),
      status: 422,
      code: 'weak_password',
    })),
    ...[[password], { $ne: '' }, 12345678, true, null].map((secret) => ({
      group: 13,
      input: JSON.stringify(secret),
      path: SIGN_IN,
      request: json({ email: people.owner.email, password: secret }),
      status: 400,
      code: 'validation_failed',
    })),
    {
      group: 14,
      input: 'two passwords in one body: the last counts',
      path: SIGN_IN,
      request: {
        method: 'POST',
        body: `{"email":"${people.owner.email}","password":"${password}","password":"Wrong-1-word"}`,
      },
      status: 400,
      code: 'invalid_credentials',
    },
    {
      group: 15,
      input: 'upper case and spaces around the address are the same account',
      path: SIGN_IN,
      request: json({ email: `  ${people.owner.email.toUpperCase()}\t`, password }),
      status: 200,
      holds: ({ body }) => assert.equal(body.user.id, people.owner.id),
    },
    {
      group: 20,
      input: 'an unconfirmed person makes a calendar',
      path: '/rest/v1/calendars',
      as: people.unconfirmed,
      request: json({ name: 'Mine', state: 'Texas', city: 'Austin', owner_id: people.unconfirmed.id }),
      status: 400,
      code: 'TB007',
      holds: async () =>
        assert.deepEqual(
          await base.rows('select 1 from public.calendars where owner_id = $1', [people.unconfirmed.id]),
          [],
        ),
    },
  ]
}

function names({ newAddress, base }: BadInputFixture): Case[] {
  const named = (display_name: unknown) => json({ email: newAddress(), password, data: { display_name } })
  const [shown, raised] = [newAddress(), newAddress()]
  const profile = async (email: string) =>
    (await base.rows('select display_name, trial from public.profiles where email = $1', [email]))[0]
  const evil = ['//evil.example', 'https://ok@evil.example', 'javascript:alert(1)']
  return [
    { group: 9, input: 'an empty name', path: SIGN_UP, request: named(''), status: 200 },
    {
      group: 9,
      input: '10 kB',
      path: SIGN_UP,
      request: named('x'.repeat(10_000)),
      status: 400,
      code: 'validation_failed',
    },
    { group: 9, input: 'RTL override', path: SIGN_UP, request: named('\u202egnp.exe'), status: 400 },
    {
      group: 9,
      input: 'markup is a name like any other, and stays text',
      path: SIGN_UP,
      request: json({ email: shown, password, data: { display_name: '<img onerror=alert(1)>' } }),
      status: 200,
      holds: async () => assert.equal((await profile(shown)).display_name, '<img onerror=alert(1)>'),
    },
    {
      group: 10,
      input: 'rights in the data',
      path: SIGN_UP,
      request: json({ email: newAddress(), password, data: { role: 'admin', trial: false } }),
      status: 400,
      code: 'validation_failed',
    },
    {
      group: 10,
      input: 'rights beside the data',
      path: SIGN_UP,
      request: json({ email: raised, password, trial: false, role: 'service_role' }),
      status: 200,
      holds: async () => assert.equal((await profile(raised)).trial, true),
    },
    ...evil.map((wanted): Case => {
      const email = newAddress()
      return {
        group: 11,
        input: wanted,
        path: `${SIGN_UP}?redirect_to=${encodeURIComponent(wanted)}`,
        request: json({ email, password }),
        status: 200,
        async holds() {
          const link = new URL(await caughtLink(base.pool, email, '/auth/v1/verify'))
          assert.equal(link.searchParams.get('redirect_to'), `${base.url}/dashboard`)
        },
      }
    }),
  ]
}

function tokens({ people, base, config }: BadInputFixture): Case[] {
  const verify = (token_hash: unknown, type: unknown = 'recovery') => json({ token_hash, type })
  const [header = '', payload = '', signature = ''] = people.owner.token.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const signed = (head: object, body: object, key: string) => {
    const text = [head, body].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
    return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`
  }
  const hs256 = { alg: 'HS256', typ: 'JWT' }
  const [now, own] = [Math.floor(Date.now() / 1000), config.jwtSecret]
  const forged: Record<string, string> = {
    'alg none': `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`,
    'no signature': `${header}.${payload}.`,
    'another key': signed(hs256, claims, 'another secret of at least forty bytes....'),
    'the public key as key': signed(hs256, claims, config.publishableKey),
    'kid path': signed({ ...hs256, kid: '../../dev/null' }, claims, ''),
    expired: signed(hs256, { ...claims, exp: now - 1 }, own),
    'not yet valid': signed(hs256, { ...claims, nbf: now + 3600 }, own),
    'role service': signed(hs256, { ...claims, role: 'service_role' }, own),
    'sub that is SQL': signed(hs256, { ...claims, sub: "' or true --" }, own),
    'other issuer': signed(hs256, { ...claims, iss: 'https://evil.example' }, own),
    'payload of somebody else': `${header}.${people.other.token.split('.')[1]}.${signature}`,
    'a megabyte': 'a'.repeat(8_500),
  }
  return [
    ...['nonsense', '', 'x'.repeat(10_000), null, ['x'], randomUUID()].map((token) => ({
      group: 16,
      input: `recovery token ${JSON.stringify(token)?.slice(0, 20)}`,
      path: '/auth/v1/verify',
      request: verify(token),
      status: [400, 403],
    })),
    { group: 16, input: 'a kind there is not', path: '/auth/v1/verify', request: verify('x', 'magic'), status: 400 },
    ...Object.entries(forged).map(([input, token]) => ({
      group: 17,
      input,
      path: '/rest/v1/profiles',
      request: { headers: { authorization: `Bearer ${token}` } },
      status: 401,
      code: input === 'expired' ? 'PGRST303' : 'PGRST301',
    })),
    ...['', 'x', 'x'.repeat(513), null, 5].map((refresh_token) => ({
      group: 18,
      input: `refresh token ${JSON.stringify(refresh_token)?.slice(0, 20)}`,
      path: '/auth/v1/token?grant_type=refresh_token',
      request: json({ refresh_token }),
      status: 400,
    })),
    {
      group: 18,
      input: 'of a session that has ended',
      path: '/auth/v1/logout?scope=others',
      as: people.owner,
      request: { method: 'POST' },
      status: 204,
      async holds() {
        const lost = await people.guest.request(SIGN_IN, { json: { email: people.owner.email, password } })
        await people.owner.request('/auth/v1/logout?scope=others', { method: 'POST' })
        const { refresh_token } = lost.body
        const answer = await people.guest.request('/auth/v1/token?grant_type=refresh_token', {
          json: { refresh_token },
        })
        assert.deepEqual([answer.status, answer.body.error_code], [400, 'refresh_token_not_found'])
      },
    },
    {
      group: 19,
      input: 'one reset link in two tabs',
      path: '/auth/v1/recover',
      request: json({ email: people.other.email }),
      status: 200,
      async holds() {
        const link = new URL(await caughtLink(base.pool, people.other.email, '/auth/v1/verify'))
        const token_hash = link.searchParams.get('token')
        const tabs = [1, 2].map(() => people.guest.request('/auth/v1/verify', verify(token_hash)))
        assert.deepEqual((await Promise.all(tabs)).map(({ status }) => status).sort(), [200, 403])
      },
    },
  ]
}

function profiles({ people: { owner, other }, base }: BadInputFixture): Case[] {
  const merge = { headers: { prefer: 'resolution=merge-duplicates' } }
  const row = (more: object) => ({ user_id: owner.id, email: owner.email, display_name: 'Owner', ...more })
  const path = '/rest/v1/profiles?on_conflict=user_id'
  const stays = async () => {
    const [mine] = await base.rows('select email, trial from public.profiles where user_id = $1', [owner.id])
    assert.deepEqual(mine, { email: owner.email, trial: false })
  }
  const thousand = Array.from({ length: 1000 }, () => row({ user_id: randomUUID() }))
  return [
    { group: 21, input: 'another’s row', path, as: other, request: json(row({}), merge), status: 403, code: '42501' },
    { group: 21, input: 'nobody’s row', path, as: other, request: json(row({ user_id: 'x' }), merge), status: 400 },
    {
      group: 22,
      input: 'trial: true',
      path,
      as: owner,
      request: json(row({ trial: true }), merge),
      status: 403,
      holds: stays,
    },
    {
      group: 22,
      input: 'trial by PATCH',
      path: `/rest/v1/profiles?user_id=eq.${owner.id}`,
      as: owner,
      request: change({ trial: true }),
      status: 403,
      holds: stays,
    },
    {
      group: 23,
      input: 'the email of somebody else is put back',
      path,
      as: owner,
      request: json(row({ email: other.email }), merge),
      status: [200, 201],
      holds: stays,
    },
    { group: 24, input: 'a thousand rows', path, as: owner, request: json(thousand, merge), status: 403 },
  ]
}
