import { longDay, monthName, weekdayNames } from '#domain/date-words.ts'
import { addDays, addMonths, type Day, type Month, monthGrid, monthOf } from '#domain/dates.ts'
import { embedAddress } from '#domain/embeds/code.ts'
import type { EmbedOptions } from '#domain/embeds/options.ts'
import { embedStyle, themeStyle } from '#domain/embeds/style.ts'
import { titleWithStatus } from '#domain/texts/feeds.ts'
import type { FeedEvent } from './feed.ts'
import { calendarUrl, eventUrl } from './links.ts'
import { escaped } from './markup.ts'
import type { Listed } from './read-feed.ts'
import { wordsOf } from './words.ts'

interface Shown extends Listed {
  siteUrl: string
  options: EmbedOptions
  /** Of the month view. */
  month: Month
  today: Day
}

export function embedStyles(options: EmbedOptions): string {
  return `body { margin: 0 } ${themeStyle(':root', options)}${embedStyle}`
}

/** A calendar in a frame on somebody else's page: no script, no cookie, and links that leave the frame. */
export function embedPage(shown: Shown): string {
  const { calendar, siteUrl, options, events } = shown
  const name = escaped(calendar.name)
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Events of ${name}</title><style>${embedStyles(options)}</style></head>
<body><main class="calendar">
<div class="top"><h2>${outward(calendarUrl(siteUrl, calendar.id), name)}</h2>${options.view === 'month' ? steps(shown) : ''}</div>
${options.view === 'month' ? monthTable(shown) : ''}
${events.length === 0 ? '<p class="muted">Nothing is planned yet.</p>' : dayList(shown)}
<p class="foot"><a href="${escaped(webcal(siteUrl, calendar.id))}" target="_top">Subscribe</a>${outward(siteUrl, 'Townbell')}</p>
</main></body></html>
`
}

/** To a page of ours: in a tab of its own, which cannot reach back. `text` is markup already. */
function outward(address: string, text: string): string {
  return `<a href="${escaped(address)}" target="_blank" rel="noopener">${text}</a>`
}

function dayList({ calendar, siteUrl, events }: Shown): string {
  const days = Map.groupBy(events, ({ event_date }) => event_date)
  const items = [...days].map(([day, list]) => {
    const inside = list.map((event) => `<li>${eventItem(event)}</li>`).join('')
    return `<li id="day-${day}"><h3>${escaped(longDay(day))}</h3><ul class="events">${inside}</ul></li>`
  })
  return `<ol>${items.join('\n')}</ol>`

  function eventItem(event: FeedEvent): string {
    const { title, status, category, description } = event
    const { when, where } = wordsOf(event, calendar.time_zone)
    return [
      `<span class="title">${outward(eventUrl(siteUrl, calendar, event.id), escaped(titleWithStatus(title, status)))}</span>`,
      `<span class="category">${category}</span>`,
      `<p class="muted">${escaped(when)}</p>`,
      where ? `<p class="muted">${escaped(where)}</p>` : '',
      description ? `<p class="words">${escaped(description)}</p>` : '',
    ].join('')
  }
}

function steps({ calendar, options, month }: Shown): string {
  const step = (to: Month, sign: string, words: string) => {
    const address = escaped(addressOf(calendar.id, options, to))
    return `<a class="step" href="${address}" aria-label="${words}, ${escaped(monthName(to))}">${sign}</a>`
  }
  const before = step(addMonths(month, -1), '‹', 'Previous month')
  const after = step(addMonths(month, 1), '›', 'Next month')
  return `<nav class="steps" aria-label="Month">${before}<span>${escaped(monthName(month))}</span>${after}</nav>`
}

/** A day with something on leads to it in the list below. */
function monthTable({ events, month, today }: Shown): string {
  const busy = new Set(events.flatMap(daysOf))
  const heads = weekdayNames('short').map((name) => `<th scope="col">${escaped(name)}</th>`)
  const cell = (day: Day) => {
    const kind = day === today ? 'day today' : monthOf(day) === month ? 'day' : 'day outside'
    const first = events.find((event) => daysOf(event).includes(day))?.event_date
    const number = `${Number(day.slice(8))}${busy.has(day) ? '<span class="mark"></span>' : ''}`
    if (!first) return `<td><span class="${kind}">${number}</span></td>`
    return `<td><a class="${kind}" href="#day-${first}" aria-label="${escaped(longDay(day))}, has events">${number}</a></td>`
  }
  const weeks = monthGrid(month).map((week) => `<tr>${week.map(cell).join('')}</tr>`)
  const caption = `<caption class="hidden">${escaped(monthName(month))}</caption>`
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

function webcal(siteUrl: string, calendarId: string): string {
  return `${siteUrl.replace(/^https?:/, 'webcal:')}/calendar/${calendarId}.ics`
}
