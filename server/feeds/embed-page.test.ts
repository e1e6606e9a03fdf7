import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readEmbedOptions } from '#domain/embeds/options.ts'
import { embedPage } from './embed-page.ts'
import type { FeedCalendar, FeedEvent } from './feed.ts'

const calendar = { id: 'a-b', name: 'Elm', time_zone: 'America/Chicago', disabled: false } as FeedCalendar
const start = Date.parse('2025-07-04T23:00Z') / 1000
const party = {
  id: 'c-d',
  title: 'Fiesta',
  category: 'FYI',
  status: 'cancelled',
  all_day: false,
  start,
  end: start + 3600,
  event_date: '2025-07-04',
  end_date: '2025-07-04',
} as FeedEvent

function frame(query: string, events: FeedEvent[] = [party]): string {
  const given = new URLSearchParams(query)
  const options = readEmbedOptions((name) => given.get(name))
  return embedPage({
    calendar,
    events,
    siteUrl: 'https://town.example',
    options,
    month: '2025-07',
    today: '2025-07-04',
  })
}

test('an embedded frame, with its dates, is in the language of its URL', () => {
  const english = frame('view=month')
  for (const words of [
    'lang="en"',
    'Events from Elm',
    'CANCELLED – Fiesta',
    '>FYI<',
    '>Friday, July 4, 2025<',
    '>Add to my calendar app<',
  ]) {
    assert.ok(english.includes(words), words)
  }
  const spanish = frame('view=month&lang=es')
  for (const words of [
    'lang="es"',
    'Eventos de Elm',
    'CANCELADO – Fiesta',
    '>Información<',
    '>viernes, 4 de julio de 2025<',
    '6:00 p.m. – 7:00 p.m. CDT',
    'aria-label="Mes anterior, junio de 2025"',
    'aria-label="viernes, 4 de julio de 2025, con eventos"',
    '>Agregar a mi app de calendario<',
  ]) {
    assert.ok(spanish.includes(words), words)
  }
  assert.doesNotMatch(spanish, /Events|month,|July|Friday|>FYI</)
  assert.match(spanish, /href="\/embed\/a-b\?[^"]*lang=es[^"]*month=2025-08"/, 'the months around it are Spanish, too')
  assert.match(frame('lang=es', []), /Todavía no hay nada previsto\./)
})

test('addresses in a description are links, and its markup stays text', () => {
  const page = frame('', [{ ...party, description: '<b>Ask</b> ann@elm.example or https://elm.example/?a=1&b=2' }])
  assert.match(page, /&#60;b&#62;Ask/)
  assert.match(page, /<a href="mailto:ann@elm.example"/)
  assert.match(
    page,
    /<a href="https:\/\/elm.example\/\?a=1&#38;b=2" target="_blank" rel="noopener noreferrer nofollow ugc">/,
  )
})
