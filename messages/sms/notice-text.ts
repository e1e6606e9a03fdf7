// Changed events, or an alert, in one text: as much as fits into two parts, the rest behind a link, and how to stop.
import { segmentsOf } from '#domain/text-segments.ts'
import type { DayOfCalendar } from '../templates/day-of/data.ts'
import type { Item } from '../templates/notice/data.ts'
import { cut } from './cut.ts'

const SEGMENTS_MAX = 2

export type NoticeText = { calendar: DayOfCalendar; items: Item[]; siteUrl: string }

export function noticeText({ calendar, items, siteUrl }: NoticeText): { body: string; segments: number } {
  const url = `${siteUrl}/calendar/${calendar.id}`
  for (const length of [160, 80, 40, 20]) {
    for (let told = items.length; told > 0; told--) {
      for (const shorten of [whole, withoutBefore, titleOnly]) {
        const body = write(told, shorten, length)
        if (segmentsOf(body) <= SEGMENTS_MAX) return { body, segments: segmentsOf(body) }
      }
    }
  }
  const body = write(1, titleOnly, 10)
  return { body, segments: segmentsOf(body) }

  function write(told: number, shorten: (lines: string[]) => string[], length: number): string {
    const parts = items.slice(0, told).map(({ mark, title, lines }) =>
      // One dash of print would double the price of every text.
      [`${mark}: ${cut(title, length)}`, ...shorten(lines).map((line) => line.replaceAll('–', '-'))].join('. '),
    )
    const left = items.length - told
    const more = left === 0 ? [] : [`and ${left} more`]
    return `${cut(calendar.name, Math.min(length, 60))}: ${[...parts, ...more].join('; ')}. ${url} Reply STOP to end`
  }
}

const whole = (lines: string[]) => lines.map((line) => line.replace(/\.$/, ''))
const withoutBefore = (lines: string[]) => whole(lines).map((line) => line.replace(/ \(it was .*\)$/, ''))
const titleOnly = () => []
