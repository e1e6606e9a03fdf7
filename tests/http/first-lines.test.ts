// The first lines that somebody writes who knows Supabase, with the official client and nothing of ours.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createClient } from '@supabase/supabase-js'
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { oneTimeToken } from '#messages/signatures.ts'
import { type FunctionsFixture, newAddress, openFunctionsFixture, SITE } from './functions/fixture.ts'

const HERE = '192.0.2.10'
const ELSEWHERE = 'https://app.example.net'
const password = 'Ring.the.bell.1'
const future = { start_time: '2031-07-04T23:00:00Z', end_time: '2031-07-05T02:00:00Z', category: 'Event' }

let fixture: FunctionsFixture
/** The same with a captcha, whose puzzles take seconds. */
let guarded: FunctionsFixture
let calendar: string
let owner: { authorization: string }
before(async () => {
  fixture = await openFunctionsFixture({ ALLOWED_ORIGINS: ELSEWHERE })
  guarded = await openFunctionsFixture({ CAPTCHA: 'altcha' })
  calendar = await fixture.calendar()
  await fixture.pool.query(
    `insert into public.calendar_contacts (calendar_id, contact_type, contact_value) values ($1, 'email', 'ann@example.org')`,
    [calendar],
  )
  const { rows } = await fixture.pool.query('select owner_id from public.calendars where id = $1', [calendar])
  owner = await fixture.signedIn(rows[0].owner_id)
})
after(async () => {
  await guarded.close()
  await fixture.close()
})

function client(flowType: 'implicit' | 'pkce' = 'implicit', headers: Record<string, string> = {}, at = fixture) {
  const through: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    const { pathname, search } = new URL(request.url)
    const body = request.method === 'GET' || request.method === 'HEAD' ? {} : { body: await request.text() }
    const own = Object.fromEntries(request.headers)
    return at.request(pathname + search, { method: request.method, headers: own, network: HERE, ...body })
  }
  const store = new Map<string, string>()
  const storage = {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => void store.set(key, value),
    removeItem: (key: string) => void store.delete(key),
  }
  const auth = { flowType, storage, persistSession: true, autoRefreshToken: false, detectSessionInUrl: false }
  return createClient(SITE, at.config.publishableKey, { auth, global: { fetch: through, headers } })
}

