// Event pages, views by URL, and the search within a calendar, for visitors, strangers and members.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { addDays, dayInZone, instantAt } from '#domain/dates.ts'
import { type AppFixture, openAppFixture, type Person } from '../threats/fixture.ts'

const ZONE = 'America/Chicago'
const today = dayInZone(Date.now(), ZONE)
const NASTY = '"><img src=x onerror=alert(1)></script><script>alert(2)</script>'

let fixture: AppFixture
let owner: Person
let stranger: Person
let calendar: string
before(async () => {
  fixture = await openAppFixture()
  owner = await fixture.person('owner')
  stranger = await fixture.person('stranger')
  calendar = (await fixture.calendar(owner, { name: 'Barton Hills' })).id
})
after(() => fixture.close())

async function addEvent(title: string, { of = calendar, inDays = 1, ...more }: Record<string, unknown> = {}) {
  const day = addDays(today, inDays as number)
  const row = {
    category: 'Event',
    description: null,
    location: null,
    location_name: null,
    status: 'scheduled',
    status_reason: null,
    ...more,
  }
  const [{ id }] = await fixture.rows(
    `insert into public.events (calendar_id, title, start_time, end_time, category, description, location, location_name, status,
       status_reason)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id`,
    [of, title, instantAt(day, '18:00', ZONE), instantAt(day, '19:30', ZONE), ...Object.values(row)],
  )
  return { id: id as string, day, path: `/calendar/${of}/events/${id}` }
}

const text = async (path: string, who: { request: Person['request'] } = fixture.guest) => {
  const { status, text } = await who.request(path)
  assert.equal(status, 200, path)
  return text
}

test('an event has a page with its time and place, for people and as JSON-LD', async () => {
  const { id, path } = await addEvent('Porch concert', {
    description: `Bring a chair. ${NASTY}`,
    location: '2100 Barton Springs Rd & 1st',
    location_name: 'Zilker Porch',
    status: 'cancelled',
    status_reason: 'Thunderstorm & hail',
  })
  const html = await text(path)
  assert.match(html, /<h1[^>]*>Porch concert<\/h1>/)
  assert.match(html, /6:00 PM – 7:30 PM C[SD]T/)
  assert.match(html, /This event is cancelled\./)
  assert.match(html, /Thunderstorm &amp; hail/)
  assert.ok(html.includes('https://www.openstreetmap.org/search?query=2100%20Barton%20Springs%20Rd%20%26%201st'))
  assert.ok(html.includes(`<link rel="canonical" href="${fixture.url}${path}"/>`))
  const oembed = `${fixture.url}/oembed?url=${encodeURIComponent(fixture.url + path)}`
  assert.ok(html.includes('type="application/json+oembed"') && html.includes(`href="${oembed}"/>`))
  assert.ok(html.includes(`<meta property="og:url" content="${fixture.url}${path}"/>`))
  assert.ok(html.includes(`${fixture.url}${path}.ics"`), 'to be added to one’s own calendar')
  assert.doesNotMatch(html, /<img src=x|<script>alert/)
  const [, json] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? []
  const told = JSON.parse(json ?? '')
  assert.deepEqual(
    [told['@type'], told.name, told.eventStatus, told.url],
    ['Event', 'Porch concert', 'https://schema.org/EventCancelled', fixture.url + path],
  )
  assert.ok((await text(`/calendar/${calendar}.json`)).includes(`"url":"${fixture.url}${path}"`), 'feeds lead there')
  assert.ok((await text(`/calendar/${calendar}?date=${addDays(today, 1)}`)).includes(`href="${path}"`))
  assert.match(await text(path.replace(id, id.toUpperCase())), /Porch concert/)
})

test('an online event has its meeting link on its page, in feeds and in JSON-LD', async () => {
  const link = 'https://meet.example/room?id=1&x=%22%3E'
  const { id, path } = await addEvent('Board call', { location: link })
  const html = await text(path)
  const href = link.replaceAll('&', '&amp;')
  assert.ok(html.includes(`href="${href}" target="_blank" rel="noopener noreferrer nofollow ugc"`))
  const [, json] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? []
  assert.deepEqual(JSON.parse(json ?? '').location, { '@type': 'VirtualLocation', url: link })
  const { items } = JSON.parse(await text(`/calendar/${calendar}.json`))
  assert.equal(items.find((item: { url: string }) => item.url.endsWith(id)).external_url, link)
  const ics = (await text(`${path}.ics`)).replaceAll('\r\n ', '')
  assert.ok(ics.includes(`CONFERENCE;VALUE=URI:${link}\r\n`))
  assert.ok((await text(`/calendar/${calendar}.rss`)).includes('meet.example/room'))
})

