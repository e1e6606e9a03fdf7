import { type EventCategory, eventCategories, isEventCategory } from '../categories.ts'
import { type Language, languages } from '../languages.ts'

// How a calendar looks on somebody else's site. Read from an address or from attributes, by the frame and by the script.

export const embedViews = ['list', 'month'] as const
export type EmbedView = (typeof embedViews)[number]

export const embedThemes = ['auto', 'light', 'dark'] as const
export type EmbedTheme = (typeof embedThemes)[number]

export interface EmbedOptions {
  view: EmbedView
  theme: EmbedTheme
  /** Like #1d5ba3; null is ours. */
  accent: string | null
  /** Null is all. */
  categories: EventCategory[] | null
  language: Language
}

/** Whatever is not one of the known values is as if it were not there: a page with a slip in it still shows its calendar. */
export function readEmbedOptions(get: (name: string) => string | null): EmbedOptions {
  const named = (get('category') ?? '').split(',').map((name) => name.trim())
  const categories = eventCategories.filter((category) => named.includes(category))
  return {
    view: embedViews.find((view) => view === get('view')) ?? 'list',
    theme: embedThemes.find((theme) => theme === get('theme')) ?? 'auto',
    accent: readAccent(get('accent')),
    categories: categories.length > 0 && named.every(isEventCategory) ? categories : null,
    language: languages.find((language) => language === get('lang')) ?? 'en',
  }
}

/** Six digits, with or without the sign in front. Nothing else goes into a style. */
function readAccent(text: string | null): string | null {
  const [, digits] = /^#?([0-9a-f]{6})$/i.exec(text ?? '') ?? []
  return digits ? `#${digits.toLowerCase()}` : null
}

/** Black or white, whichever can be read on the colour (WCAG's contrast; one of them always reaches 4.5). */
export function inkOn(accent: string): '#000000' | '#ffffff' {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(accent.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000000' : '#ffffff'
}
