// Passwords that attackers try first, and forged access tokens: groups 8 and 17. auth/bad-input.test.ts has those beside them.
import { createHmac } from 'node:crypto'
import { type BadInputFixture, type Case, json, type Table } from './fixture.ts'

export const accounts: Table = (fixture) => [...passwords(fixture), ...tokens(fixture)]

function passwords({ newAddress }: BadInputFixture): Case[] {
  return ['Password1!', 'P@ssw0rd123!', 'Qwerty123!'].map((secret) => ({
    group: 8,
    input: secret,
    path: '/auth/v1/signup',
    request: json({ email: newAddress(), password: secret }),
    status: 422,
    code: 'weak_password',
  }))
}

function tokens({ people, config }: BadInputFixture): Case[] {
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
  return Object.entries(forged).map(([input, token]) => ({
    group: 17,
    input,
    path: '/rest/v1/profiles',
    request: { headers: { authorization: `Bearer ${token}` } },
    status: 401,
    code: input === 'expired' ? 'PGRST303' : 'PGRST301',
  }))
}
