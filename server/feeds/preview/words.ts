import { PRODUCT_NAME } from '#domain/company.ts'
import { clockTime, tileWords, weekdayNames } from '#domain/date-words.ts'
import { dayInZone, weekdayOf } from '#domain/dates.ts'
import { placeWords, timeWords } from '#domain/event-words.ts'
import { type Language, localeOf } from '#domain/languages.ts'
import type { PreviewCalendar, PreviewEvent } from '#domain/preview-pictures.ts'
import { statusNames as spanishStatuses } from '#domain/statuses.es.ts'
import { statusNames, takesPlace } from '#domain/statuses.ts'
import { categoryNames as spanishCategories } from '#domain/texts/categories.es.ts'
import { categoryNames } from '#domain/texts/categories.ts'
import type { PictureWords } from './picture.ts'

/** Pictures are drawn in every language by one process. */
const texts = {
  en: { statuses: statusNames, categories: categoryNames, planned: (time: string) => `Was planned for ${time}` },
  es: {
    statuses: spanishStatuses,
    categories: spanishCategories,
    planned: (time: string) => `Estaba previsto: ${time}`,
  },
}

interface Facts {
  calendar: PreviewCalendar
  event: PreviewEvent | null
  siteUrl: string
}

export function pictureWords({ calendar, event, siteUrl }: Facts, language: Language): PictureWords {
  const { host } = new URL(siteUrl)
  const common = {
    // The number of a calendar that isn't listed leads nowhere.
    address: calendar.allow_guest_users ? `${host}/c/${calendar.identifier}` : host,
    otherwise: PRODUCT_NAME,
  }
  const town = `${calendar.city}, ${calendar.state}`
  if (!event) {
    const empty = { time: '', tile: null, category: null, off: null }
    return { ...common, ...empty, heading: PRODUCT_NAME, title: calendar.name, place: town }
  }
  const zone = calendar.time_zone
  const locale = localeOf(language)
  const { statuses, categories, planned } = texts[language]
  const { status, category, start_time } = event
  const day = dayInZone(start_time, zone)
  const { month, date } = tileWords(day, locale)
  const isOff = !takesPlace(status)
  return {
    ...common,
    heading: calendar.name,
    title: event.title,
    otherwise: categories[category],
    time: isOff && !event.all_day ? planned(clockTime(start_time, zone, locale)) : timeWords(event, zone, language),
    place: placeWords(event) || town,
    tile: { month, date: String(date), weekday: weekdayNames('long', 0, locale)[weekdayOf(day)] ?? '' },
    category: { kind: category, name: categories[category] },
    off: isOff
      ? { word: statuses[status], reason: event.status_reason ?? '', isCancelled: status === 'cancelled' }
      : null,
  }
}
