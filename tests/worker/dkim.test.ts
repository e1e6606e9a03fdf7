// Signed mail, checked by an independent verifier.
import assert from 'node:assert/strict'
import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { after, before, test } from 'node:test'
import { readDkimKey } from '#messages/email/dkim.ts'
import { createSmtpConnections } from '#messages/email/smtp-connections.ts'
import { addEvent, fixedClock, makeCalendar } from '#testing/calendars.ts'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { dkimProblem } from '#testing/dkim.ts'
import { openSendingFixture } from '#testing/sending-fixture.ts'
import { startSmtp } from '#testing/smtp.ts'

let database: TestDatabase
before(async () => {
  database = await testDatabase()
})
after(() => database.close())

const pemOf = (key: KeyObject) => String(key.export({ type: 'pkcs8', format: 'pem' }))

for (const kind of ['rsa', 'ed25519'] as const) {
  test(`every mail of a mailing carries a ${kind} signature that verifies and covers the list headers`, async () => {
    const pair = kind === 'rsa' ? generateKeyPairSync('rsa', { modulusLength: 2048 }) : generateKeyPairSync('ed25519')
    const dkim = readDkimKey({ domain: 'town.example', selector: 'bell', pem: pemOf(pair.privateKey) })
    const server = await startSmtp()
    const connections = createSmtpConnections({ url: server.url, name: 'town.example', connections: 2 })
    const clock = fixedClock('2025-07-04T13:00:00Z')
    const fixture = await openSendingFixture(database.pool, clock, { connections, sender: { dkim } })
    const calendar = await makeCalendar(database.pool, {
      name: 'Käse & Brot',
      emails: Array.from({ length: 20 }, (_, i) => `d${i}@example.org`),
    })
    await addEvent(database.pool, calendar, {
      title: `Long ${'words '.repeat(30)}`,
      day: '2025-07-04',
      description: 'Lines  with  spaces \n\n. \n..',
    })
    await fixture.minute()
    await fixture.close()
    await server.stop()
    assert.equal(server.taken.length, 20)
    const publicKey = createPublicKey(pair.privateKey)
    for (const { raw } of server.taken) {
      assert.equal(dkimProblem(raw, publicKey), null)
      const signed = /h=([^;]+);/.exec(raw.replace(/\r\n[ \t]+/g, ''))?.[1]?.split(':') ?? []
      for (const name of [
        'from',
        'to',
        'subject',
        'date',
        'message-id',
        'list-id',
        'list-unsubscribe',
        'list-unsubscribe-post',
      ])
        assert.ok(signed.includes(name), name)
      // The verifier itself can say no.
      assert.equal(
        dkimProblem(raw.replace('See=20the', 'See the').replace('See the', 'Buy the'), publicKey),
        'body hash',
      )
      assert.equal(dkimProblem(raw.replace(/^Subject: /m, 'Subject: Re: '), publicKey), 'signature')
      assert.equal(dkimProblem(`From: <evil@example.org>\r\n${raw}`, publicKey), 'signature')
    }
  })
}

test('a key that cannot sign is refused with a clear message', () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const about = { domain: 'town.example', selector: 'bell' }
  assert.throws(() => readDkimKey({ ...about, pem: 'not a key' }), /must be a private key in PEM form/)
  assert.throws(() => readDkimKey({ ...about, pem: pemOf(privateKey) }), /RSA or Ed25519/)
})
