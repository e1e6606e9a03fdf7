import assert from 'node:assert/strict'
import { test } from 'node:test'
import PostalMime from 'postal-mime'
import { headerAddress, headerLine, headerText } from './header.ts'
import { composeMailing, newSlot } from './mailing-mime.ts'
import { quotedPrintable } from './quoted-printable.ts'

/** What people and attackers put into fields that reach a mail. */
const texts = [
  'Plain words',
  'Käse & Brot — “Zum Löwen” 🎈',
  '長い'.repeat(90),
  'a'.repeat(1000),
  'words '.repeat(200),
  'Subject\r\nBcc: victim@example.org',
  'one\rtwo\nthree\u2028four\u0000five',
  '=?utf-8?B?QmNjOiB4?= encoded already',
  '.\r\n.\r\nMAIL FROM:<x@example.org>',
  '\r\n.\r\n',
  '\n.\n',
  '"quoted" \\ <x@example.org>, y@example.org',
  'trailing space \nand tab\t\n',
  '--boundary\r\nContent-Type: text/html',
  '<script>alert(1)</script>',
  '=3D=0A soft=\r\nbreak',
]

const normal = (text: string) => text.replace(/\r\n|\r/g, '\n')

function mailOf(text: string) {
  const slot = newSlot('Name')
  const letter = {
    from: { name: text, address: 'bell@town.example' },
    subject: text,
    html: `<p>${slot} before ${text} after</p>\n`,
    text: `${text}\n${slot}\n${text} end\n`,
    date: new Date('2025-07-04T13:00:00Z'),
    headers: { 'List-Id': '<list.town.example>' },
  }
  const mime = composeMailing(letter, [slot])
  const values = { [slot]: `O'Neil <b> ${'long '.repeat(30)}` }
  return {
    mime,
    values,
    raw: mime.message({ to: 'ann@example.org', messageId: '<id@town.example>', headers: { 'X-One': 'two' }, values }),
  }
}

for (const text of texts) {
  test(`a parser reads back exactly what was written: ${JSON.stringify(text).slice(0, 40)}`, async () => {
    const { raw, mime, values } = mailOf(text)
    const mail = await PostalMime.parse(raw)
    // The parser counts the line break before the boundary as text.
    assert.equal(mail.text, `${normal(mime.text(values))}\n`)
    assert.equal(mail.html, `${normal(mime.html(values))}\n`)
    assert.ok(mail.html?.includes('O&#39;Neil &#60;b&#62;'))
    assert.deepEqual(mail.headers.map(({ key }) => key).sort(), [
      'content-type',
      'date',
      'from',
      'list-id',
      'message-id',
      'mime-version',
      'subject',
      'to',
      'x-one',
    ])
    assert.deepEqual(
      mail.to?.map(({ address }) => address),
      ['ann@example.org'],
    )
    assert.equal(mail.from?.address, 'bell@town.example')
    assert.deepEqual([mail.cc, mail.bcc, mail.attachments], [undefined, undefined, []])
    const wire = raw.toString('latin1')
    assert.ok(/^[\t\r\n -~]*$/.test(wire), 'only ASCII is on the wire')
    assert.ok(!/\r(?!\n)|(?<!\r)\n/.test(wire), 'carriage return and line feed only as a pair')
    assert.ok(!/^\./m.test(wire), 'no line starts with a dot')
    assert.ok(wire.endsWith('\r\n'))
    assert.ok(wire.split('\r\n').every((line) => line.length <= 998))
  })
}

test('the subject is read back as it was written, on one line', async () => {
  for (const text of texts) {
    const { subject } = await PostalMime.parse(mailOf(text).raw)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the same characters header.ts takes out
    const wanted = text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim()
    assert.equal(subject?.replace(/\s+/g, ' '), wanted.replace(/\s+/g, ' '))
  }
})

test('lines of quoted-printable stay within 76 characters and never end in white space', () => {
  for (const text of texts) {
    for (const line of quotedPrintable(text).split('\r\n')) {
      assert.ok(line.length <= 76)
      assert.ok(!/[ \t]$/.test(line))
    }
  }
})

test('header lines fold before 78 characters where there is a space', () => {
  const lines = headerLine('Subject', headerText('word '.repeat(100))).split('\r\n')
  assert.ok(lines.every((line) => line.length <= 78))
  assert.ok(lines.slice(1, -1).every((line) => line.startsWith(' ')))
  assert.equal(headerAddress({ name: '', address: 'a@b.example' }), '<a@b.example>')
})
