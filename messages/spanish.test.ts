// A recipient who chose Spanish gets no English from us: both catalogues have the same texts, and every mail and text uses them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeOf, type NotifiedEvent } from '#domain/event-changes.ts'
import { isGsm, segmentsOf } from '#domain/text-segments.ts'
import { changeTexts as changesInSpanish } from '#domain/texts/changes.es.ts'
import { changeTexts } from '#domain/texts/changes.ts'
import { confirmationText } from './sms/confirmation-text.ts'
import { dayOfText } from './sms/day-of-text.ts'
import { noticeText } from './sms/notice-text.ts'
import { textTexts as textsInSpanish } from './sms/texts.es.ts'
import { textTexts } from './sms/texts.ts'
import { withPreferences } from './sms/with-preferences.ts'
import { builtInTemplate } from './template-service/built-in.ts'
import { compileTemplate, type Rendered } from './template-service/compile.ts'
import { type DayOfEvent, dayOfData } from './templates/day-of/data.ts'
import { digestData, weekData } from './templates/digest/data.ts'
import { digest } from './templates/digest/digest.ts'
import { type Letter, renderLetter } from './templates/letter.ts'
import { words } from './templates/letters.ts'
import { alertItem, changeItem, noticeData } from './templates/notice/data.ts'
import { notice } from './templates/notice/notice.ts'
import { mailTexts as mailsInSpanish } from './templates/texts.es.ts'
import { mailTexts } from './templates/texts.ts'

type Template = (...values: unknown[]) => string

/** Returns every text with its path in the catalogue; functions are called with placeholders. */
function textsOf(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value === 'function') return [[path, (value as Template)('{1}', '{2}', '{3}')]]
  return Object.entries(value as object).flatMap(([name, inner]) => textsOf(inner, `${path}.${name}`))
}

for (const [name, english, spanish] of [
  ['mails', mailTexts, mailsInSpanish],
  ['texts', textTexts, textsInSpanish],
  ['changes', changeTexts, changesInSpanish],
] as const) {
  test(`the ${name} catalogue is complete in both languages, with the same placeholders`, () => {
    const [first, second] = [textsOf(english), textsOf(spanish)]
    assert.deepEqual(
      first.map(([path]) => path),
      second.map(([path]) => path),
    )
    const marks = (text: string) => (text.match(/\{\{?[^}]*\}?\}/g) ?? []).sort()
    for (const [index, [path, text]] of first.entries()) {
      const other = second[index]?.[1] ?? ''
      if (text !== '') assert.notEqual(text, other, path)
      assert.deepEqual(marks(other), marks(text), path)
    }
  })
}

test('our own words in texts stay within the GSM alphabet, and the first text within one segment', () => {
  for (const [path, text] of [...textsOf(textsInSpanish), ...textsOf(changesInSpanish)])
    assert.ok(isGsm(text.replace(/[{}]/g, '')), `${path}: ${text}`)
  assert.equal(segmentsOf(confirmationText('Elm Street', 'es')), 1)
  for (const text of [textsInSpanish.stopped, textsInSpanish.started, textsInSpanish.confirmed('Elm Street')])
    assert.equal(segmentsOf(text), 1, text)
})

const siteUrl = 'https://town.example'
const calendar = {
  id: 'c1',
  name: 'Barton Hills',
  identifier: '12',
  description: null,
  city: 'Austin',
  state: 'Texas',
  time_zone: 'America/Chicago',
  admin_email: 'admin@example.org',
}
const concert: DayOfEvent = {
  id: 'e1',
  title: 'Concierto',
  description: 'Traiga una silla.',
  location: '1 Main St',
  location_name: 'Zilker',
  link_url: null,
  category: 'Notice',
  start_time: new Date('2035-07-04T23:00:00Z'),
  end_time: new Date('2035-07-05T00:00:00Z'),
  all_day: false,
  slots: [{ title: 'Sillas', wanted: 3, taken: 1 }],
}
const fair: DayOfEvent = { ...concert, id: 'e2', title: 'Feria', category: 'FYI', all_day: true }
const before: NotifiedEvent = { ...concert, status: 'scheduled' }
const later = { ...before, start_time: '2035-07-08T00:00:00Z', end_time: '2035-07-08T01:00:00Z', location: null }
const personal = {
  email: 'ana@example.org',
  why: mailsInSpanish.whyFollow(calendar.name),
  unsubscribeUrl: `${siteUrl}/opt-out?lang=es`,
  preferencesUrl: `${siteUrl}/preferences?lang=es`,
}
const language = 'es'
const message = { calendar, day: '2035-07-04', siteUrl, postalAddress: 'Plaza 1', personal, language } as const
const sender = { siteUrl, supportEmail: 'help@town.example', postalAddress: 'Plaza 1' }
const change = (after: NotifiedEvent | null) => {
  const changed = changeOf(before, after, calendar.time_zone, language)
  assert.ok(changed)
  return changeItem('e1', changed)
}

