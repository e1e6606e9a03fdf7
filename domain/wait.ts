import { days, hours, minutes, seconds } from './durations.ts'
import { localeOf } from './languages.ts'
import { siteLanguage } from './site-language.ts'

/** "in 12 minutes", rounded up. */
export function waitWords(milliseconds: number): string {
  const [unit, length] = units.findLast(([, length]) => milliseconds >= length) ?? (['second', seconds(1)] as const)
  const count = Math.max(1, Math.ceil(milliseconds / length))
  return new Intl.RelativeTimeFormat(localeOf(siteLanguage)).format(count, unit)
}

const units = [
  ['second', seconds(1)],
  ['minute', minutes(1)],
  ['hour', hours(1)],
  ['day', days(1)],
] as const
