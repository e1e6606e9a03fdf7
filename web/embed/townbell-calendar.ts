import { zoneName } from '#domain/date-words.ts'
import { type Day, dayInZone, firstDayOf, type Month, monthOf } from '#domain/dates.ts'
import { readEmbedOptions } from '#domain/embeds/options.ts'
import { embedStyle, themeStyle } from '#domain/embeds/style.ts'
import { embedTexts } from '#domain/embeds/texts.ts'
import { element, externalLink } from './dom.ts'
import { type Feed, readFeed } from './feed.ts'
import { dayList } from './list.ts'
import { monthSteps, monthView } from './month.ts'

/** The site that served this script also serves the calendar. */
const base = new URL('.', (document.currentScript as HTMLScriptElement | null)?.src ?? location.href).href
const viewerZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/**
 * Shows a calendar's events in a shadow tree, so that the page's style and ours do not affect each other. While they load, and
 * if they cannot be loaded, it shows what the page put inside the element.
 */
export class TownbellCalendar extends HTMLElement {
  static observedAttributes = ['calendar', 'view', 'theme', 'accent', 'category']
  #root = this.attachShadow({ mode: 'open' })
  #themeSheet = new CSSStyleSheet()
  #loading = new AbortController()
  #isWaiting = false

  connectedCallback(): void {
    const style = new CSSStyleSheet()
    style.replaceSync(`:host { display: block } :host([hidden]) { display: none } ${embedStyle}`)
    this.#root.adoptedStyleSheets = [style, this.#themeSheet]
    if (!this.#root.firstChild) this.#root.append(element('slot'))
    this.#loadSoon()
  }

  disconnectedCallback(): void {
    this.#loading.abort()
  }

  attributeChangedCallback(): void {
    if (this.isConnected) this.#loadSoon()
  }

  /** Batches attribute changes of the same moment into one load. */
  #loadSoon(): void {
    if (this.#isWaiting) return
    this.#isWaiting = true
    queueMicrotask(() => {
      this.#isWaiting = false
      const options = this.#options()
      this.#themeSheet.replaceSync(themeStyle(':host', options))
      if (options.view === 'list') return this.#load(null)
      const today = dayInZone(Date.now(), viewerZone)
      this.#load(monthOf(today), today)
    })
  }

  #options() {
    return readEmbedOptions((name) => this.getAttribute(name))
  }

  /** Loads a month, or the list. `focus` moves the focus to the selected day, for keyboard users. */
  async #load(month: Month | null, selected?: Day, focus = false): Promise<void> {
    this.#loading.abort()
    this.#loading = new AbortController()
    const { signal } = this.#loading
    const calendar = this.getAttribute('calendar') ?? ''
    try {
      const feed = await readFeed({ base, calendar, categories: this.#options().categories, month, signal })
      this.#show(feed, month, selected)
      if (focus) this.#root.querySelector<HTMLElement>(`[data-day="${selected}"]`)?.focus()
    } catch {
      if (!signal.aborted)
        this.#root.replaceChildren(element('slot'), element('p', { role: 'status' }, embedTexts.failed))
    }
  }

  #show(feed: Feed, month: Month | null, selected?: Day): void {
    const today = dayInZone(Date.now(), feed.time_zone)
    const chosen = selected ?? (month === monthOf(today) ? today : firstDayOf(month ?? monthOf(today)))
    const go = (day: Day) => void this.#load(monthOf(day), day, true)
    const step = (to: Month) => void this.#load(to)
    const title = element('h2', {}, externalLink(feed.home_page_url, feed.title))
    const top = element('div', { class: 'top', part: 'top' }, title, month ? monthSteps(month, step) : null)
    const body = month ? monthView(feed, { month, today, selected: chosen }, go) : [dayList(feed)]
    const section = element('section', {
      class: 'calendar',
      part: 'calendar',
      'aria-label': embedTexts.eventsOf(feed.title),
    })
    section.append(top, ...body, foot(feed))
    this.#root.replaceChildren(section)
  }
}

function foot({ time_zone, home_page_url }: Feed): HTMLElement {
  const subscribe = element('a', { href: `${home_page_url.replace(/^https?:/, 'webcal:')}.ics` }, embedTexts.subscribe)
  const isElsewhere = time_zone !== viewerZone
  const zone = isElsewhere ? element('span', {}, embedTexts.timesIn(zoneName(Date.now(), time_zone))) : null
  return element('p', { class: 'foot', part: 'foot' }, zone, subscribe, externalLink(base, 'Townbell'))
}
