import type { EventRow } from './event-columns.ts'
import { placeWords } from './event-words.ts'
import { parseUrl } from './older-browsers.ts'
import { isWebAddress } from './web-address.ts'

// Where an event takes place, as links: to a map, a meeting or a website.

type Place = Pick<EventRow, 'location' | 'location_name'>
type Linked = Place & Pick<EventRow, 'link_url'>
type Position = Pick<EventRow, 'latitude' | 'longitude'>

/** Returns the website or meeting link of an event, or null. */
export function eventLink(event: Linked): string | null {
  return event.link_url && isWebAddress(event.link_url) ? event.link_url : placeLink(event)
}

/** Returns whether an event only takes place on the web. */
export function isOnline(event: Linked): boolean {
  return eventLink(event) !== null && (placeLink(event) !== null || placeWords(event) === '')
}

/** Shows where a link leads: "meet.example/a?b=1". */
export function linkWords(link: string): string {
  const { host, pathname, search } = new URL(link)
  const words = host + (pathname === '/' ? '' : pathname) + search
  return words.length > LINK_WORDS_MAX ? `${words.slice(0, LINK_WORDS_MAX)}…` : words
}

const LINK_WORDS_MAX = 60

/** Returns the link of a place that is itself an address of the web. */
export function placeLink({ location, location_name }: Place): string | null {
  const found = [location, location_name].find(
    (place) => place && /^https:\/\/[\x21-\x7e]+$/.test(place) && parseUrl(place),
  )
  return found ? new URL(found).href : null
}

/** Returns a map of the place, or null. A name alone is searched for in the calendar's city. */
export function mapLink(event: Place & Position, { city, state }: { city: string; state: string }): string | null {
  const { location, location_name, latitude, longitude } = event
  if (placeLink(event)) return null
  if (latitude !== null && longitude !== null) {
    return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`
  }
  if (location) return mapSearch(location)
  return location_name ? mapSearch(`${location_name}, ${city}, ${state}`) : null
}

export function mapSearch(place: string): string {
  return `https://www.openstreetmap.org/search?query=${encodeURIComponent(place)}`
}
