import { timeInZone } from './dates.ts'
import type { EventRow } from './event-columns.ts'

// The drawing above an event without a picture: a scene for its place, a sky for its calendar, a light for its hour and category.

export interface Cover {
  /** A `view` of public/street.svg. */
  scene: string
  sky: number
  isNight: boolean
}

type Drawn = Pick<EventRow, 'title' | 'location' | 'location_name' | 'category' | 'image' | 'all_day' | 'start_time'>

/** Returns what is drawn; null for a picture of its own, and for an alert, whose message comes first. */
export function coverOf(event: Drawn, calendar: { identifier: number; time_zone: string }): Cover | null {
  if (event.image || event.category === 'Alert') return null
  // The place says more than the title: a concert in the church is in the church.
  const scene = sceneOf(event.location_name) ?? sceneOf(event.title) ?? sceneOf(event.location) ?? 'homes'
  const hour = event.all_day ? 12 : Number(timeInZone(event.start_time, calendar.time_zone).slice(0, 2))
  return { scene, sky: calendar.identifier % SKIES, isNight: hour >= 17 || hour < 6 }
}

/** The colors that `data-sky` has in app.css. */
const SKIES = 6

function sceneOf(words: string | null): string | undefined {
  return words ? scenes.find(([, pattern]) => pattern.test(words))?.[0] : undefined
}

/** In English and Spanish. The first that matches wins. */
const scenes: readonly [string, RegExp][] = [
  ['homes', /\b(porch|house|home|block|yard|porche|casa)\b/i],
  ['church', /\b(church|chapel|parish|temple|cathedral|worship|mass|iglesia|capilla|parroquia|misa)\b/i],
  ['school', /\b(school|elementary|academy|college|campus|library|book|pta|class|escuela|biblioteca|colegio)\b/i],
  ['field', /\b(field|court|stadium|arena|gym|game|soccer|practice|cancha|estadio|partido)\b/i],
  ['park', /\b(park|trail|trailhead|creek|garden|beach|lake|river|woods|forest|parque|jardín|jardin|lago|río)\b/i],
  ['hall', /\b(hall|city|council|courthouse|center|centre|museum|ayuntamiento|centro|museo)\b/i],
]
