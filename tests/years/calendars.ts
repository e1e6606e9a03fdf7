// A calendar for every time zone of the places, and for each of a few awkward notification times; each with one
// address and with phones in several zones, some with a contact who is notified the evening before.
import type pg from 'pg'
import { zoneByAreaCode } from '#domain/area-codes.ts'
import { makeCalendar, type TestCalendar } from '#testing/calendars.ts'

/** The usual hour; both ends of a day; both sides of a change of clocks and inside the gap; the last minute before the quiet hours. */
export const NOTIFY_AT = ['08:00', '00:00', '00:15', '01:30', '02:30', '20:59', '23:45']

export type YearCalendar = TestCalendar & {
  notifyAt: string
  email: string
  /** A contact who is notified the evening before; not in every calendar. */
  evening: string | null
  phones: Phone[]
  clockNumber: number
}
export type Phone = { number: string; zone: string }

/** The last has no known area code, so its calendar's time zone counts. */
const numbers = ['+12125550111', '+16025550111', '+12135550111', '+18085550111', '+16715550111', '+15005550111']

export async function makeCalendars(pool: pg.Pool, few = false): Promise<YearCalendar[]> {
  const { rows } = await pool.query<{ state: string; city: string; time_zone: string }>(
    'select distinct on (time_zone) state, city, time_zone from public.places order by time_zone, state, city',
  )
  const clocks = [...new Set(rows.map(({ time_zone: zone }) => clockOf(zone)))]
  const places = few
    ? clocks.map((clock) => rows.find(({ time_zone: zone }) => clockOf(zone) === clock) ?? never())
    : rows
  const calendars: YearCalendar[] = []
  for (const [index, { state, city, time_zone: zone }] of places.entries()) {
    for (const [hour, notifyAt] of NOTIFY_AT.entries()) {
      const email = `${city.toLowerCase().replace(/\W/g, '')}.${hour}@example.org`
      const own = numbers.filter((_, place) => (place + index + hour) % 3 === 0)
      const evening = hour % 3 === 0 ? `evening.${email}` : null
      const emails = evening ? [email, evening] : [email]
      const calendar = await makeCalendar(pool, { name: city, state, city, notifyAt, emails, phones: own })
      await pool.query(chooseEvening, [evening])
      const phones = own.map((number) => ({ number, zone: zoneByAreaCode.get(number.slice(2, 5)) ?? zone }))
      calendars.push({ ...calendar, notifyAt, email, evening, phones, clockNumber: clocks.indexOf(clockOf(zone)) })
    }
  }
  return calendars
}

/** Groups zones with the same offset all year, which are notified at the same instants. */
function clockOf(zone: string): string {
  return ['2024-01-01T12:00Z', '2024-07-01T12:00Z']
    .map((instant) => Temporal.Instant.from(instant).toZonedDateTimeISO(zone).offset)
    .join()
}

function never(): never {
  throw new Error('every clock is the clock of some place')
}

const chooseEvening = `
  insert into private.contact_preferences (channel, address, timing)
  select 'email', $1, 'evening' where $1::text is not null`
