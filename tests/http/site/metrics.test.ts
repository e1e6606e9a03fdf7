// /metrics as Prometheus requests it, and as a stranger does.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { startApp, type TestApp } from '#testing/app.ts'
import { addEvent, makeCalendar } from '#testing/calendars.ts'
import packageJson from '../../../package.json' with { type: 'json' }

const TOKEN = 'a token for the metrics of a town'
let app: TestApp
before(async () => {
  app = await startApp({ METRICS_TOKEN: TOKEN, CAPTCHA: 'none' })
})
after(() => app.close())

const request = (path: string, init: RequestInit = {}) => fetch(`${app.url}${path}`, init)
const scrape = async () => {
  const answer = await request('/metrics', { headers: { authorization: `Bearer ${TOKEN}` } })
  assert.equal(answer.status, 200)
  assert.equal(answer.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8')
  return answer.text()
}

/** Parses samples by name and labels; fails on a malformed line or a sample before its type. */
function read(text: string): Map<string, number> {
  const samples = new Map<string, number>()
  const typed = new Set<string>()
  assert.ok(text.endsWith('\n'))
  for (const line of text.trimEnd().split('\n')) {
    const type = /^# TYPE ([a-z_0-9]+) (counter|gauge|histogram)$/.exec(line)
    if (type?.[1]) typed.add(type[1])
    if (line.startsWith('#')) continue
    const sample = /^([a-z_0-9]+)((?:\{(?:[a-z]+="[^"\\]*",?)+\})?) (-?[\d.e+-]+)$/.exec(line)
    assert.ok(sample, `not a sample: ${line}`)
    const [, name = '', labels = '', value] = sample
    assert.ok(typed.has(name) || typed.has(name.replace(/_(bucket|sum|count)$/, '')), `${name} has no type`)
    assert.ok(!samples.has(name + labels), `${name}${labels} comes twice`)
    samples.set(name + labels, Number(value))
  }
  return samples
}

test('metrics need the token, and without the setting /metrics does not exist', async () => {
  for (const authorization of ['', 'Bearer', `Bearer ${TOKEN}x`, TOKEN, `Basic ${btoa(TOKEN)}`]) {
    const answer = await request('/metrics', { headers: authorization ? { authorization } : {} })
    assert.equal(answer.status, 401)
    assert.doesNotMatch(await answer.text(), /townbell_/)
  }
  const samples = read(await scrape())
  assert.ok(samples.size > 20, 'with it there is much to show')
  assert.equal(samples.get(`townbell_info{version="${packageJson.version}"}`), 1)
  assert.equal(samples.get('townbell_last_backup_timestamp_seconds'), 0, 'without a backup its alert must fire')
  const closed = await startApp()
  const answer = await fetch(`${closed.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
  assert.equal(answer.status, 404)
  assert.doesNotMatch(await answer.text(), /townbell_/)
  await closed.close()
})

test('requests are counted by API and status class, with their duration', async () => {
  const before = read(await scrape())
  for (let n = 0; n < 3; n++) await request('/health')
  await request('/rest/v1/calendars')
  const after = read(await scrape())
  const grown = (key: string) => (after.get(key) ?? 0) - (before.get(key) ?? 0)
  assert.equal(grown('townbell_http_requests_total{surface="probes",status="2xx"}'), 4)
  assert.equal(grown('townbell_http_requests_total{surface="rest",status="4xx"}'), 1)
  assert.equal(grown('townbell_http_request_duration_seconds_count{surface="probes"}'), 4)
  assert.equal(grown('townbell_http_request_duration_seconds_bucket{surface="probes",le="+Inf"}'), 4)
  assert.ok((after.get('process_resident_memory_bytes') ?? 0) > 1e6)
  assert.equal(after.get('townbell_database_up'), 1)
})

test('wrong passwords and rate limits are counted, without names or addresses', async () => {
  const canary = `canary-${randomUUID()}@example.org`
  const signIn = () =>
    request('/auth/v1/token?grant_type=password', {
      method: 'POST',
      headers: { apikey: app.config.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email: canary, password: 'not the password' }),
    })
  const statuses: number[] = []
  while (!statuses.includes(429) && statuses.length < 40) statuses.push((await signIn()).status)
  assert.equal(statuses.at(-1), 429)
  await request(`/calendar/${canary}`)
  await request(`/webhooks/${canary}`, { method: 'POST' })
  const text = await scrape()
  const samples = read(text)
  const refused = samples.get('townbell_refusals_total{surface="auth",code="invalid_credentials"}')
  assert.equal(refused, statuses.length - 1)
  assert.equal(samples.get('townbell_refusals_total{surface="auth",code="over_request_rate_limit"}'), 1)
  assert.doesNotMatch(text, /canary|example\.org/)
})

test('metrics show open mailings and whether sending is on hold', async () => {
  await app.pool.query(`insert into private.holds (kind, reason) values ('operator', 'moving')`)
  const calendar = await makeCalendar(app.pool, { emails: ['ann@example.org'], notifyAt: '00:00' })
  const { rows } = await app.pool.query(`select (now() at time zone $1)::date::text as today`, [calendar.zone])
  await addEvent(app.pool, calendar, { day: rows[0].today })
  await app.pool.query(`insert into public.mailings (calendar_id, day, kind) values ($1, current_date, 'test')`, [
    calendar.id,
  ])
  await app.pool.query(`select graphile_worker.add_job('a-job-nobody-knows', run_at => now() + interval '1 day')`)
  await app.pool.query(
    `insert into public.deliveries (mailing_id, calendar_id, channel, address, next_attempt_at)
     select id, calendar_id, 'sms', '+15125550100', now() - interval '1 hour' from public.mailings where kind = 'test'`,
  )
  // Metrics are refreshed every second.
  let samples = new Map<string, number>()
  for (let tries = 0; tries < 1200 && samples.get('townbell_sending_held') !== 1; tries++) {
    samples = read(await scrape())
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  assert.equal(samples.get('townbell_sending_held'), 1)
  assert.equal(samples.get('townbell_deliveries_last_day{channel="sms",state="planned"}'), 1)
  assert.ok((samples.get('townbell_delivery_oldest_due_seconds') ?? 0) >= 3600)
  assert.ok((samples.get('townbell_mailings_open{state="planned"}') ?? 0) >= 1)
  assert.equal(samples.get('townbell_jobs{task="a-job-nobody-knows",state="waiting"}'), 1)
  assert.equal(samples.get('townbell_workers'), 1)
  assert.ok((samples.get('townbell_worker_clock_offset_seconds') ?? 99) < 30)
  const planned = samples.get('townbell_planner_last_run_timestamp_seconds') ?? 0
  assert.ok(Math.abs(planned - Date.now() / 1000) < 300, String(planned))
})
