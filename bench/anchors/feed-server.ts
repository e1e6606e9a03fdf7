// A feed by hand, as little as Node and PostgreSQL need for it. GET / writes it anew; with If-None-Match it is 304 at once,
// and at /fresh after having looked whether the calendar has changed.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import pg from 'pg'

const { PORT, DATABASE_URL, CALENDAR, SITE, HEAD } = process.env
const head = readFileSync(HEAD as string, 'utf8')
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 4 })
const colors: Record<string, string> = { Event: 'goldenrod', Alert: 'crimson', Notice: 'steelblue', FYI: 'slategray' }
const headers = { etag: 'W/"1"', 'cache-control': 'public, max-age=0, must-revalidate', vary: 'accept-encoding' }

createServer(async (request, response) => {
  if (request.url === '/fresh') await pool.query({ name: 'version', text: version, values: [CALENDAR] })
  if (request.headers['if-none-match']) return response.writeHead(304, headers).end()
  const { rows } = await pool.query({ name: 'feed', text: events, values: [CALENDAR] })
  let text = head
  for (const event of rows) text += written(event)
  response.writeHead(200, { ...headers, 'content-type': 'text/calendar; charset=utf-8' })
  response.end(`${text}END:VCALENDAR\r\n`)
}).listen(Number(PORT), '127.0.0.1', () => console.log('is running'))

function written(event: Record<string, string>): string {
  const { uid, updated, zone, since, until, sequence, title, description, place, name, geo, category, id } = event
  return `BEGIN:VEVENT\r\nUID:${uid}\r\nDTSTAMP:${updated}\r\nLAST-MODIFIED:${updated}\r\nDTSTART;TZID=${zone}:${since}\r\nDTEND;TZID=${zone}:${until}\r\n${sequence === '0' ? '' : `SEQUENCE:${sequence}\r\n`}${folded(`SUMMARY:${escaped(title)}`)}${folded(`DESCRIPTION:${escaped(description)}`)}${folded(`LOCATION:${escaped(place)}`)}X-TOWNBELL-LOCATION-NAME:${escaped(name)}\r\nGEO:${geo}\r\nCATEGORIES:${category}\r\nCOLOR:${colors[category as string]}\r\nSTATUS:CONFIRMED\r\n${folded(`URL:${SITE}/calendar/${CALENDAR}/events/${id}`)}END:VEVENT\r\n`
}

const escaped = (text = '') => text.replace(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n')

function folded(line: string): string {
  let text = line.slice(0, 75)
  for (let at = 75; at < line.length; at += 74) text += `\r\n ${line.slice(at, at + 74)}`
  return `${text}\r\n`
}

const version = 'select version from public.calendars where id = $1'

const utc = `'YYYYMMDD"T"HH24MISS"Z"'`
const local = `'YYYYMMDD"T"HH24MISS'`
const events = `
  select e.uid, e.id::text, e.sequence::text, e.title, e.description, e.category, e.location_name as name,
    e.location_name || ', ' || e.location as place, c.time_zone as zone,
    to_char(e.latitude, 'FM990.000000') || ';' || to_char(e.longitude, 'FM990.000000') as geo,
    to_char(e.updated_at at time zone 'UTC', ${utc}) as updated,
    to_char(e.start_time at time zone c.time_zone, ${local}) as since,
    to_char(e.end_time at time zone c.time_zone, ${local}) as until
  from public.events e join public.calendars c on c.id = e.calendar_id
  where e.calendar_id = $1
  order by e.start_time, e.id`
