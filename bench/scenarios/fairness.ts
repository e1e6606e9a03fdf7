import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventCategories } from '#domain/categories.ts'
import { addMonths } from '#domain/dates.ts'
import { seconds } from '#domain/durations.ts'
import { STREAM_PATH } from '#server/streams/calendar-stream.ts'
import { budgets } from '../budgets.ts'
import { calendarId, userOn } from '../data.ts'
import { type Ask, beside, load, send } from '../load.ts'
import { code } from '../measured-code.ts'
import type { Product } from '../product.ts'
import { guestMonths, memberMonths, spread } from '../requests.ts'
import { ratio, type Scenario } from '../scenario.ts'

const ALONE = 'visitors alone'
const GUEST = "beside a guest's attack"
const MEMBER = "beside a free account's attack"
const surfaces = [
  'pages',
  'missing pages',
  'docs',
  'REST',
  'search',
  'feeds',
  'pictures',
  'puzzles',
  'sign-in',
  'reports',
] as const
type Surface = (typeof surfaces)[number]

/** Each path of the URL table in `server/app.ts`, and by which of the attacks it is measured. A test compares the two. */
export const attackedPaths: Record<string, Surface[] | 'another scenario: streams'> = {
  '/rest/v1': ['REST', 'search'],
  '/auth/v1': ['sign-in'],
  [STREAM_PATH]: 'another scenario: streams',
  '/functions/v1': ['docs', 'puzzles'],
  '/realtime/v1': ['missing pages'],
  '/storage/v1': ['missing pages'],
  '/graphql/v1': ['missing pages'],
  '/webhooks': ['reports'],
  '/': ['pages', 'missing pages', 'docs', 'search', 'feeds', 'pictures'],
}
const besideAttackOn = (surface: Surface) => `beside an attack on ${surface}`

export const scenario: Scenario = {
  question: 'How long do visitors wait while one client sends the most expensive requests it can find, 64 at a time?',
  code: code.everything,
  sizes: ['S'],
  seconds: 15,
  targets: [
    { ...budgets.fairness.limits.guest, value: ratio('p99', GUEST, ALONE) },
    { ...budgets.fairness.limits.member, value: ratio('p99', MEMBER, ALONE) },
    ...surfaces.map((surface) => ({
      ...budgets.fairness.limits.surface,
      says: `${surface}: ${budgets.fairness.limits.surface.says}`,
      value: ratio('p99', besideAttackOn(surface), ALONE),
    })),
  ],
  steady: ALONE,
  async open(bench) {
    const product = await bench.product(bench.sizes[0]!, {
      env: { LOG_LEVEL: 'warn', SENDGRID_WEBHOOK_KEY: reportKey() },
    })
    await product.pool.query(largeCalendar, [calendarId(0), `${product.month}-01`, bench.amount(4000, 40)])
    const asks = (await visitors(product)).slice(0, bench.amount(1000, 7))
    const count = bench.amount(EACH, 1)
    const [attacks, member] = [await guestAttacks(product, count), await memberAttack(product, count)]
    const guest = surfaces.flatMap((surface) => attacks[surface])
    for (const kind of [...guest, ...member]) await answers(product.port, kind[0]!)
    // Twelve people who press something every 60 ms: a busy site, with half of the processors' time left.
    const visit = (time: number) => load({ ...product, asks, seconds: time, connections: 12, pauseMs: 60 })
    const attacked = (attack: Ask[][]) => (time: number) =>
      beside({ port: product.port, asks: inTurn(attack), warmMs: bench.amount(seconds(8), 0) }, () => visit(time))
    bench.say('warming up')
    await visit(bench.amount(15, 0))
    await attacked(guest)(bench.amount(1, 0))
    await attacked(member)(bench.amount(1, 0))
    return [
      { name: ALONE, measure: (time) => sleep(bench.amount(seconds(6), 0)).then(() => visit(time)) },
      { name: GUEST, measure: attacked(guest) },
      { name: MEMBER, measure: attacked(member) },
      ...surfaces.map((surface) => ({ name: besideAttackOn(surface), measure: attacked(attacks[surface]) })),
    ]
  },
}

/**
 * A request that is refused costs nothing. One that has to wait is counted later; one that reaches its time limit, or whose answer is found
 * too large, has cost the most; and a wrong password or signature is known to be wrong only after the work.
 */
