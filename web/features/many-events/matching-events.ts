import type { CalendarEvent } from '#web/features/events/event.ts'

type Placed = Pick<CalendarEvent, 'title' | 'location' | 'location_name'>

/** Returns the places of events as people call them, each once, in the order of the alphabet. */
export function placesOf(events: readonly Placed[]): string[] {
  return [...new Set(events.flatMap((event) => placeOf(event) || []))].sort((one, other) => one.localeCompare(other))
}

/** Returns the events at a place whose title has all the words; without place or words, all of them. */
export function matching<E extends Placed>(
  events: readonly E[],
  { place, words }: { place: string; words: string },
): E[] {
  const parts = words.toLowerCase().split(/\s+/)
  return events.filter((event) => {
    const title = event.title.toLowerCase()
    return (place === '' || placeOf(event) === place) && parts.every((part) => title.includes(part))
  })
}

function placeOf({ location, location_name }: Placed): string {
  return location_name ?? location ?? ''
}