test('an event with a place and a website shows both', async () => {
  const link = 'http://pool.example/swim'
  const { id, path } = await addEvent('Open pool', { location: '1 Main St' })
  await fixture.rows('update public.events set link_url = $2 where id = $1', [id, link])
  const html = await text(path)
  assert.ok(html.includes(`href="${link}" target="_blank" rel="noopener noreferrer nofollow ugc"`))
  assert.match(html, /openstreetmap\.org\/search/)
  const [, json] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? []
  const event = JSON.parse(json ?? '')
  assert.deepEqual([event.location['@type'], event.sameAs, event.url], ['Place', link, fixture.url + path])
  assert.ok((await text(`${path}.ics`)).includes(`CONFERENCE;VALUE=URI:${link}\r\n`))
  assert.ok(
    (await text(`/embed/${calendar}`)).includes(
      `href="${link}" target="_blank" rel="noopener noreferrer nofollow ugc"`,
    ),
  )
})

test('an event of a series says how it repeats, and when next', async () => {
  await fixture.contact(owner, calendar)
  const day = addDays(today, 2)
  const made = await owner.request('/functions/v1/save-event', {
    json: {
      calendar_id: calendar,
      event: { title: 'Choir', category: 'Event' },
      times: { day, start: '19:00', end_day: day, end: '20:00', all_day: false },
      rrule: 'FREQ=DAILY;INTERVAL=3;COUNT=4',
    },
  })
  assert.equal(made.status, 200, made.text)
  const rows = await fixture.rows(`select id from public.events where title = 'Choir' order by start_time`)
  assert.equal(rows.length, 4)
  const last = await text(`/calendar/${calendar}/events/${rows[3].id}`)
  assert.match(last, /Every 3 days, 4 times/)
  assert.doesNotMatch(last, /Next dates:/)
  await fixture.rows(`update public.events set status = 'cancelled' where id = $1`, [rows[2].id])
  const first = await text(`/calendar/${calendar}/events/${rows[0].id}`)
  const next = first.slice(first.indexOf('Next dates:')).split('</p>', 1)[0] ?? ''
  assert.deepEqual(
    rows.map(({ id }) => next.includes(`href="/calendar/${calendar}/events/${id}"`)),
    [false, true, false, true],
    'not those that are off',
  )
})

test('a private event page is 404 for guests and strangers; a member can read it', async () => {
  const { id: hidden } = await fixture.calendar(owner, { name: 'Board' })
  const { id, path } = await addEvent('Secret vote', { of: hidden })
  assert.match(await text(path), /Secret vote/, 'while it is public')
  await fixture.rows('update public.calendars set disabled = true where id = $1', [hidden])
  const memberRead = `/rest/v1/events?select=title,calendars!inner(name)&id=eq.${id}&calendar_id=eq.${hidden}`
  assert.deepEqual((await owner.request(memberRead)).body, [{ title: 'Secret vote', calendars: { name: 'Board' } }])
  for (const who of [fixture.guest, stranger]) {
    const { status, text, headers } = await who.request(path)
    assert.equal(status, 404)
    assert.match(text, /Event Not Found/)
    assert.doesNotMatch(text, /Secret vote|Board/)
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.deepEqual((await who.request(memberRead)).body, [])
  }
  assert.equal((await fixture.guest.request(`/calendar/${hidden}?q=secret`)).status, 404)
})

