// Changed events, or an alert, in one text: as much as fits into two segments, a link to the rest, and how to stop.
import { withoutBefore } from '#domain/event-changes.ts'
import type { Language } from '#domain/languages.ts'
import { segmentsOf } from '#domain/text-segments.ts'
import type { DayOfCalendar } from '../templates/day-of/data.ts'
import type { Item } from '../templates/notice/data.ts'
import { cut } from './cut.ts'
import { textsIn } from './texts-in.ts'

const SEGMENTS_MAX = 2

export type NoticeText = { calendar: DayOfCalendar; items: Item[]; siteUrl: string; language?: Language }

export function noticeText({ calendar, items, siteUrl, language = 'en' }: NoticeText): {
  body: string
  segments: number
} {
  const texts = textsIn[language]
  const url = `${siteUrl}/calendar/${calendar.id}`
  for (const length of [160, 80, 40, 20]) {
    for (let listed = items.length; listed > 0; listed--) {
      for (const shorten of [whole, currentOnly, titleOnly]) {
        const body = write(listed, shorten, length)
        if (segmentsOf(body) <= SEGMENTS_MAX) return { body, segments: segmentsOf(body) }
      }
    }
  }
  const body = write(1, titleOnly, 10)
  return { body, segments: segmentsOf(body) }

  function write(listed: number, shorten: (lines: string[]) => string[], length: number): string {
    const parts = items
      .slice(0, listed)
      .map(({ mark, title, lines }) => [`${mark}: ${cut(title, length)}`, ...shorten(lines).map(plain)].join('. '))
    const left = items.length - listed
    const more = left === 0 ? [] : [texts.more(left)]
    return `${cut(calendar.name, Math.min(length, 60))}: ${[...parts, ...more].join('; ')}. ${url} ${texts.stop}`
  }

  /** Leaves out what was before the change. */
  function currentOnly(lines: string[]): string[] {
    return whole(lines).map((line) => withoutBefore(line, language))
  }
}

/** Replaces characters outside the GSM alphabet, one of which would double the price of the text. */
const plain = (line: string) => line.replaceAll('–', '-').replaceAll('sábado', 'sabado')
const whole = (lines: string[]) => lines.map((line) => line.replace(/\.$/, ''))
const titleOnly = () => []
