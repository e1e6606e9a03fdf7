import { seconds } from '#domain/durations.ts'
import { budgets } from '../budgets.ts'
import { calendarId, userOn } from '../data.ts'
import { type Ask, beside, load } from '../load.ts'
import type { Product } from '../product.ts'
import { guestMonths, memberMonths, spread } from '../requests.ts'
import { ratio, type Scenario } from '../scenario.ts'

const ALONE = 'visitors alone'
const GUEST = "beside a guest's attack"
const MEMBER = "beside a free account's attack"

export const scenario: Scenario = {
  question: 'How long do visitors wait while one client sends the most expensive requests it can find, 64 at a time?',
  sizes: ['S'],
  seconds: 15,
  targets: [
    { ...budgets.fairness.limits.guest, value: ratio('p99', GUEST, ALONE) },
    { ...budgets.fairness.limits.member, value: ratio('p99', MEMBER, ALONE) },
  ],
  async open(bench) {
    const product = await bench.product(bench.sizes[0]!, { env: { LOG_LEVEL: 'warn' } })
    await product.pool.query(largeCalendar, [calendarId(0), `${product.month}-01`])
    const asks = await visitors(product)
    const [guest, member] = [guestAttack(product), await memberAttack(product)]
    // Twelve people who press something every 60 ms: a busy site, with half of the processors' time left.
    const visit = (time: number) => load({ ...product, asks, seconds: time, connections: 12, pauseMs: 60 })
    const attacked = (attack: Ask[]) => (time: number) =>
      beside({ port: product.port, asks: attack, warmMs: seconds(8) }, () => visit(time))
    return [
      { name: ALONE, measure: visit },
      { name: GUEST, measure: attacked(guest) },
      { name: MEMBER, measure: attacked(member) },
    ]
  },
}

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
  from generate_series(1, 4000) as n`

const words = ['chair', 'share', 'somebody', 'event', 'supper', 'bring', 'with', 'zzz']
const patterns = (count: number, column = 'description') =>
  Array.from({ length: count }, (_, n) => `${column}.ilike.*${words[n % words.length]}*${n}*`).join()

function guestAttack({ headers, month }: Product): Ask[] {
  const id = calendarId(0)
  const from = { 'x-forwarded-for': '203.0.113.9' }
  const read = (query: string, more = {}): Ask => ({
    path: `/rest/v1/${query}`,
    headers: { ...headers.guest, ...from, ...more },
  })
  const open = (path: string): Ask => ({ path, headers: from })
  const post = (path: string, body: object): Ask => ({
    path,
    method: 'POST',
    headers: { ...headers.guest, ...from, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const counted = { prefer: 'count=exact' }
  return Array.from({ length: 40 }, (_, n) => [
    read(`events?select=*,calendars(*,events(*))&calendar_id=eq.${id}&limit=${1000 - n}`),
    read(`events?select=*&or=(${patterns(48)})&order=description.desc,title&offset=${n}`, counted),
    read(`events?select=*&description=ilike.*a*b*c*d*e*&order=description.desc&limit=${1000 - n}`, counted),
    read(`calendars?select=*,events(*)&order=description&offset=${n}`, counted),
    read(`events?select=id&title=fts.chair${n}`),
    post('/rest/v1/rpc/search_calendars', { p_query: `a e ${words[n % words.length]}`, p_limit: 100, p_offset: n }),
    open(`/calendar/${id}?q=chair+${n}&past=1`),
    open(`/calendar/${id}?view=month&date=20${10 + n}-05-01`),
    open(`/locate?q=a+${n}`),
    open(`/calendar/${id}.ics?category=Event,Alert${n % 2 ? ',Meeting' : ''}`),
    open(`/calendar/${id}.json?month=${month.slice(0, 4)}-${String((n % 12) + 1).padStart(2, '0')}`),
    open(`/embed/${id}?view=month&month=20${10 + n}-01`),
    open('/ready'),
    post('/auth/v1/token?grant_type=password', { email: `nobody${n}@example.org`, password: 'Wrong.password.1' }),
    post('/auth/v1/signup', { email: `new${n}@example.org`, password: 'Some.password.1' }),
    post('/functions/v1/captcha-challenge', { action: 'sign-in' }),
  ]).flat()
}

/** A member of the large calendar, which a free account can make for itself, and none of the visitors. */
async function memberAttack(product: Product): Promise<Ask[]> {
  const id = calendarId(0)
  const headers = {
    ...(await product.headers.member(userOn(product.size, 0, 1))),
    'x-forwarded-for': '203.0.113.9',
    prefer: 'count=exact',
  }
  const read = (query: string): Ask => ({ path: `/rest/v1/${query}`, headers })
  return Array.from({ length: 40 }, (_, n) => [
    read(`calendars?select=*,events(*,calendars(*,events(*)))&offset=${n % 3}`),
    read(`events?select=*,calendars(events(*,calendars(events(id))))&calendar_id=eq.${id}&limit=${1000 - n}`),
    read(`events?select=*&or=(${patterns(98)})&order=description.desc&offset=${n}`),
    read(`events?select=*&${Array.from({ length: 90 }, (_, f) => `description=fts.chair${f}`).join('&')}&offset=${n}`),
    read(`events?select=description.count(),title.max()&order=title&offset=${n}`),
    read(`rpc/get_history?p_calendar_id=${id}&p_limit=${100 - n}`),
  ]).flat()
}
