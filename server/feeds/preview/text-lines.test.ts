import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faces } from './faces.ts'
import { layOut } from './text-lines.ts'

const sizes = [
  { size: 88, lines: 1 },
  { size: 60, lines: 3 },
]
const box = { width: 794, sizes }
const textsOf = (title: string) => layOut(title, faces, box)?.lines.map(({ text }) => text)

test('a short title is large and on one line, a longer one smaller and on up to three', () => {
  const short = layOut('Porch concert', faces, box)
  assert.deepEqual([short?.size, short?.lines.length, short?.face], [88, 1, faces.display])
  const long = layOut('Annual neighborhood cleanup with breakfast tacos', faces, box)
  assert.deepEqual([long?.size, long?.lines.length], [60, 2])
})

test('no line is wider than its box, and what was cut ends with an ellipsis', () => {
  const titles = [
    'W'.repeat(200),
    'word '.repeat(40),
    'ﬁ-'.repeat(60),
    'ערב שירה '.repeat(22),
    'حفل موسيقي '.repeat(18),
  ]
  for (const title of titles) {
    const laid = layOut(title, faces, box)
    assert.equal(laid?.lines.length, 3, title)
    for (const { text, width } of laid?.lines ?? []) {
      assert.ok(width > 400 && width <= box.width, `${width}: ${text}`)
    }
    assert.match(laid?.lines[2]?.text ?? '', /…$/)
  }
  assert.equal(textsOf('a '.repeat(10))?.join(), 'a a a a a a a a a a', 'nothing was cut')
})

test('letters outside Latin are drawn in the other face; what begins in Hebrew or Arabic runs from the right', () => {
  for (const title of ['Ярмарка', 'Πανηγύρι', 'Porch ערב']) {
    const laid = layOut(title, faces, box)
    assert.deepEqual([laid?.face, laid?.isRightToLeft, laid?.lines[0]?.text], [faces.text, false, title])
  }
  for (const title of ['ערב שירה', '(18:30) حفل']) assert.equal(layOut(title, faces, box)?.isRightToLeft, true, title)
})

test('what no face has is left out, and a title of nothing else is none', () => {
  assert.deepEqual(textsOf('🎃 Halloween 👨‍👩‍👧‍👦 parade 1️⃣'), ['Halloween parade 1'])
  assert.deepEqual(textsOf('漢字 Matsuri'), ['Matsuri'])
  assert.deepEqual(textsOf('𝐏𝐨𝐫𝐜𝐡 ﬁre ５½'), ['Porch fire 5½'], 'plain letters for fancy ones')
  for (const title of ['漢字の祭り', '🎃🎃', '…', '', ' \u200b ']) assert.equal(layOut(title, faces, box), null, title)
})

test('characters that reorder or hide text, control characters and heaps of accents are left out', () => {
  assert.deepEqual(textsOf('a\u202eb\u2066c\u0000d\u0007e\ud800f\u200fg'), ['abcdefg'])
  assert.deepEqual(textsOf('two\nlines\tand  spaces'), ['two lines and spaces'])
  const heap = textsOf(`x${'\u0301\u0302\u0303'.repeat(50)}`)?.join('') ?? ''
  assert.ok(heap.startsWith('x') && heap.length <= 4, heap)
})

test('each face knows its letters and their widths', () => {
  const { display, text } = faces
  assert.ok(display.has('ñ') && display.has('Ż') && !display.has('Я') && !display.has('ש'))
  assert.ok(['ñ', 'Я', 'Ω', 'ש', 'ع', 'ệ', '…'].every(text.has) && !text.has('漢') && !text.has('🎃'))
  assert.ok(display.widthOf('W') > 2 * display.widthOf('i'))
  assert.ok(Math.abs(text.widthOf('0') - 0.572) < 0.001, 'as the file says')
})