function dayOf(id: string, events: (typeof concert)[], when: 'Today' | 'Tomorrow' = 'Today'): Rendered {
  const render = builtInTemplate(id, language)
  assert.ok(render)
  return render(dayOfData({ ...message, events, when }))
}

const mails: Record<string, [Rendered, string]> = {
  'the day': [dayOf('townbell-day-of', [concert]), 'Hoy: Concierto (Barton Hills)'],
  'a day of several': [dayOf('townbell-day-of', [concert, fair]), 'Hoy en Barton Hills: 2 eventos'],
  'the evening before': [dayOf('townbell-day-of', [concert], 'Tomorrow'), 'Mañana: Concierto (Barton Hills)'],
  'the agenda': [dayOf('townbell-agenda', [concert, fair]), 'Barton Hills, miércoles, 4 de julio de 2035: 2 eventos'],
  'the letter': [dayOf('townbell-letter', [concert]), 'Concierto, hoy, 6:00 p.m.'],
  'the letter of the evening': [
    dayOf('townbell-letter', [concert, fair], 'Tomorrow'),
    '2 eventos mañana en Barton Hills',
  ],
  'a week': [
    compileTemplate(digest(language))(weekData({ ...message, events: [concert, fair] })),
    'Esta semana en Barton Hills: 2 eventos',
  ],
  'a digest': [
    compileTemplate(digest(language))(digestData({ ...message, parts: [{ calendar, events: [concert, fair] }] })),
    'Hoy: 2 eventos',
  ],
  'a change': [
    compileTemplate(notice(language))(noticeData({ ...message, items: [change(later)] })),
    'CAMBIO: Concierto, sáb 7 jul (Barton Hills)',
  ],
  'two cancellations': [
    compileTemplate(notice(language))(noticeData({ ...message, items: [change(null), change(null)] })),
    'CANCELADO: 2 eventos en Barton Hills',
  ],
  'an alert': [
    compileTemplate(notice(language))(noticeData({ ...message, items: [alertItem(concert, calendar, language)] })),
    'ALERTA: Concierto (Barton Hills)',
  ],
  'the confirmation': [
    renderLetter(words.es.follow.confirmation('Barton Hills', `${siteUrl}/c`, '192.0.2.1'), sender, language),
    'Por favor, confirme: seguir Barton Hills',
  ],
  'the undo': [
    renderLetter(words.es.follow.undo('Barton Hills', `${siteUrl}/u`), sender, language),
    'Se canceló su suscripción a un calendario',
  ],
  'the link to unsubscribe': [
    renderLetter(words.es.follow.link(`${siteUrl}/p`), sender, language),
    'Su enlace para dejar de recibir avisos',
  ],
}

/** Every English word of ours that Spanish does not have. */
const english =
  /\b(the|today|tomorrow|you|your|this|because|events?|unsubscribe|choose|calendar|sent with|for|notice|alert|cancelled|changed|monday|wednesday|saturday|july|am|pm|all day)\b/i

for (const [name, [mail, expected]] of Object.entries(mails)) {
  test(`${name} in Spanish has no English of ours, and its dates and links are Spanish`, () => {
    assert.equal(mail.subject, expected)
    assert.ok(spanishPagesIn(mail) > 0)
  })
}

test('every mail about days says what is still needed', () => {
  for (const name of ['the day', 'the agenda', 'the letter', 'a week', 'a digest']) {
    const [mail] = mails[name] ?? []
    for (const part of [mail?.html ?? '', mail?.text ?? '']) assert.match(part, /Todavía falta: Sillas/, name)
  }
})

