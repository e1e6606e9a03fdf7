import assert from 'node:assert/strict'
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { importJWK, jwtVerify } from 'jose'
import { hours } from '#domain/durations.ts'
import { loadOrCreateVapidKeys } from '#runtime/vapid.ts'
import { notSentDetails } from '../outcome.ts'
import { encryptPush } from './encrypt.ts'
import { createPush, type PushMessage } from './push.ts'

test('the example of RFC 8291 comes out as printed there', () => {
  const message = encryptPush(
    'When I grow up, I want to be a watermelon',
    {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    },
    {
      privateKey: Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'),
      salt: Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url'),
    },
  )
  assert.equal(
    message.toString('base64url'),
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

/** A browser with its keys, which decrypts what it gets. */
function browser() {
  const own = createECDH('prime256v1')
  const p256dh = own.generateKeys().toString('base64url')
  const auth = randomBytes(16)
  return {
    keys: { p256dh, auth: auth.toString('base64url') },
    read(body: Buffer): unknown {
      const salt = body.subarray(0, 16)
      const sender = body.subarray(21, 21 + (body[20] ?? 0))
      const rest = body.subarray(21 + sender.length)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), sender])
      const secret = hkdfSync('sha256', own.computeSecret(sender), auth, info, 32)
      const part = (name: string, length: number) =>
        Buffer.from(hkdfSync('sha256', Buffer.from(secret), salt, Buffer.from(`Content-Encoding: ${name}\0`), length))
      const decipher = createDecipheriv('aes-128-gcm', part('aes128gcm', 16), part('nonce', 12))
      decipher.setAuthTag(rest.subarray(-16))
      const text = Buffer.concat([decipher.update(rest.subarray(0, -16)), decipher.final()])
      assert.equal(text.at(-1), 2)
      return JSON.parse(text.subarray(0, -1).toString())
    },
  }
}

const folder = mkdtempSync(join(tmpdir(), 'townbell-vapid-'))
after(() => rmSync(folder, { recursive: true }))

function pushing(status: number) {
  const vapid = loadOrCreateVapidKeys(folder)
  const calls: { url: string; headers: Record<string, string>; body: Buffer }[] = []
  const push = createPush({
    vapid,
    contact: 'help@town.example',
    clock: { now: () => new Date('2025-07-04T13:00:00Z') },
    call: async (url, init) => {
      calls.push({ url, headers: init.headers as Record<string, string>, body: Buffer.from(init.body as Uint8Array) })
      return { status, headers: new Headers(), body: {} }
    },
  })
  return { vapid, calls, push }
}

const messageTo = (keys: PushMessage['keys']): PushMessage => ({
  endpoint: 'https://fcm.googleapis.com/fcm/send/abc',
  keys,
  payload: { title: 'Barton Hills', body: 'Porch concert, 6:00 PM', url: 'https://town.example/', tag: 'x' },
  topic: 'topic',
  ttlMs: hours(2),
})

test('only the browser can read a message, and the push service can verify that we sent it', async () => {
  const { vapid, calls, push } = pushing(201)
  const reader = browser()
  await push.send(messageTo(reader.keys))
  const [call] = calls
  assert.deepEqual(reader.read(call?.body ?? Buffer.alloc(0)), messageTo(reader.keys).payload)
  assert.throws(() => browser().read(call?.body ?? Buffer.alloc(0)))
  assert.deepEqual(
    [call?.headers.ttl, call?.headers.topic, call?.headers['content-encoding']],
    ['7200', 'topic', 'aes128gcm'],
  )
  const [, token = '', key] = /^vapid t=([^,]+), k=(.+)$/.exec(call?.headers.authorization ?? '') ?? []
  assert.equal(key, vapid.publicKey)
  const point = Buffer.from(vapid.publicKey, 'base64url')
  const publicKey = await importJWK(
    {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
    'ES256',
  )
  const { payload } = await jwtVerify(token, publicKey, {
    audience: 'https://fcm.googleapis.com',
    currentDate: new Date('2025-07-04T13:00:00Z'),
  })
  assert.equal(payload.sub, 'mailto:help@town.example')
})

test('a subscription that is gone is told apart from a push service that is busy', async () => {
  for (const [status, wanted] of [
    [410, { failure: 'permanent', isBadAddress: true }],
    [404, { failure: 'permanent', isBadAddress: true }],
    [429, { failure: 'temporary' }],
    [400, { failure: 'permanent' }],
  ] as const) {
    const error = await pushing(status)
      .push.send(messageTo(browser().keys))
      .catch((error) => error)
    assert.partialDeepStrictEqual(notSentDetails(error), wanted)
  }
})

test('the keys are created once', () => {
  assert.deepEqual(loadOrCreateVapidKeys(folder), loadOrCreateVapidKeys(folder))
})