async function answers(port: number, ask: Ask): Promise<void> {
  const { status, text } = await send(port, ask)
  const isWrongAfterWork = status === (ask.path.startsWith('/auth/') ? 400 : 403)
  if (status >= 400 && !isWrongAfterWork && ![404, 413, 429, 504].includes(status))
    throw new Error(`${ask.path} answered ${status}: ${text.slice(0, 1000)}`)
}

/** One of each kind, then the next of each. */
const inTurn = (kinds: Ask[][]): Ask[] => kinds[0]!.flatMap((_, n) => kinds.map((kind) => kind[n]!))

/** Pages, cached and not, feeds and reads, each from a network of its own. */
async function visitors(product: Product): Promise<Ask[]> {
  const members = await memberMonths(product)
  const guests = guestMonths(product)
  return spread(product.size.calendars).flatMap((calendar, at) => {
    const page = `/calendar/${calendarId(calendar)}`
    const asks = [
      { path: page },
      { path: `${page}?view=week` },
      { path: `${page}?q=supper` },
      { path: `${page}.ics` },
      guests[at]!,
      members[at % members.length]!,
      members[(at + 7) % members.length]!,
    ]
    const network = { 'x-forwarded-for': `198.51.100.${at + 1}` }
    return asks.map((ask) => ({ ...ask, headers: { ...('headers' in ask ? ask.headers : {}), ...network } }))
  })
}

/** A town's big calendar: 4,000 events with long descriptions. */
const largeCalendar = `
  insert into public.events (calendar_id, title, description, start_time, end_time, category, include_in_mailer, is_public)
  select $1, 'Event ' || n, repeat('Bring a chair, and somebody to share it with. ', 40), $2::date + n * interval '1 hour' + interval '90 days',
    $2::date + n * interval '1 hour' + interval '90 days 30 minutes', 'Event', false, true
  from generate_series(1, $3::int) as n`

const words = ['chair', 'share', 'somebody', 'event', 'supper', 'bring', 'with', 'zzz']
const patterns = (count: number, column = 'description') =>
  Array.from({ length: count }, (_, n) => `${column}.ilike.*${words[n % words.length]}*${n}*`).join()

/** So many of each kind that the first is no longer cached, or hardly, when it comes again. */
const EACH = 200

