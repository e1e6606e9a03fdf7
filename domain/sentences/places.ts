import { type Rest, take } from './rest.ts'

// Finds the place of an event: "@ gym", "at 123 Main St", or what follows the hours and names a place.

const STREET =
  '(?:st|street|ave|avenue|rd|road|blvd|boulevard|dr|drive|ln|lane|ct|court|way|hwy|highway|pkwy|parkway|pl|sq|square|ter|terrace|cir|circle)'
const KIND =
  '(?:hall|park|church|school|gym|gymnasium|library|room|center|centre|field|fields|cafeteria|auditorium|clubhouse|lot|pavilion|shelter|chapel|temple|cemetery|union|plaza|stadium|arena|theater|theatre|lodge|grange|hs|elementary|barn|farm|ymca|basement|courthouse|museum|playground|pool|beach|lake|hotel|cafe|restaurant|firehouse|station|campus|commons|lounge|office|rink|court|depot|synagogue|mosque|parish|salon|iglesia|parque|biblioteca|escuela|gimnasio|auditorio|centro|cancha|capilla|parroquia|templo|estadio|teatro|alberca|piscina|museo|plaza|ayuntamiento|estacionamiento|sala|aula|campo)'
const ADDRESS = `(?<address>\\d{1,5}[a-z]? (?:[nsew]\\.? )?(?:[\\w'.]+ ){1,3}?${STREET}\\b\\.?)`
const NUMBERED = '(?:room|rm\\.?|field|court|gate|suite|pavilion|shelter|salon|cancha|sala|aula|campo)'
const STOP =
  '(?= ?$| ?[|,;()]| - | for | with | until | and runs | from | hasta | bring | and then | para | con | desde | hasta )'

const address = new RegExp(`(?:\\b(?:at|en) |@ ?)?${ADDRESS}`, 'g')
const online = /\b(?:on|via|over|por|en) (?<place>zoom|teams|google meet|facebook live|youtube|skype)\b/g
const after = new RegExp(`(?:\\b(?:at|in|en|inside|behind) |@ ?)(?<place>[^|,;]+?)${STOP}`, 'g')
const numbered = new RegExp(`(?<=[|,] ?)(?<place>${NUMBERED} [\\w#]+)${STOP}`, 'g')
const named = new RegExp(
  `(?<=[|,] ?)(?<place>(?!(?:after|before|for|with|from|near|and|to|no|by|despues|antes|para|con|y) )(?:${KIND}|[\\w'.&-]+(?: [\\w'.&-]+){0,4} ${KIND}|${KIND}(?: [\\w'.&-]+){1,4}))(?= ?(?:$|[|,;()]))`,
  'g',
)

const articles = /^(?:the|el|la|los|las|our|nuestra|nuestro) /
/** "In English" is no place, nor is "in two teams". */
const placeAfterIn = new RegExp(`^(?:(?:the|our) |.*\\b${KIND}\\b)`)
const noPlaceAfterEn =
  /^(?:espanol|ingles|vivo|persona|linea|familia|honor|memoria|efecto|caso|grupo|equipo|vigor|(?:la )?(?:calle|avenida|manana|tarde|noche)|los|las \d|\d)\b/
const noPlaceAfterAt = /^(?:\d{1,2}\b(?! [a-z])|all|once|least|home\b|no |risk|work)/

/** An address comes before hours are read, so that "12 Oak Ave" is none. */
export function takeAddress(rest: Rest): string | null {
  return takePlaceBy(rest, address, () => true)
}

export function takePlace(rest: Rest): string | null {
  return (
    takePlaceBy(rest, online, () => true) ??
    takePlaceBy(rest, after, (place, whole) => {
      if (whole.startsWith('in ')) return placeAfterIn.test(place)
      if (whole.startsWith('en ')) return !noPlaceAfterEn.test(place)
      return !noPlaceAfterAt.test(place)
    }) ??
    takePlaceBy(rest, numbered, () => true) ??
    (hasTitle(rest) ? takePlaceBy(rest, named, () => true) : null)
  )
}

/** What comes first is the title. */
const hasTitle = (rest: Rest) => /^[^a-z0-9]*[a-z0-9]/.test(rest.plain.split(/[|,]/)[0] ?? '')

function takePlaceBy(rest: Rest, pattern: RegExp, isPlace: (place: string, whole: string) => boolean): string | null {
  const { typed, plain } = rest
  let at = 0
  return take(rest, pattern, (found, whole) => {
    at = plain.indexOf(whole, at)
    if (/\b(?:after|before|during|for|from|despues de|antes de|para)[ |]*$/.test(plain.slice(0, at))) return null
    const text = (found.place ?? found.address ?? '').trim()
    if (text === '' || !isPlace(text, whole)) return null
    const start = at + whole.indexOf(text)
    return written(typed.slice(start, start + text.length))
  })
}

/** Without its article, and with a capital. "The Grind" is a name. */
function written(place: string): string {
  const short = place
    .replace(articles, '')
    .replace(/[\s.,-]+$/, (end) => (/^\.$/.test(end) && /\b\w{1,3}\.$/.test(place) ? '.' : ''))
  return short.charAt(0).toUpperCase() + short.slice(1)
}
