import { longDay, monthName, weekdayNames } from '#domain/date-words.ts'
import { addDays, addMonths, type Day, type Month, monthGrid, monthOf } from '#domain/dates.ts'
import { embedAddress } from '#domain/embeds/code.ts'
import type { EmbedOptions } from '#domain/embeds/options.ts'
import { embedStyle, themeStyle } from '#domain/embeds/style.ts'
import { embedTexts as spanishTexts } from '#domain/embeds/texts.es.ts'
import { embedTexts } from '#domain/embeds/texts.ts'
import { eventLink, linkWords } from '#domain/event-place.ts'
import { type Language, localeOf } from '#domain/languages.ts'
import { linksInText } from '#domain/links-in-text.ts'
import * as spanish from '#domain/texts/categories.es.ts'
import * as english from '#domain/texts/categories.ts'
import type { FeedCalendar, FeedEvent } from './feed.ts'
import { calendarUrl, eventUrl } from './links.ts'
import { escaped } from './markup.ts'
import type { Listed } from './read-feed.ts'
import { titleOf, wordsOf } from './words.ts'

interface Shown extends Listed {
  siteUrl: string
  options: EmbedOptions
  /** The month, in the month view. */
  month: Month
  today: Day
}

/** A frame has no build of its own: it is made in the language that its address asks for. */
const wordsIn = {
  en: { texts: embedTexts, categoryNames: english.categoryNames },
  es: { texts: spanishTexts, categoryNames: spanish.categoryNames },
} satisfies Record<Language, unknown>

export function embedStyles(options: EmbedOptions): string {
  return `body { margin: 0 } ${themeStyle(':root', options)}${embedStyle}`
}

/** Renders a calendar for a frame on another site: no script, no cookie, and links that leave the frame. */
export function embedPage(shown: Shown): string {
  const { calendar, siteUrl, options, events } = shown
  const { texts } = wordsIn[options.language]
  const name = escaped(calendar.name)
  return `<!doctype html>
<html lang="${options.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${texts.eventsOf(name)}</title><style>${embedStyles(options)}</style></head>
<body><main class="calendar">
<div class="top"><h2>${outward(calendarUrl(siteUrl, calendar), name)}</h2>${options.view === 'month' ? steps(shown) : ''}</div>
${options.view === 'month' ? monthTable(shown) : ''}
${events.length === 0 ? `<p class="muted">${texts.nothing}</p>` : dayList(shown)}
<p class="foot"><a href="${escaped(webcal(siteUrl, calendar))}" target="_top">${texts.subscribe}</a>${outward(siteUrl, 'Townbell')}</p>
</main></body></html>
`
}

/** Links in a tab of its own, which cannot reach back. `text` is markup already. */
function outward(address: string, text: string, rel = 'noopener'): string {
  return `<a href="${escaped(address)}" target="_blank" rel="${rel}">${text}</a>`
}

/** For links that people typed. */
const STRANGE = 'noopener noreferrer nofollow ugc'

function linked(text: string): string {
  const parts = linksInText(text)
  return parts.map(({ text, href }) => (href ? outward(href, escaped(text), STRANGE) : escaped(text))).join('')
}

function dayList({ calendar, siteUrl, options: { language }, events }: Shown): string {
  const { categoryNames } = wordsIn[language]
  const days = Map.groupBy(events, ({ event_date }) => event_date)
  const items = [...days].map(([day, list]) => {
    const inside = list.map((event) => `<li>${eventItem(event)}</li>`).join('')
    return `<li id="day-${day}"><h3>${escaped(longDay(day, localeOf(language)))}</h3><ul class="events">${inside}</ul></li>`
  })
  return `<ol>${items.join('\n')}</ol>`

  function eventItem(event: FeedEvent): string {
    const { category, description } = event
    const from = event.calendar ?? calendar
    const { lines } = wordsOf(event, from.time_zone, language)
    const link = eventLink(event)
    return [
      `<span class="title">${outward(eventUrl(siteUrl, from, event.id), escaped(titleOf(event, language)))}</span>`,
      `<span class="category${category === 'Alert' ? ' alert' : ''}">${categoryNames[category]}</span>`,
      ...lines.map((line) => `<p class="muted">${escaped(line)}</p>`),
      link ? `<p>${outward(link, escaped(linkWords(link)), STRANGE)}</p>` : '',
      description ? `<p class="words">${linked(description)}</p>` : '',
    ].join('')
  }
}

function steps({ calendar, options, month }: Shown): string {
  const { texts } = wordsIn[options.language]
  const name = (of: Month) => escaped(monthName(of, localeOf(options.language)))
  const step = (to: Month, sign: string, words: (month: string) => string) => {
    const address = escaped(addressOf(calendar.id, options, to))
    return `<a class="step" href="${address}" aria-label="${words(name(to))}">${sign}</a>`
  }
  const before = step(addMonths(month, -1), '‹', texts.previousMonth)
  const after = step(addMonths(month, 1), '›', texts.nextMonth)
  return `<nav class="steps" aria-label="${texts.month}">${before}<span>${name(month)}</span>${after}</nav>`
}

/** A day with something on leads to it in the list below. */
function monthTable({ events, month, today, options: { language } }: Shown): string {
  const { texts } = wordsIn[language]
  const locale = localeOf(language)
  const busy = new Set(events.flatMap(daysOf))
  const heads = weekdayNames('short', 0, locale).map((name) => `<th scope="col">${escaped(name)}</th>`)
  const cell = (day: Day) => {
    const kind = day === today ? 'day today' : monthOf(day) === month ? 'day' : 'day outside'
    const first = events.find((event) => daysOf(event).includes(day))?.event_date
    const number = `${Number(day.slice(8))}${busy.has(day) ? '<span class="mark"></span>' : ''}`
    if (!first) return `<td><span class="${kind}">${number}</span></td>`
    return `<td><a class="${kind}" href="#day-${first}" aria-label="${texts.hasEvents(escaped(longDay(day, locale)))}">${number}</a></td>`
  }
  const weeks = monthGrid(month).map((week) => `<tr>${week.map(cell).join('')}</tr>`)
  const caption = `<caption class="hidden">${escaped(monthName(month, locale))}</caption>`
  return `<table class="month">${caption}<thead><tr>${heads.join('')}</tr></thead><tbody>${weeks.join('')}</tbody></table>`
}

function daysOf({ event_date, end_date }: FeedEvent): Day[] {
  const days = [event_date]
  for (let day = addDays(event_date, 1); day <= end_date; day = addDays(day, 1)) days.push(day)
  return days
}

function addressOf(calendarId: string, options: EmbedOptions, month: Month): string {
  const address = embedAddress('', calendarId, options)
  return `${address}${address.includes('?') ? '&' : '?'}month=${month}`
}

function webcal(siteUrl: string, { id, path }: FeedCalendar): string {
  return `${siteUrl.replace(/^https?:/, 'webcal:')}/${path ? 'town' : 'calendar'}/${id}.ics`
}
