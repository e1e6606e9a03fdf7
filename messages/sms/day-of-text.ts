// The day's events in one text: one segment if a link can say the places, else as many events as fit into two, and how to stop.

import { clockTime } from '#domain/date-words.ts'
import { shortPath } from '#domain/event-path.ts'
import { type Language, localeOf } from '#domain/languages.ts'
import { plainLetters, segmentsOf } from '#domain/text-segments.ts'
import type { DayOfCalendar, DayOfEvent, When } from '../templates/day-of/data.ts'
import { cut } from './cut.ts'
import { textsIn } from './texts-in.ts'

const SEGMENTS_MAX = 2

export type DayOfText = {
  calendar: DayOfCalendar
  events: DayOfEvent[]
  when: When
  siteUrl: string
  language?: Language
}

export function dayOfText(text: DayOfText): { body: string; segments: number } {
  const { calendar, events, when, siteUrl, language = 'en' } = text
  const texts = textsIn[language]
  const relative = texts.when[when]
  const only = events.length === 1 ? events[0]?.id : undefined
  const url = `${siteUrl}${shortPath(calendar, only)}`
  for (const places of [true, false]) {
    const body = write(events.length, places, 160)
    if (segmentsOf(body) === 1) return { body, segments: 1 }
  }
  for (let listed = events.length; listed >= 0; listed--) {
    for (const places of [true, false]) {
      const body = write(listed, places, 160)
      if (segmentsOf(body) <= SEGMENTS_MAX) return { body, segments: segmentsOf(body) }
    }
  }
  // A long title outside the GSM alphabet takes more segments: shorten it until it fits.
  for (let length = 80; length > 10; length -= 10) {
    const body = write(Math.min(1, events.length), false, length)
    if (segmentsOf(body) <= SEGMENTS_MAX || length <= 20) return { body, segments: segmentsOf(body) }
  }
  throw new Error('unreachable')

  function write(listed: number, places: boolean, titleLength: number): string {
    const lines = events.slice(0, listed).map((event) => {
      const place = places ? (event.location_name ?? event.location) : null
      const time = event.all_day ? texts.allDay : clockTime(event.start_time, calendar.time_zone, localeOf(language))
      return `${cut(event.title, titleLength)}, ${time}${place ? `, ${place}` : ''}`
    })
    const left = events.length - listed
    const more = left === 0 ? [] : [listed === 0 ? texts.events(left, relative) : texts.more(left)]
    const list = [...lines, ...more].join('; ')
    // Spanish times already end in a full stop.
    const stop = /[ap]\.m\.$/.test(list) ? '' : '.'
    const name = cut(calendar.name, Math.min(titleLength, 60))
    return plainLetters(`${name} ${relative}: ${list}${stop} ${url} ${texts.stop}`)
  }
}