test('a deleted event, one of another calendar, and an unknown id answer 404', async () => {
  const { id, path } = await addEvent('Gone tomorrow')
  assert.match(await text(path), /Gone tomorrow/)
  const { id: other } = await fixture.calendar(owner, { name: 'Other' })
  for (const wrong of [
    `/calendar/${other}/events/${id}`,
    `/calendar/${calendar}/events/${randomUUID()}`,
    `/calendar/${calendar}/events/x`,
    `/calendar/x/events/${id}`,
    `/calendar/${calendar}/events/%00`,
  ])
    assert.equal((await fixture.guest.request(wrong)).status, 404, wrong)
  assert.equal((await owner.request(`/rest/v1/events?id=eq.${id}`, { method: 'DELETE' })).status, 204)
  assert.equal((await fixture.guest.request(path)).status, 404, 'at once, though the page was kept')
})

test('the sitemap has the upcoming events of listed calendars', async () => {
  const { path } = await addEvent('Listed')
  const far = await addEvent('In a year', { inDays: 365 })
  const { id: quiet } = await fixture.calendar(owner, { name: 'Members only', allow_guest_users: false })
  const unlisted = await addEvent('Unlisted', { of: quiet })
  const sitemap = await text('/sitemap.xml')
  assert.ok(sitemap.includes(`<loc>${fixture.url}${path}</loc>`))
  for (const left of [far, unlisted]) {
    assert.ok(!sitemap.includes(left.path))
    assert.equal((await fixture.guest.request(left.path)).status, 200, 'it is there')
  }
})

test('each view shows its days and no others, whatever else is in the URL', async () => {
  const { id } = await fixture.calendar(owner, { name: 'Views' })
  // A Wednesday, whose week begins on Sunday, the 12th.
  const wednesday = '2031-10-15'
  const away = (day: string) => ({ of: id, inDays: Math.round((Date.parse(day) - Date.parse(today)) / 86_400_000) })
  await addEvent('On Wednesday', away(wednesday))
  await addEvent('On Sunday', { ...away('2031-10-12'), category: 'Alert' })
  await addEvent('In November', away('2031-11-05'))
  const titles = ['On Wednesday', 'On Sunday', 'In November']
  for (const [query, shown] of [
    [`date=${wednesday}`, ['On Wednesday', 'On Sunday']],
    [`view=week&date=${wednesday}`, ['On Wednesday', 'On Sunday']],
    [`view=week&date=${wednesday}&category=Alert`, ['On Sunday']],
    [`view=agenda&date=${wednesday}`, ['On Wednesday', 'In November']],
    [`view=day&date=${wednesday}`, ['On Wednesday']],
    ['view=day&date=2031-02-30&month=%00&category=x&q=%00', []],
  ] as const) {
    const html = await text(`/calendar/${id}?${query}`)
    const body = html.slice(html.indexOf('<main'), html.indexOf('</main>'))
    assert.deepEqual(
      titles.filter((title) => body.includes(title)),
      shown,
      query,
    )
    assert.ok(html.includes(`<link rel="canonical" href="${fixture.url}/calendar/${id}"/>`), query)
  }
})

test('the search finds every word in title, place and description, as text and not as a pattern', async () => {
  const { id } = await fixture.calendar(owner, { name: 'Searched' })
  await addEvent('Pool party', { of: id, description: 'Under the stars, 100% fun' })
  await addEvent('Swimming', { of: id, location_name: 'City POOL', category: 'Notice' })
  await addEvent('Old pool', { of: id, inDays: -3 })
  await addEvent('Quote "it" \\ ,)', { of: id })
  const all = ['Pool party', 'Swimming', 'Old pool', 'Quote']
  for (const [query, shown] of [
    ['q=pool', ['Pool party', 'Swimming']],
    ['q=POOL+stars', ['Pool party']],
    ['q=pool&category=Notice', ['Swimming']],
    ['q=pool&when=past', ['Old pool']],
    ['q=100%25', ['Pool party']],
    ['q=p%25y', []],
    ['q=p_ol', []],
    ['q=%22it%22', ['Quote']],
    ['q=%5C', ['Quote']],
    ['q=%22)%2Cid.not.is.null', []],
    ['q=nothing', []],
  ] as const) {
    const html = await text(`/calendar/${id}?${query}`)
    const body = html.slice(html.indexOf('<main'), html.indexOf('</main>'))
    assert.deepEqual(
      all.filter((title) => body.includes(title)),
      shown,
      query,
    )
    assert.match(html, /<meta name="robots" content="noindex"\/>/)
    if (shown.length === 0) assert.match(body, /No events match\./)
  }
})
