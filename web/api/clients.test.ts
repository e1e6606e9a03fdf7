import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { createClients } from './clients.ts'
import { STORAGE_KEY } from './session-attribute.ts'

const session = {
  access_token: 'a.b.c',
  refresh_token: 'r',
  token_type: 'bearer',
  expires_in: 900,
  expires_at: Math.floor(Date.now() / 1000) + 900,
  user: { id: 'u' },
}

test('a request whose token was replaced meanwhile is sent again, and nobody is signed out', async () => {
  const stored = new Map([[STORAGE_KEY, JSON.stringify(session)]])
  const requests: string[] = []
  const { rest, auth } = createClients({
    url: 'http://town.example',
    key: 'sb_publishable_x',
    storage: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
      removeItem: (key) => void stored.delete(key),
    },
    fetch: async (input, init) => {
      const token = new Headers(init?.headers).get('authorization')
      requests.push(`${new URL(String(input)).pathname} ${token}`)
      if (token !== 'Bearer a.b.c') return Response.json([])
      stored.set(STORAGE_KEY, JSON.stringify({ ...session, access_token: 'd.e.f' }))
      return Response.json({ code: 'session_not_found' }, { status: 401 })
    },
  })
  await auth.initialize()
  assert.equal((await rest.from('events').select()).error, null)
  assert.deepEqual(requests, ['/rest/v1/events Bearer a.b.c', '/rest/v1/events Bearer d.e.f'])
  assert.equal((await auth.getSession()).data.session?.access_token, 'd.e.f')
  await auth.stopAutoRefresh()
})

test('signing out waits for pending requests, and sends no more with the old session', async () => {
  const requests: string[] = []
  const arrived = Promise.withResolvers<void>()
  const slow = Promise.withResolvers<void>()
  const stored = new Map([[STORAGE_KEY, JSON.stringify(session)]])
  const { rest, auth, signOut } = createClients({
    url: 'http://town.example',
    key: 'sb_publishable_x',
    storage: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
      removeItem: (key) => void stored.delete(key),
    },
    fetch: async (input, init) => {
      const { pathname } = new URL(String(input))
      requests.push(`${pathname} ${new Headers(init?.headers).get('authorization')}`)
      if (pathname === '/rest/v1/profiles') {
        arrived.resolve()
        await slow.promise
      }
      return Response.json([])
    },
  })
  await auth.initialize()
  const mine = 'Bearer a.b.c'
  const profile = rest.from('profiles').select().then()
  await arrived.promise
  const left = signOut()
  const late = await rest.from('events').select()
  assert.match(late.error?.message ?? '', /Signing out/)
  // Turns enough for a sign-out that waits for nothing.
  for (let turn = 0; turn < 100; turn++) await setImmediate()
  assert.deepEqual(requests, [`/rest/v1/profiles ${mine}`])
  slow.resolve()
  assert.equal((await profile).error, null)
  await left
  assert.deepEqual(requests, [`/rest/v1/profiles ${mine}`, `/auth/v1/logout ${mine}`])
  assert.equal((await auth.getSession()).data.session, null)
  // The next person on this browser asks as a guest, and is answered.
  assert.equal((await rest.from('events').select()).error, null)
  assert.equal(requests.at(-1), '/rest/v1/events null')
  await auth.stopAutoRefresh()
})
