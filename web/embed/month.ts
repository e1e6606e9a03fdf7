import { longDay, monthName, weekdayNames } from '#domain/date-words.ts'
import { addMonths, type Day, type Month, monthGrid, monthOf } from '#domain/dates.ts'
import { embedTexts } from '#domain/embeds/texts.ts'
import { dayForKey } from '#web/features/calendar-view/month-keys.ts'
import { element } from './dom.ts'
import type { Feed, FeedItem } from './feed.ts'
import { eventList } from './list.ts'

export interface MonthState {
  month: Month
  today: Day
  selected: Day
}

/** Builds a month as the grid of the ARIA practices: one tab stop; arrows, Home, End, PageUp and PageDown move it. */
export function monthView(feed: Feed, state: MonthState, go: (day: Day) => void): HTMLElement[] {
  const { month, selected } = state
  const panel = element('section', { 'aria-live': 'polite', 'aria-label': embedTexts.chosenDay })
  const buttons = new Map(
    monthGrid(month)
      .flat()
      .map((day) => [day, dayButton(day, feed, state)]),
  )
  const grid = element(
    'table',
    { class: 'month', role: 'grid', 'aria-label': monthName(month), part: 'month' },
    element(
      'thead',
      {},
      element('tr', {}, ...weekdayNames('short').map((name) => element('th', { scope: 'col' }, name))),
    ),
    element('tbody', {}, ...monthGrid(month).map((week) => element('tr', {}, ...week.map(cell)))),
  )
  grid.addEventListener('keydown', onKey)
  choose(selected)
  return [grid, panel]

  function cell(day: Day): HTMLElement {
    const button = buttons.get(day) as HTMLButtonElement
    button.addEventListener('click', () => (monthOf(day) === month ? choose(day) : go(day)))
    return element('td', { role: 'gridcell' }, button)
  }

  function onKey(event: KeyboardEvent): void {
    const from = (event.target as HTMLElement).closest<HTMLElement>('[data-day]')?.dataset.day
    const to = from && !event.ctrlKey && !event.metaKey && !event.altKey && dayForKey(event.key, event.shiftKey, from)
    if (!to) return
    event.preventDefault()
    if (monthOf(to) === month) {
      reach(to)
      buttons.get(to)?.focus()
    } else {
      go(to)
    }
  }

  /** Makes the day the grid's one tab stop. */
  function reach(day: Day): void {
    for (const [other, button] of buttons) button.tabIndex = other === day ? 0 : -1
  }

  function choose(day: Day): void {
    reach(day)
    for (const [other, button] of buttons) button.setAttribute('aria-pressed', String(other === day))
    const events = eventsOn(feed.events, day)
    const list =
      events.length > 0 ? eventList(events, feed.time_zone) : element('p', { class: 'muted' }, embedTexts.noEventsOnDay)
    panel.replaceChildren(element('h3', {}, longDay(day)), list)
  }
}

export function monthSteps(month: Month, step: (month: Month) => void): HTMLElement {
  const button = (to: Month, sign: string, words: (month: string) => string) => {
    const made = element('button', { class: 'step', type: 'button', 'aria-label': words(monthName(to)) }, sign)
    made.addEventListener('click', () => step(to))
    return made
  }
  return element(
    'div',
    { class: 'steps' },
    button(addMonths(month, -1), '‹', embedTexts.previousMonth),
    element('span', { 'aria-live': 'polite' }, monthName(month)),
    button(addMonths(month, 1), '›', embedTexts.nextMonth),
  )
}

function dayButton(day: Day, { events }: Feed, { month, today }: MonthState): HTMLButtonElement {
  const count = eventsOn(events, day).length
  const attributes = { type: 'button', 'data-day': day, 'aria-label': embedTexts.eventsOn(longDay(day), count) }
  const mark = count > 0 ? element('span', { class: 'mark' }) : null
  const made = element('button', attributes, String(Number(day.slice(8))), mark)
  if (day === today) made.setAttribute('aria-current', 'date')
  if (monthOf(day) !== month) made.className = 'outside'
  return made
}

function eventsOn(events: readonly FeedItem[], day: Day): FeedItem[] {
  return events.filter(({ event_date, end_date }) => event_date <= day && day <= end_date)
}
