// Signed mail, checked by a verifier of its own: what arrives at the mail server is taken apart as RFC 6376 says.
import assert from 'node:assert/strict'
import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, verify } from 'node:crypto'
import { after, before, test } from 'node:test'
import { readDkimKey } from '#messages/email/dkim.ts'
import { createSmtpLanes } from '#messages/email/smtp-lanes.ts'
import { type TestDatabase, testDatabase } from '#tests/world/database.ts'
import { addEvent, fixedClock, makeCalendar } from '#tests/world/mailing-town.ts'
import { openSendingWorld } from '#tests/world/sending.ts'
import { startSmtp } from '#tests/world/smtp.ts'

let database: TestDatabase
before(async () => {
  database = await testDatabase()
})
after(() => database.close())

const pemOf = (key: KeyObject) => String(key.export({ type: 'pkcs8', format: 'pem' }))

/** Null when the signature holds; otherwise what is wrong. */
function problemOf(raw: string, publicKey: KeyObject): string | null {
  const end = raw.indexOf('\r\n\r\n')
  const headers = raw.slice(0, end).split(/\r\n(?![ \t])/)
  const body = raw.slice(end + 4)
  const at = headers.findIndex((header) => /^dkim-signature:/i.test(header))
  const signature = headers[at] ?? ''
  const tags = new Map(
    signature
      .slice(signature.indexOf(':') + 1)
      .replace(/\r\n/g, '')
      .split(';')
      .map((tag): [string, string] => [tag.slice(0, tag.indexOf('=')).trim(), tag.slice(tag.indexOf('=') + 1).trim()]),
  )
  // White space is allowed inside a signature, and around the colons of the list of names: nowhere else.
  for (const [tag, value] of tags) if (!/^[bh]h?$/.test(tag) && /\s/.test(value)) return `white space in ${tag}`
  if (tags.get('c') !== 'relaxed/simple') return 'canonicalization'
  const canonicalBody = `${body.replace(/(\r\n)+$/, '')}\r\n`
  if (createHash('sha256').update(canonicalBody, 'latin1').digest('base64') !== tags.get('bh')) return 'body hash'
  const relaxed = (header: string) => {
    const colon = header.indexOf(':')
    return `${header.slice(0, colon).toLowerCase().trim()}:${header
      .slice(colon + 1)
      .replace(/\r\n/g, '')
      .replace(/[ \t]+/g, ' ')
      .trim()}`
  }
  const left = headers.filter((_, index) => index !== at)
  let data = ''
  for (const name of (tags.get('h') ?? '').split(/\s*:\s*/)) {
    if (/\s/.test(name)) return 'white space in a name'
    const index = left.findLastIndex((header) => header.toLowerCase().startsWith(`${name}:`))
    if (index >= 0) data += `${relaxed(left.splice(index, 1)[0] ?? '')}\r\n`
  }
  // Everything of b= but its name is left out of what is signed.
  data += relaxed(signature).replace(/([;\s]b=)[^;]*/, '$1')
  const value = Buffer.from((tags.get('b') ?? '').replace(/\s+/g, ''), 'base64')
  const holds =
    tags.get('a') === 'rsa-sha256'
      ? verify('sha256', Buffer.from(data, 'latin1'), publicKey, value)
      : verify(null, createHash('sha256').update(data, 'latin1').digest(), publicKey, value)
  return holds ? null : 'signature'
}

for (const kind of ['rsa', 'ed25519'] as const) {
  test(`every mail of a mailing carries a ${kind} signature that verifies and covers the list headers`, async () => {
    const pair = kind === 'rsa' ? generateKeyPairSync('rsa', { modulusLength: 2048 }) : generateKeyPairSync('ed25519')
    const dkim = readDkimKey({ domain: 'town.example', selector: 'bell', pem: pemOf(pair.privateKey) })
    const server = await startSmtp()
    const lanes = createSmtpLanes({ url: server.url, name: 'town.example', connections: 2 })
    const clock = fixedClock('2025-07-04T13:00:00Z')
    const world = await openSendingWorld(database.pool, clock, { lanes, sender: { dkim } })
    const calendar = await makeCalendar(database.pool, {
      name: 'Käse & Brot',
      emails: Array.from({ length: 20 }, (_, i) => `d${i}@example.org`),
    })
    await addEvent(database.pool, calendar, {
      title: `Long ${'words '.repeat(30)}`,
      day: '2025-07-04',
      description: 'Lines  with  spaces \n\n. \n..',
    })
    await world.minute()
    await world.close()
    await server.stop()
    assert.equal(server.taken.length, 20)
    const publicKey = createPublicKey(pair.privateKey)
    for (const { raw } of server.taken) {
      assert.equal(problemOf(raw, publicKey), null)
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
      assert.equal(problemOf(raw.replace('See=20the', 'See the').replace('See the', 'Buy the'), publicKey), 'body hash')
      assert.equal(problemOf(raw.replace(/^Subject: /m, 'Subject: Re: '), publicKey), 'signature')
      assert.equal(problemOf(`From: <evil@example.org>\r\n${raw}`, publicKey), 'signature')
    }
  })
}

test('a key that cannot sign is refused with a sentence', () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const about = { domain: 'town.example', selector: 'bell' }
  assert.throws(() => readDkimKey({ ...about, pem: 'not a key' }), /must be a private key in PEM form/)
  assert.throws(() => readDkimKey({ ...about, pem: pemOf(privateKey) }), /RSA or Ed25519/)
})