/** How many pages of ours it leads to, all of them Spanish, as every word of it is. */
function spanishPagesIn({ subject, html, text }: Rendered): number {
  assert.match(html, /<html lang="es">/)
  assert.doesNotMatch(html, /lang="en"/)
  const words = html.replace(/<style>[\s\S]*?<\/style>/, '').replace(/<[^>]*>/g, ' ')
  for (const part of [subject, words, text]) {
    const plain = part.replace(/https?:\/\/\S+|\S+@\S+/g, '')
    assert.equal(english.exec(plain)?.[0], undefined, plain)
  }
  const pages = [...text.matchAll(/https:\/\/town\.example\/\S+/g)].map(([page]) => page)
  assert.deepEqual(
    pages.filter((page) => !page.includes('lang=es')),
    [],
  )
  return pages.length
}

const verifyUrl = `${siteUrl}/auth/v1/verify?token=x`
const values = [verifyUrl, sender.supportEmail, 'Elm Street', { code: '402718', hasPassword: true }] as const

for (const name of Object.keys(words.en.account) as (keyof typeof words.en.account)[]) {
  test(`the letter ${name} says the same in Spanish, and leads to the same page`, () => {
    const letterIn = (from: typeof words.en): Letter => from.account[name](...values)
    const [english, spanish] = [letterIn(words.en), letterIn(words.es)]
    assert.deepEqual(factsIn(spanish), factsIn(english))
    for (const [index, text] of sentencesOf(english).entries()) assert.notEqual(sentencesOf(spanish)[index], text)
    const page = english.button?.url
    assert.equal(spanish.button?.url, page)
    assert.equal(spanishPagesIn(renderLetter(spanish, sender, language)), page ? 1 : 0)
  })
}

const sentencesOf = ({ subject, heading, before, button, after, reason }: Letter) => [
  ...[subject, heading, ...before, ...after, reason],
  ...(button ? [button.label] : []),
]

/** How long it is, and whatever is the same in every language. */
function factsIn(letter: Letter) {
  const same = sentencesOf(letter).flatMap((text) => text.match(/\d+|help@town\.example|Townbell/g) ?? [])
  return { before: letter.before.length, after: letter.after.length, same }
}

test('days begin a line with a capital and stand small in a sentence', () => {
  const [day] = mails['the day'] ?? []
  assert.match(day?.text ?? '', /^Barton Hills\nMiércoles, 4 de julio de 2035\n/)
  assert.match(day?.text ?? '', /^Aviso: Concierto\n6:00 p\.m\. – 7:00 p\.m\. CDT$/m)
  assert.match(
    mails['the letter']?.[0].text ?? '',
    /^Buenos días,\n\nesto es lo que hay en Barton Hills el miércoles, 4/,
  )
})

test('texts are Spanish in one part where the English one is', () => {
  const text = dayOfText({ calendar, events: [concert], when: 'Tomorrow', siteUrl, language })
  assert.deepEqual(text, {
    body: 'Barton Hills mañana: Concierto, 6:00 p.m., Zilker. https://town.example/calendar/c1/events/e1 Responda STOP para cancelar',
    segments: 1,
  })
  assert.match(dayOfText({ calendar, events: [fair], when: 'Today', siteUrl, language }).body, /hoy: Feria, jornada/)
  assert.match(
    withPreferences(text, 'https://t.example/p', language).body,
    / Preferencias: \S+ Responda STOP para cancelar$/,
  )
  const many = Array.from({ length: 30 }, () => concert)
  assert.match(dayOfText({ calendar, events: many, when: 'Today', siteUrl, language }).body, /; y otros 2\d\. https/)
  const changed = noticeText({ calendar, items: [change(later)], siteUrl, language })
  // A Saturday.
  assert.equal(
    changed.body,
    'Barton Hills: CAMBIO: Concierto. Fecha: sabado, 7 de julio de 2035, 7:00 p.m. - 8:00 p.m. CDT (antes: miércoles, 4 de julio de 2035, 6:00 p.m. - 7:00 p.m. CDT). Lugar: Zilker (antes: Zilker, 1 Main St). https://town.example/calendar/c1/events/e1 Responda STOP para cancelar',
  )
  assert.equal(changed.segments, 2)
})
