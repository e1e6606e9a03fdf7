// Changed events, or an alert, in one text: as much as fits into two segments, a link to the rest, and how to stop.
import { withoutBefore } from '#domain/event-changes.ts'
import { shortPath } from '#domain/event-path.ts'
import type { Language } from '#domain/languages.ts'
import { isGsm, plainLetters, segmentsOf } from '#domain/text-segments.ts'
import type { DayOfCalendar } from '../templates/day-of/data.ts'
import type { Item } from '../templates/notice/data.ts'
import { cut } from './cut.ts'
import { textsIn } from './texts-in.ts'

const SEGMENTS_MAX = 2
/** A part holds less than half as many characters outside the GSM alphabet. */
const ALERT_SEGMENTS_MAX = 3

export type NoticeText = { calendar: DayOfCalendar; items: Item[]; siteUrl: string; language?: Language }

export type WrittenText = { body: string; segments: number; isCut: boolean }

export function noticeText(notice: NoticeText): WrittenText {
  const [first, ...others] = notice.items
  return first?.isAlert && others.length === 0 ? alertText(notice, first) : changesText(notice)
}

/** The message matters most: it is cut only when nothing else can be left out. */
function alertText({ calendar, siteUrl, language = 'en' }: NoticeText, alert: Item): WrittenText {
  const message = [...plainLetters(alert.paragraphs.join(' '))]
  const times = alert.isOver ? [] : whole(alert.lines)
  for (const length of [160, 60, 30]) {
    const body = fits([write(length, message.length, times), write(length, message.length, [])])
    if (body) return { body, segments: segmentsOf(body), isCut: false }
  }
  let [fitting, tooLong] = [0, message.length]
  while (tooLong - fitting > 1) {
    const half = Math.floor((fitting + tooLong) / 2)
    if (fits([write(60, half, [])])) fitting = half
    else tooLong = half
  }
  const body = write(fitting > 0 ? 60 : 20, fitting, [])
  return { body, segments: segmentsOf(body), isCut: true }

  function write(titleLength: number, messageLength: number, lines: string[]): string {
    const title = cut(alert.title, titleLength)
    const said = cut(message.join(''), messageLength)
    const parts = [`${alert.mark}: ${title}`, ...(messageLength > 0 && said ? [said] : []), ...lines]
    const name = cut(calendar.name, Math.min(titleLength, 60))
    const sentences = parts.map((part) => (/[.!?]$/.test(part) ? part : `${part}.`)).join(' ')
    return plainLetters(
      `${name}: ${sentences} ${siteUrl}${shortPath(calendar, alert.eventId)} ${textsIn[language].stop}`,
    )
  }
}

function fits(bodies: string[]): string | undefined {
  return bodies.find((body) => segmentsOf(body) <= (isGsm(body) ? SEGMENTS_MAX : ALERT_SEGMENTS_MAX))
}

function changesText({ calendar, items, siteUrl, language = 'en' }: NoticeText): WrittenText {
  const texts = textsIn[language]
  const only = items.length === 1 && items[0]?.hasPage ? items[0].eventId : undefined
  const url = `${siteUrl}${shortPath(calendar, only)}`
  for (const length of [160, 80, 40, 20]) {
    for (let listed = items.length; listed > 0; listed--) {
      for (const shorten of [whole, currentOnly, titleOnly]) {
        const body = write(listed, shorten, length)
        if (segmentsOf(body) <= SEGMENTS_MAX) return { body, segments: segmentsOf(body), isCut: false }
      }
    }
  }
  const body = write(1, titleOnly, 10)
  return { body, segments: segmentsOf(body), isCut: true }

  function write(listed: number, shorten: (lines: string[]) => string[], length: number): string {
    const parts = items
      .slice(0, listed)
      .map(({ mark, title, lines }) => [`${mark}: ${cut(title, length)}`, ...shorten(lines)].join('. '))
    const left = items.length - listed
    const more = left === 0 ? [] : [texts.more(left)]
    const name = cut(calendar.name, Math.min(length, 60))
    return plainLetters(`${name}: ${[...parts, ...more].join('; ')}. ${url} ${texts.stop}`)
  }

  /** Leaves out what was before the change. */
  function currentOnly(lines: string[]): string[] {
    return whole(lines).map((line) => withoutBefore(line, language))
  }
}

const whole = (lines: string[]) => lines.map((line) => line.replace(/\.$/, ''))
const titleOnly = () => []
