// Changed events, or an alert, in one text: as much as fits into two parts, the rest behind a link, and how to stop.
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
    for (let told = items.length; told > 0; told--) {
      for (const shorten of [whole, isOnly, titleOnly]) {
        const body = write(told, shorten, length)
        if (segmentsOf(body) <= SEGMENTS_MAX) return { body, segments: segmentsOf(body) }
      }
    }
  }
  const body = write(1, titleOnly, 10)
  return { body, segments: segmentsOf(body) }

  function write(told: number, shorten: (lines: string[]) => string[], length: number): string {
    const parts = items
      .slice(0, told)
      .map(({ mark, title, lines }) => [`${mark}: ${cut(title, length)}`, ...shorten(lines).map(plain)].join('. '))
    const left = items.length - told
    const more = left === 0 ? [] : [texts.more(left)]
    return `${cut(calendar.name, Math.min(length, 60))}: ${[...parts, ...more].join('; ')}. ${url} ${texts.stop}`
  }

  function isOnly(lines: string[]): string[] {
    return whole(lines).map((line) => withoutBefore(line, language))
  }
}

/** One dash of print, or one accent of a Saturday, would double the price of every text. */
const plain = (line: string) => line.replaceAll('–', '-').replaceAll('sábado', 'sabado')
const whole = (lines: string[]) => lines.map((line) => line.replace(/\.$/, ''))
const titleOnly = () => []
