// Words of dates in English and Spanish, in lower case and without accents: people mix both. A table's keys become a pattern.

const names = (lists: string[], first: number): Record<string, number> =>
  Object.fromEntries(lists.flatMap((list, index) => list.split(' ').map((name) => [name, index + first])))

/** Sunday is 0. */
export const weekdays = names(
  [
    'sunday sundays sun domingo domingos dom',
    'monday mondays mon lunes lun',
    'tuesday tuesdays tues tue martes mar',
    'wednesday wednesdays weds wed miercoles mier mie',
    'thursday thursdays thurs thur thu jueves jue',
    'friday fridays fri viernes vie',
    'saturday saturdays sat sabado sabados sab',
  ],
  0,
)

const months = names(
  [
    'january jan enero ene',
    'february feb febrero',
    'march mar marzo',
    'april apr abril abr',
    'may mayo',
    'june jun junio',
    'july jul julio',
    'august aug agosto ago',
    'september sept sep septiembre',
    'october oct octubre',
    'november nov noviembre',
    'december dec diciembre dic',
  ],
  1,
)

export const ordinals: Record<string, number> = {
  ...names(
    [
      '1st first primer primero 1er 1o',
      '2nd second segundo 2o 2do',
      '3rd third tercer tercero 3er 3o',
      '4th fourth cuarto 4o 4to',
      '5th fifth quinto 5o 5to',
    ],
    1,
  ),
  last: -1,
  ultimo: -1,
}

export const numbers = {
  ...names(
    [
      'a an one un una',
      'two dos',
      'three tres',
      'four cuatro',
      'five cinco',
      'six seis',
      'seven siete',
      'eight ocho',
      'nine nueve',
      'ten diez',
      'eleven once',
      'twelve doce',
    ],
    1,
  ),
}

/** The letter is that of a rule: D is DAILY. */
export const units: Record<string, 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY'> = {
  ...{ day: 'DAILY', days: 'DAILY', dia: 'DAILY', dias: 'DAILY' },
  ...{ week: 'WEEKLY', weeks: 'WEEKLY', semana: 'WEEKLY', semanas: 'WEEKLY' },
  ...{ month: 'MONTHLY', months: 'MONTHLY', mes: 'MONTHLY', meses: 'MONTHLY' },
  ...{ year: 'YEARLY', years: 'YEARLY', ano: 'YEARLY', anos: 'YEARLY' },
}

export const anyOf = (table: Record<string, unknown>) =>
  `(?:${Object.keys(table)
    .sort((a, b) => b.length - a.length)
    .join('|')})`

export const NUMBER = `(?:\\d{1,2}|${anyOf(numbers)})\\b`

export const numberOf = (word: string) => numbers[word.trim()] ?? Number(word)

/**
 * Writes weekdays and months as a capital in a text of small letters, filled up to the same length: "A_____" is Sunday, "A_____Z" is
 * Sundays and "H______" January. Patterns that spell fifty names twice take long to compile.
 */
export function markNames(plain: string): string {
  return plain.replace(name, (found, at: number) => {
    const isMonth = found === 'mar' ? isMarch(plain, at) : found in months
    const letter = String.fromCharCode((isMonth ? 71 : 65) + ((isMonth ? months[found] : weekdays[found]) as number))
    return letter.padEnd(found.length - 1, '_') + (plural.test(found) ? 'Z' : '_')
  })
}

const name = new RegExp(`\\b${anyOf({ ...weekdays, ...months })}\\b`, 'g')
const plural = /(?:days|sabados|domingos)$/

/** "Mar 6" is a day of March, "mar 6:30pm" is Spanish for Tuesday. */
const isMarch = (plain: string, at: number) =>
  /^mar\.? \d{1,2}(?:st|nd|rd|th)?\b(?!:| ?[ap]\.? ?m)/.test(plain.slice(at)) || /\d (?:de )?$/.test(plain.slice(0, at))

export const WEEKDAY = '\\b[A-G]_+Z?\\b\\.?'
export const MONTH = '\\b[H-S]_+\\b\\.?'

export const pluralWeekday = /Z/

export const weekdayNamed = (word: string) => word.trim().charCodeAt(0) - 65

/** Returns 1 for January. */
export const monthNamed = (word: string) => word.trim().charCodeAt(0) - 71