/** Does what the widget does. */
async function solve(action: string): Promise<string> {
  const response = await guarded.request(`/functions/v1/captcha-challenge?action=${action}`)
  const challenge = (await response.json()) as Challenge
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

async function signedUp(supabase: ReturnType<typeof client>, captchaToken?: string): Promise<string> {
  const email = newAddress()
  const { error } = await supabase.auth.signUp({ email, password, options: { captchaToken } })
  assert.equal(error, null)
  return email
}

/** Presses the button behind the link of the person's last mail, and returns where it leads. */
async function followLink(email: string): Promise<URL> {
  const { rows } = await fixture.pool.query(
    `select t.id, t.kind from auth.one_time_tokens t join auth.users u on u.id = t.user_id where u.email = $1 order by t.created_at desc`,
    [email],
  )
  const link = { token: oneTimeToken(fixture.config.linkSecret, rows[0].id), type: rows[0].kind }
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const body = new URLSearchParams({ ...link, password, redirect_to: `${ELSEWHERE}/welcome?from=mail` }).toString()
  const answer = await fixture.request('/auth/v1/verify', { method: 'POST', headers, body })
  assert.equal(answer.status, 303)
  return new URL(answer.headers.get('location') ?? '')
}

test('a solved captcha is all that signing up and signing in need, once; who forgets it reads which one it is', async () => {
  const supabase = client('implicit', {}, guarded)
  const email = await signedUp(supabase, await solve('sign-up'))
  const without = await supabase.auth.signInWithPassword({ email, password })
  assert.equal(without.error?.message, 'Please complete the ALTCHA verification to continue.')
  const captchaToken = await solve('sign-in')
  const { data, error } = await supabase.auth.signInWithPassword({ email, password, options: { captchaToken } })
  assert.equal(error, null)
  assert.equal(data.user?.email, email)
  const again = await supabase.auth.signInWithPassword({ email, password, options: { captchaToken } })
  assert.deepEqual(
    [again.error?.code, again.error?.message, again.data.session],
    ['captcha_failed', 'ALTCHA verification failed. Please try again.', null],
  )
})

test('a captcha that was solved for another form is refused', async () => {
  const options = { captchaToken: await solve('sign-up') }
  const supabase = client('implicit', {}, guarded)
  const { error } = await supabase.auth.signInWithPassword({ email: 'ann@example.org', password, options })
  assert.equal(error?.code, 'captcha_failed')
})

test('metadata that would not be stored is refused, not dropped', async () => {
  const supabase = client()
  const email = newAddress()
  const options = { data: { display_name: 'Ann', plan: 'gold' } }
  const { error } = await supabase.auth.signUp({ email, password, options })
  assert.match(error?.message ?? '', /display_name and nothing else/)
  const { rows } = await fixture.pool.query('select from auth.users where email = $1', [email])
  assert.equal(rows.length, 0)
})

test('with PKCE the links of mails lead back with a code, which only the client that asked can exchange, once', async () => {
  const supabase = client('pkce')
  const email = await signedUp(supabase)
  const landed = await followLink(email)
  const code = landed.searchParams.get('code') ?? ''
  assert.deepEqual([landed.origin, landed.searchParams.get('from'), landed.hash], [ELSEWHERE, 'mail', ''])
  const thief = client('pkce')
  await thief.auth.resetPasswordForEmail(newAddress())
  assert.equal((await thief.auth.exchangeCodeForSession(code)).error?.code, 'bad_code_verifier')
  const { data, error } = await supabase.auth.exchangeCodeForSession(code)
  assert.equal(error, null)
  assert.equal(data.user?.email, email)
  await supabase.auth.resetPasswordForEmail(newAddress())
  assert.equal((await supabase.auth.exchangeCodeForSession(code)).error?.code, 'flow_state_not_found')
})

test('a forgotten password is reset with PKCE, and the code of a link ends with the password', async () => {
  const supabase = client('pkce')
  const email = await signedUp(supabase)
  await supabase.auth.exchangeCodeForSession((await followLink(email)).searchParams.get('code') ?? '')
  const asked = await supabase.auth.resetPasswordForEmail(email)
  assert.equal(asked.error, null)
  const code = (await followLink(email)).searchParams.get('code') ?? ''
  const { data } = await supabase.auth.exchangeCodeForSession(code)
  assert.ok(data.session)
  assert.equal((await supabase.auth.updateUser({ password: 'Another.bell.2' })).error, null)
})

test('a code that waits too long is worth nothing', async () => {
  const supabase = client('pkce')
  const code = (await followLink(await signedUp(supabase))).searchParams.get('code') ?? ''
  await fixture.pool.query(
    `update auth.one_time_tokens set used_at = used_at - interval '6 minutes' where code_hash is not null`,
  )
  assert.equal((await supabase.auth.exchangeCodeForSession(code)).error?.code, 'flow_state_not_found')
})

test('select() as a guest returns what guests may see; other columns are named in the refusal', async () => {
  const { data, error } = await client().from('calendars').select().eq('id', calendar).single()
  assert.equal(error, null)
  assert.equal(data.name, 'Elm Street')
  const refused = await client().from('calendars').select('id, owner_id, events(title)').eq('deleted_at', '2031-01-01')
  assert.equal(refused.status, 401)
  assert.match(
    refused.error?.hint ?? '',
    /^You can't select owner_id, deleted_at of calendars\. You can select: id, name, /,
  )
})

test('refused columns of a write are named', async () => {
  const as = client('implicit', owner)
  const event = { calendar_id: calendar, title: 'Fair', ...future }
  const id = '00000000-0000-4000-8000-000000000001'
  const inserted = await as.from('events').insert({ ...event, id, is_public: true })
  assert.match(
    inserted.error?.hint ?? '',
    /^You can't insert id, is_public of events\. You can insert: calendar_id, uid, /,
  )
  const updated = await as.from('events').update({ created_at: '2031-01-01T00:00:00Z' }).eq('calendar_id', calendar)
  assert.match(updated.error?.hint ?? '', /^You can't update created_at of events\./)
})

test('events are synchronized by calendar_id and uid, twice without duplicates', async () => {
  const as = client('implicit', owner)
  const rows = Array.from({ length: 500 }, (_, at) => ({
    calendar_id: calendar,
    uid: `fair-${at}@example.net`,
    title: `Fair ${at}`,
    ...future,
  }))
  const upsert = (title: (at: number) => string) =>
    as.from('events').upsert(
      rows.map((row, at) => ({ ...row, title: title(at) })),
      { onConflict: 'calendar_id,uid' },
    )
  assert.deepEqual(
    [(await upsert((at) => `Fair ${at}`)).error, (await upsert((at) => `Feast ${at}`)).error],
    [null, null],
  )
  const { count } = await as.from('events').select('*', { count: 'exact', head: true }).eq('calendar_id', calendar)
  assert.equal(count, 500)
  const { data } = await as.from('events').select('title').eq('uid', 'fair-7@example.net').single()
  assert.equal(data?.title, 'Feast 7')
  const ignored = await as
    .from('events')
    .upsert(rows.slice(0, 2), { onConflict: 'calendar_id,uid', ignoreDuplicates: true })
  assert.equal(ignored.error, null)
  const stranger = await client().from('events').upsert(rows.slice(0, 1), { onConflict: 'calendar_id,uid' })
  assert.equal(stranger.status, 401)
})

test('functions take calls of other origins with a bearer token, and only with one', async () => {
  const origin = 'https://stranger.example'
  const json = { calendar_id: calendar }
  const signedIn = await fixture.call('save-event', json, { headers: { ...owner, origin } })
  assert.deepEqual([signedIn.status, signedIn.body.code], [400, 'validation_failed'])
  const guest = await fixture.call('save-event', json, { headers: { origin } })
  assert.deepEqual([guest.status, guest.body.code], [403, 'origin_not_allowed'])
})

test('functions name the field that is wrong, in our words', async () => {
  const says = async (json: object) => (await fixture.call('save-event', json, { headers: owner })).body.error
  const times = { day: '2031-07-04', start: '18:00', end_day: '2031-07-04', end: '20:00' }
  const event = { title: 'Choir', category: 'Event' }
  assert.equal(await says({ calendar_id: calendar }), 'event is missing')
  assert.equal(await says({ calendar_id: calendar, event, times, rrule: 7 }), 'rrule must be text')
  assert.equal(await says({ event_id: calendar, notify: 'yes' }), 'notify must be true or false')
  for (const wrong of [{}, { event: 'x' }, { calendar_id: calendar, event: { ...event, title: 1 } }, { event_id: 1 }])
    assert.doesNotMatch(await says(wrong), /invalid|received/i)
})

test('a read that names an embed twice is refused', async () => {
  const { error } = await client('implicit', owner).from('calendars').select('id, events(id), events(title)')
  assert.deepEqual([error?.code, error?.hint], ['42712', 'Give one of them another name: other:events(...)'])
  const aliased = await client('implicit', owner).from('calendars').select('id, events(id), titles:events(title)')
  assert.equal(aliased.error, null)
})

test('a rollback is refused, and nothing is done', async () => {
  const as = client('implicit', owner)
  const event = { calendar_id: calendar, uid: 'stays', title: 'Stays', ...future }
  assert.equal((await as.from('events').insert(event)).error, null)
  const { error } = await as.from('events').delete().eq('uid', 'stays').rollback()
  assert.equal(error?.code, 'PGRST122')
  assert.equal((await as.from('events').select('title').eq('uid', 'stays').single()).data?.title, 'Stays')
})

test('what is not offered says so in JSON', async () => {
  for (const path of [
    '/realtime/v1/websocket',
    '/storage/v1/bucket',
    '/graphql/v1/x',
    '/auth/v1/authorize?provider=google',
    '/auth/v1/admin/users',
  ]) {
    const answer = await fixture.request(path)
    const body = await answer.json()
    assert.deepEqual(
      [answer.status, body.code === 'not_offered' || body.error_code === 'not_offered'],
      [404, true],
      path,
    )
    assert.match(body.error ?? body.msg, /is not offered here\. /)
  }
  const sso = await client().auth.signInWithSSO({ domain: 'example.org' })
  assert.equal(sso.error?.code, 'not_offered')
})
