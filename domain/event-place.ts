// Where an event is, as an address of the web: of a map, or of a meeting that is held there.

interface Place {
  location: string | null
  location_name: string | null
}

interface Position {
  latitude: number | null
  longitude: number | null
}

/** Where it is met online: a place that is itself an address. */
export function meetingLink({ location, location_name }: Place): string | null {
  const found = [location, location_name].find(
    (place) => place && /^https:\/\/[\x21-\x7e]+$/.test(place) && URL.canParse(place),
  )
  return found ? new URL(found).href : null
}

/** A map of it; a name alone is looked for in the calendar's city. Null where there is nothing to look for. */
export function mapLink(event: Place & Position, { city, state }: { city: string; state: string }): string | null {
  const { location, location_name, latitude, longitude } = event
  if (meetingLink(event)) return null
  if (latitude !== null && longitude !== null) {
    return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`
  }
  if (location) return mapSearch(location)
  return location_name ? mapSearch(`${location_name}, ${city}, ${state}`) : null
}

export function mapSearch(place: string): string {
  return `https://www.openstreetmap.org/search?query=${encodeURIComponent(place)}`
}
