import { type EventCategory, eventCategories, isEventCategory } from '../categories.ts'
import { type Language, languages } from '../languages.ts'

// The options of an embedded calendar. The frame reads them from its URL, the script from attributes.

export const embedViews = ['list', 'month'] as const
export type EmbedView = (typeof embedViews)[number]

export const embedThemes = ['auto', 'light', 'dark'] as const
export type EmbedTheme = (typeof embedThemes)[number]

export interface EmbedOptions {
  view: EmbedView
  theme: EmbedTheme
  /** A color such as #1d5ba3; null is the default. */
  accent: string | null
  /** Null means all. */
  categories: EventCategory[] | null
  language: Language
}

/** Ignores unknown values, so that a page with a typo still shows its calendar. */
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

/** Accepts six hexadecimal digits, with or without #. The value goes into a style, so that nothing else may pass. */
function readAccent(text: string | null): string | null {
  const [, digits] = /^#?([0-9a-f]{6})$/i.exec(text ?? '') ?? []
  return digits ? `#${digits.toLowerCase()}` : null
}

/** Returns black or white, whichever is readable on the color (WCAG contrast; one of them always reaches 4.5). */
export function inkOn(accent: string): '#000000' | '#ffffff' {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(accent.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000000' : '#ffffff'
}
