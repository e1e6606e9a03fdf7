import { type Clock, onDay } from './clock.ts'
import { type Found, type Rest, take } from './rest.ts'

// Reads the part of the day, and decides by it what "at 7" means.

export type Part = 'morning' | 'afternoon' | 'evening'

/** Reads "in the morning" and "de la tarde" anywhere, which must not be taken for "mañana", tomorrow. */
export function takePart(rest: Rest): Part | null {
  return take(
    rest,
    /\b(?:in the|at|por la|de la|en la) (?<part>morning|afternoon|evening|night|manana|tarde|noche)\b/g,
    partOf,
  )
}

/** Reads "morning" after a day. Elsewhere it belongs to the title: "Movie night". */
export function takePartAfterDay(rest: Rest): Part | null {
  return take(rest, /(?<=\|,? ?)(?<part>morning|afternoon|evening|night|tarde|noche)s?\b/g, partOf)
}

const partOf = ({ part = '' }: Found) => partWords[part] ?? null

const partWords: Record<string, Part> = {
  ...{ morning: 'morning', manana: 'morning', afternoon: 'afternoon', tarde: 'afternoon' },
  ...{ evening: 'evening', night: 'evening', noche: 'evening' },
}

export function partSaid(part: Part | null, sentence: string): Part | null {
  if (part) return part
  if (eveningWords.test(sentence)) return 'evening'
  return morningWords.test(sentence) ? 'morning' : null
}

/** Decides between morning and evening where the sentence does not say it. */
export function guess(clock: Clock, part: Part | null, sentence: string): { minutes: number; isDoubtful: boolean } {
  const { minutes, half } = clock
  if (half || minutes >= 13 * 60) return { minutes: onDay(clock), isDoubtful: false }
  const onTwelve = minutes % (12 * 60)
  const [am, pm] = [onTwelve, onTwelve + 12 * 60]
  // One to five are never meant in the morning, and twelve is noon.
  if (onTwelve < 5 * 60) return { minutes: part === 'morning' && onTwelve >= 60 ? am : pm, isDoubtful: false }
  if (part) return { minutes: part === 'morning' ? am : pm, isDoubtful: false }
  const isLater = onTwelve < 7 * 60 || (onTwelve < 9 * 60 && laterWords.test(sentence))
  return { minutes: isLater ? pm : am, isDoubtful: true }
}

const eveningWords =
  /\b(?:dinner|supper|concert|night|evening|gala|dance|happy hour|fireworks|bonfire|vespers|banquet|prom|trivia|vigil|cena|concierto|noche|baile|fogata|posada|vigilia|fuegos artificiales)\b/

const morningWords = /\b(?:breakfast|brunch|pancakes?|sunrise|morning|desayuno|amanecer|madrugada)\b/

const laterWords =
  /\b(?:meeting|mtg|game|match|rehearsal|practice|council|committee|board|junta|reunion|partido|ensayo|practica|entrenamiento)\b/
