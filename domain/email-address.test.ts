import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emailAddress, emailAddressWith, mailboxOf, normaliseEmail } from './email-address.ts'

const accepted: [string, string][] = [
  ['ann@example.org', 'ann@example.org'],
  ['  Ann@Example.ORG \n', 'ann@example.org'],
  ['a+b.c_d-e@sub.example.co.uk', 'a+b.c_d-e@sub.example.co.uk'],
  ["o'brien@example.org", "o'brien@example.org"],
  ['a@bücher.de', 'a@xn--bcher-kva.de'],
  ['a@xn--bcher-kva.de', 'a@xn--bcher-kva.de'],
  ['a@example。org', 'a@example.org'],
  ['a@例え.jp', 'a@xn--r8jz45g.jp'],
  ['a@1and1.com', 'a@1and1.com'],
]

for (const [input, expected] of accepted) {
  test(`${JSON.stringify(input)} is stored as ${expected}`, () => {
    assert.equal(normaliseEmail(input), expected)
    assert.equal(normaliseEmail(expected), expected)
    assert.equal(emailAddress.parse(input), expected)
  })
}

const refused = [
  '',
  ' ',
  'a',
  'a@b',
  '@example.org',
  'a@',
  'a@@example.org',
  'a@b@example.org',
  'a@example.org.',
  'a@.org',
  'a@example..org',
  '.a@example.org',
  'a.@example.org',
  'a..b@example.org',
  'a b@example.org',
  '"a b"@example.org',
  'a@exa mple.org',
  'a@[127.0.0.1]',
  'a@127.0.0.1',
  'a@-example.org',
  'a@example-.org',
  'a@exam_ple.org',
  'a@example.o',
  'a@example.1x',
  'ü@example.org',
  'a＠example.org',
  'a@example.org\r\nBcc: b@example.org',
  'a\0@example.org',
  'a@example.org,b@example.org',
  'a@example.org;b@example.org',
  'Ann <a@example.org>',
  'a@example.org?bcc=b@example.org',
  'a@bücher.de:80',
  'a@bücher.de/x',
  'a@b%C3%BCcher.de',
  'a@\ud83d.org',
]

for (const input of refused) {
  test(`${JSON.stringify(input)} is no email address`, () => {
    assert.equal(normaliseEmail(input), null)
    assert.equal(normaliseEmail(input), null)
    assert.equal(emailAddress.safeParse(input).error?.issues[0]?.message, 'Please enter a valid email address')
  })
}

test('254 characters are the longest address, and 64 the longest local part', () => {
  assert.ok(normaliseEmail(addressOf(254)))
  assert.equal(normaliseEmail(addressOf(255)), null)
  assert.ok(normaliseEmail(`${'a'.repeat(64)}@example.org`))
  assert.equal(normaliseEmail(`${'a'.repeat(65)}@example.org`), null)
})

test('the length is measured after the domain became ASCII', () => {
  const label = 'ü'.repeat(57)
  const domain = `${label}.${label}.${label}.${label}.org`
  assert.ok(`a@${domain}`.length <= 254)
  assert.ok(normaliseEmail(`a@${label}.org`))
  assert.equal(normaliseEmail(`a@${domain}`), null)
})

test('another message and length can be asked for', () => {
  const schema = emailAddressWith('Invalid email address', 255)
  assert.ok(schema.safeParse(addressOf(255)).success)
  assert.equal(schema.safeParse(addressOf(256)).error?.issues[0]?.message, 'Invalid email address')
  for (const input of [undefined, null, 5, ['a@example.org']]) {
    assert.equal(schema.safeParse(input).error?.issues[0]?.message, 'Invalid email address')
  }
})

test('a megabyte of text is refused without being parsed', () => {
  assert.equal(normaliseEmail(`${'a.'.repeat(500_000)}@example.org`), null)
})

/** A valid address of exactly this many characters. */
function addressOf(length: number): string {
  const domain = `${'d'.repeat(50)}.${'d'.repeat(50)}.${'d'.repeat(50)}.${'d'.repeat(length - 64 - 1 - 3 * 51 - 4)}.org`
  const address = `${'a'.repeat(64)}@${domain}`
  assert.equal(address.length, length)
  return address
}

test('tags and the dots of Gmail lead to one mailbox; elsewhere dots do not', () => {
  const one = ['ann.lee@gmail.com', 'annlee@gmail.com', 'a.n.n.lee+shop@googlemail.com', 'annlee+a+b@gmail.com']
  assert.deepEqual([...new Set(one.map(mailboxOf))], ['annlee@gmail.com'])
  assert.equal(mailboxOf('ann+tag@example.org'), 'ann@example.org')
  assert.notEqual(mailboxOf('ann.lee@example.org'), mailboxOf('annlee@example.org'))
  assert.equal(mailboxOf('+tag@example.org'), '+tag@example.org')
})
