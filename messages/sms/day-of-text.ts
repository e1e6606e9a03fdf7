// The day's events in one text: as much as fits into two parts, the rest behind a link, and how to stop.
import { eventPath } from '#domain/calendar-links.ts'
import { clockTime } from '#domain/date-words.ts'
import { type Language, localeOf } from '#domain/languages.ts'
import { segmentsOf } from '#domain/text-segments.ts'
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
  const url = `${siteUrl}/calendar/${calendar.id}`
  for (let told = events.length; told >= 0; told--) {
    for (const places of [true, false]) {
      const body = write(told, places, 160)
      if (segmentsOf(body) <= SEGMENTS_MAX) return toTheOnly(body)
    }
  }
  // One long title in a costly alphabet: cut it until it fits.
  for (let length = 80; length > 10; length -= 10) {
    const body = write(Math.min(1, events.length), false, length)
    if (segmentsOf(body) <= SEGMENTS_MAX || length <= 20) return toTheOnly(body)
  }
  throw new Error('unreachable')

  /** The page of the one event instead of the calendar's, where that costs no further part. */
  function toTheOnly(body: string): { body: string; segments: number } {
    const segments = segmentsOf(body)
    const [only] = events.length === 1 ? events : []
    const end = `${url} ${texts.stop}`
    if (!only?.id) return { body, segments }
    const longer = `${body.slice(0, -end.length)}${siteUrl}${eventPath(calendar, only.id)} ${texts.stop}`
    return { body: segmentsOf(longer) === segments ? longer : body, segments }
  }

  function write(told: number, places: boolean, titleLength: number): string {
    const lines = events.slice(0, told).map((event) => {
      const place = places ? (event.location_name ?? event.location) : null
      const time = event.all_day ? texts.allDay : clockTime(event.start_time, calendar.time_zone, localeOf(language))
      return `${cut(event.title, titleLength)}, ${time}${place ? `, ${place}` : ''}`
    })
    const left = events.length - told
    const more = left === 0 ? [] : [told === 0 ? texts.events(left, relative) : texts.more(left)]
    const said = [...lines, ...more].join('; ')
    // Spanish times end in one.
    const stop = /[ap]\.m\.$/.test(said) ? '' : '.'
    return `${cut(calendar.name, Math.min(titleLength, 60))} ${relative}: ${said}${stop} ${url} ${texts.stop}`
  }
}
