import assert from 'node:assert/strict'
import { test } from 'node:test'
import { previewLanguage, previewPath } from '#domain/preview-pictures.ts'
import { compile } from './draw.ts'
import { drawPicture } from './drawing.ts'
import { faces } from './faces.ts'
import { pictureOf } from './picture.ts'
import { pictureWords } from './words.ts'

const calendar = {
  id: '7c0d2c4e-3a52-4c9f-9d0e-2f6a1f0f3b11',
  name: 'Barton Hills',
  city: 'Austin',
  state: 'Texas',
  time_zone: 'America/Chicago',
  identifier: 10482,
  allow_guest_users: true,
}
const event = {
  id: '5a0d2c4e-3a52-4c9f-9d0e-2f6a1f0f3b11',
  title: 'Porch concert',
  category: 'Event' as const,
  status: 'scheduled' as const,
  status_reason: null,
  start_time: '2026-11-21T00:30:00Z',
  end_time: '2026-11-21T02:30:00Z',
  all_day: false,
  location: '2200 Rabb Road',
  location_name: 'Zilker Porch',
}
const siteUrl = 'https://townbell.example'
const words = (more: Partial<Parameters<typeof pictureWords>[0]['event']> = {}, language: 'en' | 'es' = 'en') =>
  pictureWords({ calendar, event: { ...event, ...more }, siteUrl }, language)
const textIn = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text)

test('a picture says whose calendar, which day, what, when and where, in its language', () => {
  assert.deepEqual(textIn(pictureOf(words(), faces)), [
    'Barton Hills',
    'Event',
    'Nov',
    '20',
    'Friday',
    'Porch concert',
    '6:30 PM – 8:30 PM',
    'Zilker Porch, 2200 Rabb Road',
    'townbell.example/c/10482',
  ])
  const cancelled = textIn(pictureOf(words({ status: 'cancelled', status_reason: 'Lluvia' }, 'es'), faces))
  for (const word of ['Evento', 'nov', 'viernes', 'Estaba previsto: 6:30 p.m.', 'Cancelado', 'Lluvia'])
    assert.ok(cancelled.includes(word), word)
})

test('the number of a calendar that is not listed is not shown', () => {
  const { address } = pictureWords({ calendar: { ...calendar, allow_guest_users: false }, event, siteUrl }, 'en')
  assert.equal(address, 'townbell.example')
})

test('what people wrote is text and never markup', () => {
  const hostile = '</text><image href="file:///etc/passwd"/><script>&lt;'
  const svg = pictureOf(
    pictureWords(
      {
        calendar: { ...calendar, name: hostile },
        event: { ...event, title: hostile, location: hostile, location_name: '"><use href="#x"/>' },
        siteUrl,
      },
      'en',
    ),
    faces,
  )
  assert.doesNotMatch(svg, /<(image|script|use|style|foreignObject)/)
  assert.match(svg, /&lt;\/text&gt;&lt;image/)
  assert.match(svg, /&amp;lt;|…/)
  assert.deepEqual(
    new Set([...svg.matchAll(/<\/?(\w+)/g)].map(([, name]) => name)),
    new Set(['svg', 'path', 'g', 'rect', 'text', 'circle']),
  )
})

test('a title that cannot be drawn is replaced by what the event is', () => {
  assert.ok(textIn(pictureOf(words({ title: '漢字の祭り', category: 'Notice' }), faces)).includes('Notice'))
})

test('each change that is drawn has an address of its own, and nothing else has', () => {
  const path = previewPath(calendar, event, 'en')
  assert.match(path, /^\/previews\/7c0d2c4e-[\w-]+\/5a0d2c4e-[\w-]+\/[0-9a-f]{16}-en\.png$/)
  const same = { ...event, start_time: new Date(event.start_time), description: 'not drawn' }
  assert.equal(previewPath({ ...calendar }, same, 'en'), path)
  const changes = [
    { title: 'Porch' },
    { status: 'cancelled' as const },
    { category: 'FYI' as const },
    { location: null },
    { status_reason: 'Rain' },
    { end_time: '2026-11-21T03:00:00Z' },
  ]
  const paths = [
    ...changes.map((change) => previewPath(calendar, { ...event, ...change }, 'en')),
    previewPath({ ...calendar, name: 'Zilker' }, event, 'en'),
    previewPath(calendar, event, 'es'),
    previewPath(calendar, null, 'en'),
  ]
  assert.equal(new Set([path, ...paths]).size, 10)
  assert.deepEqual(
    [path, previewPath(calendar, event, 'es'), 'x-en.png', `${'0'.repeat(16)}-fr.png`].map((address) =>
      previewLanguage(address.split('/').at(-1) ?? ''),
    ),
    ['en', 'es', null, null],
  )
})

test('a picture takes at most 150 ms of a processor', async () => {
  const drawing = {
    words: words({ title: 'A long title in several lines, '.repeat(6), status: 'cancelled' }),
    module: await compile(),
  }
  const spent: number[] = []
  for (let i = 0; i < 8; i++) {
    const before = process.threadCpuUsage()
    await drawPicture(drawing)
    const { user, system } = process.threadCpuUsage(before)
    spent.push((user + system) / 1000)
  }
  assert.ok(Math.min(...spent) <= 150, spent.join(' ms, '))
})
