import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nginx } from '../anchors/nginx.ts'
import { radicale } from '../anchors/radicale.ts'
import { budgets } from '../budgets.ts'
import { calendarId } from '../data.ts'
import { load, read } from '../load.ts'
import { code } from '../measured-code.ts'
import type { Product } from '../product.ts'
import { type Bench, ratio, type Scenario, value } from '../scenario.ts'
import { type Server, startServer } from '../server.ts'
import { timed } from '../timed.ts'

const EVENTS = 1000
const CHANGES = 100
const hand = 'by hand'

export const scenario: Scenario = {
  question: 'How fast is a feed of 1,000 events: unchanged, confirmed to who has it, and the first after a change?',
  code: code.feeds,
  sizes: ['M'],
  targets: [
    { ...budgets.feed.limits.unchanged, value: ratio('perSecond', 'unchanged', 'nginx') },
    { ...budgets.feed.limits.notModified, value: ratio('perSecond', 'confirmed (304)', 'confirmed, bare Node') },
    { ...budgets.feed.limits.changed, value: value('p50', 'after a change') },
  ],
  async open(bench) {
    const product = await bench.product(bench.sizes[0]!)
    const { port, pool, costs } = product
    const id = calendarId(0)
    await pool.query(addEvents, [id, bench.amount(EVENTS, 300)])
    await pool.query(withoutAlerts, [id])
    const changes = bench.amount(CHANGES, 2)
    // Uncompressed, as the others are.
    const feed = { path: `/calendar/${id}.ics`, headers: { 'accept-encoding': 'identity' } }
    const confirmed = { ...feed, headers: { 'if-none-match': '*' } }
    const text = await read(port, feed)
    const server = await startHand(bench, product, id, text)
    const [floor, asked] = [{ port: server.port, costs: { node: server.pid } }, confirmed.headers]
    const byHand = (await read(server.port, { path: '/' })).split('\n')
    const other = text.split('\n').find((line, at) => line !== byHand[at])
    if (other !== undefined) throw new Error(`the feed by hand is another from the line ${other}`)
    const change = () => pool.query(changeEvent, [id])
    return [
      { name: 'unchanged', measure: (seconds) => load({ port, costs, asks: [feed], seconds }) },
      ...(await nginx(bench, text)),
      ...(await radicale(bench, text)),
      { name: 'confirmed (304)', measure: (seconds) => load({ port, costs, asks: [confirmed], seconds }) },
      {
        name: 'confirmed, bare Node',
        measure: (seconds) => load({ ...floor, asks: [{ path: '/fresh', headers: asked }], seconds }),
      },
      {
        name: 'confirmed, bare Node without looking',
        measure: (seconds) => load({ ...floor, asks: [{ path: '/', headers: asked }], seconds }),
      },
      { name: 'after a change', measure: () => timed(changes, () => read(port, feed), change) },
      {
        name: `after a change, ${hand}`,
        measure: () => timed(changes, () => read(server.port, { ...feed, path: '/' }), change),
      },
    ]
  },
}

/** Gets the text before the first event: time zones and names are not measured. */
async function startHand(bench: Bench, { databaseUrl, url }: Product, calendar: string, text: string): Promise<Server> {
  const head = join(tmpdir(), `townbell-feed-head-${process.pid}`)
  writeFileSync(head, text.slice(0, text.indexOf('BEGIN:VEVENT')))
  bench.atEnd(() => rmSync(head))
  const file = new URL('../anchors/feed-server.ts', import.meta.url).pathname
  return startServer(bench, file, { DATABASE_URL: databaseUrl, SITE: url, CALENDAR: calendar, HEAD: head })
}

const addEvents = `
  insert into public.events (calendar_id, title, description, location, location_name, latitude, longitude, start_time, end_time,
    category, include_in_mailer, event_date, event_date_for_reporting, end_date)
  select $1, title, description, location, location_name, latitude, longitude, start_time + n * interval '1 minute', end_time,
    category, false, event_date, event_date_for_reporting, end_date
  from public.events cross join generate_series(1, 10) as n where calendar_id = $1
  limit $2 - (select count(*) from public.events where calendar_id = $1)`

/** An alert that holds is marked, so that a feed with alerts changes by itself while it is measured. */
const withoutAlerts = `update public.events set category = 'Notice' where calendar_id = $1 and category = 'Alert'`

const changeEvent = `
  update public.events set title = case title when 'Moved' then 'Moved again' else 'Moved' end
  where id = (select id from public.events where calendar_id = $1 order by start_time limit 1)`
