import assert from 'node:assert/strict'
import { createHmac, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { minutes } from '#domain/durations.ts'
import { createTokens } from './tokens.ts'

const secret = 'a secret that is at least forty bytes long'
const issuer = 'https://town.example/auth/v1'
const started = new Date('2026-07-04T12:00:00Z').getTime()
const [sub, session_id] = [randomUUID(), randomUUID()]
const person = { sub, session_id, email: 'a@example.org', user_metadata: {}, app_metadata: {}, amr: [] }

function tokensAt(start = started, remembered?: number) {
  let now = start
  const tokens = createTokens({
    secret,
    issuer,
    clock: { now: () => new Date(now) },
    ...(remembered ? { cached: remembered } : {}),
  })
  return {
    ...tokens,
    later: (ms: number) => {
      now += ms
    },
  }
}

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
function forged({ header = {}, claims = {}, key = secret }: { header?: object; claims?: object; key?: string } = {}) {
  const at = Math.floor(started / 1000)
  const body = `${base64({ alg: 'HS256', typ: 'JWT', ...header })}.${base64({ ...person, role: 'authenticated', aud: 'authenticated', iss: issuer, iat: at, exp: at + 900, ...claims })}`
  return `${body}.${createHmac('sha256', key).update(body).digest('base64url')}`
}

test('a signed token is verified, with its claims as text', async () => {
  const { sign, verify } = tokensAt()
  const { token, expiresIn, expiresAt } = await sign(person)
  assert.deepEqual([expiresIn, expiresAt], [900, started / 1000 + 900])
  const verified = await verify(token)
  assert.deepEqual([verified.role, verified.sub, verified.sessionId], ['authenticated', sub, session_id])
  assert.equal(JSON.parse(verified.claims).email, 'a@example.org')
  assert.equal(await verify(token), verified, 'the second time from memory')
})

test('a token expires, even if it is cached as verified', async () => {
  const { sign, verify, later } = tokensAt()
  const [remembered, fresh] = [(await sign(person)).token, (await sign({ ...person, email: 'b@example.org' })).token]
  await verify(remembered)
  later(minutes(15))
  for (const token of [remembered, remembered, fresh])
    await assert.rejects(verify(token), { code: 'jwt_expired', status: 401 })
})

test('the cache is bounded and evicts the least recently used', async () => {
  const { sign, verify } = tokensAt(started, 2)
  const all = await Promise.all(['a', 'b', 'c'].map(async (email) => (await sign({ ...person, email })).token))
  const [a, b, c] = all as [string, string, string]
  const first = await verify(a)
  await verify(b)
  await verify(a)
  await verify(c)
  assert.equal(await verify(a), first)
  assert.equal((await verify(b)).sub, sub)
})

test('tokens with another signature, issuer or algorithm are refused', async () => {
  const { verify } = tokensAt()
  assert.ok(await verify(forged()), 'the forger knows the form')
  const none = `${base64({ alg: 'none' })}.${forged().split('.')[1]}.`
  const bad = {
    none,
    'none with a signature': forged({ header: { alg: 'none' } }),
    'another key': forged({ key: 'another secret of at least forty bytes....' }),
    'another algorithm': forged({ header: { alg: 'HS512' } }),
    'RS256 confusion': forged({ header: { alg: 'RS256' } }),
    'critical extension': forged({ header: { crit: ['x'], x: 1 } }),
    'not yet valid': forged({ claims: { nbf: started / 1000 + 60 } }),
    'no expiry': forged({ claims: { exp: undefined } }),
    'expiry as text': forged({ claims: { exp: 'never' } }),
    'another issuer': forged({ claims: { iss: 'https://other.example' } }),
    'another audience': forged({ claims: { aud: 'anon' } }),
    'another role': forged({ claims: { role: 'service_role' } }),
    'role of the database': forged({ claims: { role: 'postgres' } }),
    'sub that is no uuid': forged({ claims: { sub: "x' or true" } }),
    'no session': forged({ claims: { session_id: undefined } }),
    'cut short': forged().slice(0, -5),
    empty: '',
    dots: '..',
    text: 'not a token',
    huge: 'a'.repeat(1_000_000),
  }
  for (const [name, token] of Object.entries(bad))
    await assert.rejects(verify(token), { code: 'bad_jwt', status: 401 }, name)
  const kidPath = forged({ header: { kid: '../../dev/null' } })
  assert.equal((await verify(kidPath)).sub, sub, 'a kid is not looked at')
  await assert.rejects(verify(forged({ claims: { exp: started / 1000 - 1 } })), { code: 'jwt_expired' })
})