/** By surface. Each kind of request takes long, most of them at the large calendar; what isn't documentation can't be answered from the cache. */
async function guestAttacks(
  { port, headers, month, pool, size }: Product,
  count: number,
): Promise<Record<Surface, Ask[][]>> {
  const large = calendarId(0)
  const some = (n: number) => calendarId(n % size.calendars)
  const { rows } = await pool.query<{ id: string }>(largestEvents, [large, count])
  const event = (n: number) => rows[n]!.id
  const from = { 'x-forwarded-for': '203.0.113.9' }
  const read = (query: string, more = {}): Ask => ({
    path: `/rest/v1/${query}`,
    headers: { ...headers.guest, ...from, ...more },
  })
  const open = (path: string): Ask => ({ path, headers: from })
  const call = (name: string, method: string, json?: object): Ask => ({
    path: `/functions/v1/${name}`,
    method,
    headers: { ...headers.guest, ...from, 'content-type': 'application/json' },
    ...(json && { body: JSON.stringify(json) }),
  })
  const counted = { prefer: 'count=exact' }
  const columns = 'id,title,description,location,location_name,start_time,end_time,category,event_date'
  const categories = (n: number) => eventCategories.filter((_, at) => ((n % 14) + 1) & (1 << at)).join()
  const monthOf = (n: number) => addMonths(month, 3 + (n % 6))
  const pictures: Ask[] = []
  for (const { id } of rows) pictures.push(await picture(large, id))
  const each = (...kinds: ((n: number) => Ask)[]) =>
    kinds.map((kind) => Array.from({ length: count }, (_, n) => kind(n)))
  return {
    pages: each(
      (n) => open(`/calendar/${large}?date=${monthOf(n)}-${String(1 + (n % 28)).padStart(2, '0')}`),
      (n) => open(`/calendar/${some(n)}?view=week&date=${monthOf(n)}-${String(1 + (n % 28)).padStart(2, '0')}`),
      (n) => open(`/calendar/${large}?q=chair+${words[n % words.length]}&n=${n}`),
      (n) => open(`/calendar/${large}/events/${event(n)}?n=${n}`),
    ),
    'missing pages': each(
      (n) => open(`/missing/${n}`),
      (n) => open(`/calendar/${randomUUID()}?n=${n}`),
      (n) => ({ path: `/storage/v1/${n}`, headers: { ...headers.guest, ...from } }),
    ),
    docs: each(
      (n) => open(`/docs?n=${n}`),
      (n) => read(`?limit=${n}`),
      (n) => open(`/functions/v1?n=${n}`),
      (n) => open(`/docs/database.ts?n=${n}`),
    ),
    REST: each(
      (n) =>
        read(
          `events?select=${columns}&calendar_id=eq.${large}&order=description.desc,title&limit=${1000 - n}`,
          counted,
        ),
      (n) => read(`events?select=${columns}&or=(${patterns(48)})&order=description.desc,title&offset=${n}`, counted),
      (n) => read(`events?select=${columns}&description=ilike.*a*b*c*d*e*&order=description.desc&limit=${1000 - n}`),
      (n) => read(`calendars?select=id,name,events(${columns})&order=description,id&offset=${n % 40}&limit=${100 + n}`),
    ),
    search: each(
      (n) => read(`rpc/search_calendars?p_query=a%20e%20${words[n % words.length]}&p_limit=100&p_offset=${n}`),
      (n) => open(`/locate?q=a+${n}`),
    ),
    feeds: each(
      (n) => open(`/calendar/${n % 3 ? some(n) : large}.ics?category=${categories(n)}`),
      (n) => open(`/calendar/${large}.json?month=${addMonths(month, n % 24)}`),
      (n) => open(`/embed/${n % 2 ? some(n) : large}?view=month&month=${addMonths(month, n % 24)}`),
    ),
    pictures: [pictures],
    puzzles: each(
      () => call('follow-challenge', 'POST', { calendar_id: large }),
      () => call('captcha-challenge', 'GET'),
    ),
    'sign-in': each((n) => ({
      path: '/auth/v1/token?grant_type=password',
      method: 'POST',
      headers: { ...headers.guest, ...from, 'content-type': 'application/json' },
      body: JSON.stringify({ email: `somebody${n}@example.org`, password: 'not the right one' }),
    })),
    reports: each((n) => ({
      path: '/webhooks/sendgrid/events',
      method: 'POST',
      headers: {
        ...from,
        'content-type': 'application/json',
        'x-twilio-email-event-webhook-signature': Buffer.alloc(70, n).toString('base64'),
        'x-twilio-email-event-webhook-timestamp': String(Math.floor(Date.now() / 1000)),
      },
      body: JSON.stringify([{ event: 'bounce', reason: 'a'.repeat(20_000) }]),
    })),
  }

  /** Asked without its version, a picture answers with its address. */
  async function picture(calendar: string, id: string): Promise<Ask> {
    const asked = `http://127.0.0.1:${port}/previews/${calendar}/${id}/${'0'.repeat(16)}-en.png`
    const { headers } = await fetch(asked, { redirect: 'manual' })
    return open(headers.get('location')!)
  }
}

/** Whose signatures the site checks. The attacker does not have its other half. */
const reportKey = () =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .publicKey.export({ format: 'der', type: 'spki' })
    .toString('base64')

const largestEvents = `
  select id from public.events where calendar_id = $1 and is_public order by length(description) desc, start_time limit $2`

/** A member of the large calendar, which a free account can make for itself, and none of the visitors. */
async function memberAttack(product: Product, count: number): Promise<Ask[][]> {
  const id = calendarId(0)
  const headers = {
    ...(await product.headers.member(userOn(product.size, 0, 1))),
    'x-forwarded-for': '203.0.113.9',
    prefer: 'count=exact',
  }
  const read = (query: string): Ask => ({ path: `/rest/v1/${query}`, headers })
  const kinds = [
    (n: number) => read(`calendars?select=*,events(*,calendars(*,events(*)))&offset=${n % 3}`),
    (n: number) =>
      read(`events?select=*,calendars(events(*,calendars(events(id))))&calendar_id=eq.${id}&limit=${1000 - n}`),
    (n: number) => read(`events?select=*&or=(${patterns(98)})&order=description.desc&offset=${n}`),
    (n: number) => read(`events?select=title,description.max(),id.count()&order=title&offset=${n}`),
    (n: number) => read(`rpc/get_history?p_calendar_id=${id}&p_limit=${100 - (n % 100)}`),
  ]
  return kinds.map((kind) => Array.from({ length: count }, (_, n) => kind(n)))
}
