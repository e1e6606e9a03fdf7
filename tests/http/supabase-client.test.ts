// Uses the official client over a real port, as a developer who knows Supabase would.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { startApp, type TestApp } from '#testing/app.ts'
import { caughtLink } from '#testing/mailbox.ts'

let app: TestApp
let supabase: SupabaseClient
const heard: string[] = []
const password = 'Ring.the.bell.1'

before(async () => {
  app = await startApp({ CAPTCHA: 'none' })
  supabase = createClient(app.url, app.config.publishableKey)
  supabase.auth.onAuthStateChange((event) => void heard.push(event))
})
after(async () => {
  await supabase.auth.stopAutoRefresh()
  await app.close()
})

test('a person signs up, reads the mail, follows the link, and is signed in with a confirmed address', async () => {
  const { data, error } = await supabase.auth.signUp({
    email: 'Ann@Example.org',
    password,
    options: { emailRedirectTo: `${app.url}/dashboard`, data: { display_name: 'Ann' } },
  })
  assert.equal(error, null)
  assert.equal(data.session, null)
  assert.equal(data.user?.email, 'ann@example.org')

  const before = await supabase.auth.signInWithPassword({ email: 'ann@example.org', password })
  assert.equal(before.error, null)
  assert.ok(!before.data.user?.email_confirmed_at, 'the address is not confirmed yet')

  const link = await caughtLink(app.pool, 'ann@example.org', '/auth/v1/verify')
  const { origin, pathname, searchParams } = new URL(link)
  // Not the browser that signed up, so its page asks for the password.
  searchParams.set('password', password)
  const answer = await fetch(origin + pathname, { method: 'POST', body: searchParams, redirect: 'manual' })
  assert.equal(answer.status, 303)
  const landed = new URL(answer.headers.get('location') ?? '')
  assert.equal(`${landed.origin}${landed.pathname}`, `${app.url}/dashboard`)
  const session = new URLSearchParams(landed.hash.slice(1))
  const signedIn = await supabase.auth.setSession({
    access_token: session.get('access_token') ?? '',
    refresh_token: session.get('refresh_token') ?? '',
  })
  assert.equal(signedIn.error, null)
  assert.ok(signedIn.data.user?.email_confirmed_at)
  assert.ok(heard.includes('SIGNED_IN'))
})

test('she creates a calendar request by request, and reads it back complete', async () => {
  const { data: who } = await supabase.auth.getUser()
  const user_id = who.user?.id
  const body = {
    name: 'Elm Street',
    description: null,
    owner_id: user_id,
    state: 'Texas',
    city: 'Austin',
    allow_guest_users: true,
  }
  const made = await supabase.from('calendars').insert(body).select().single()
  assert.equal(made.error, null)
  const calendar_id = made.data.id
  assert.equal(made.data.time_zone, 'America/Chicago')

  const member = await supabase.from('calendar_members').insert({ calendar_id, user_id, role: 'admin' })
  const preference = await supabase
    .from('notification_preferences')
    .insert({ user_id, calendar_id, email_notifications: true, push_notifications: true })
  const audit = await supabase.from('audit_logs').insert({
    actor_user_id: user_id,
    calendar_id,
    entity_type: 'calendar',
    entity_id: calendar_id,
    action: 'create',
    metadata: { calendar_name: 'Elm Street' },
  })
  assert.deepEqual([member.error, preference.error, audit.error], [null, null, null])

  const mine = await supabase
    .from('calendar_members')
    .select('role, calendars(id, name, owner_id, identifier, invite_code)')
    .eq('user_id', user_id ?? '')
  assert.equal(mine.error, null)
  assert.equal(mine.data?.length, 1)
  assert.equal(mine.data?.[0]?.role, 'admin')
  const { rows } = await app.pool.query(
    "select count(*)::int as n from public.audit_logs where entity_type = 'calendar' and action = 'create'",
  )
  assert.equal(rows[0].n, 1, 'one audit row, written by the database')
})

test('a trial account can create one calendar; a second is refused with the reason', async () => {
  const { data: who } = await supabase.auth.getUser()
  const second = await supabase
    .from('calendars')
    .insert({ name: 'Oak Street', owner_id: who.user?.id, state: 'Texas', city: 'Austin' })
  assert.equal(
    second.error?.message,
    'Trial users can only create 1 calendar. Please upgrade your plan to create more calendars.',
  )
  assert.ok(second.status >= 400 && second.status < 500)
  const { count } = await supabase.from('calendars').select('*', { count: 'exact', head: true })
  assert.equal(count, 1)
})

test('a contact, then an event: added, read back for its month, changed, counted and deleted', async () => {
  const { data: who } = await supabase.auth.getUser()
  const { data: calendar } = await supabase.from('calendars').select('id').single()
  const calendar_id = calendar?.id
  const contact = {
    calendar_id,
    contact_type: 'email',
    contact_value: ' Neighbor@Example.org ',
    created_by: who.user?.id,
  }
  const added = await supabase.from('calendar_contacts').insert(contact).select().single()
  assert.equal(added.data.contact_value, 'Neighbor@Example.org')
  const again = await supabase.from('calendar_contacts').insert({ ...contact, contact_value: 'neighbor@example.org' })
  assert.equal(again.error?.code, '23505')
  assert.equal((await supabase.rpc('get_calendar_contact_count', { p_calendar_id: calendar_id })).data, 1)

  const event = {
    calendar_id,
    title: 'Block party',
    category: 'Event',
    start_time: '2031-07-04T23:00:00Z',
    end_time: '2031-07-05T02:00:00Z',
    event_date: '2031-07-04',
    event_date_for_reporting: '2031-07-04T00:00:00.000Z',
    include_in_mailer: true,
    include_sms: true,
    created_by: who.user?.id,
  }
  const posted = await supabase.from('events').insert(event)
  assert.deepEqual([posted.error, posted.status], [null, 201])
  const month = await supabase
    .from('events')
    .select()
    .eq('calendar_id', calendar_id)
    .gte('start_time', '2031-07-01T05:00:00Z')
    .lt('start_time', '2031-08-01T05:00:00Z')
    .order('start_time')
  assert.equal(month.data?.length, 1)
  assert.equal(month.data?.[0].include_sms, false, 'include_sms is always stored as false')
  assert.equal(new Date(month.data?.[0].start_time).toISOString(), '2031-07-04T23:00:00.000Z')

  const id = month.data?.[0].id
  const changed = await supabase.from('events').update({ title: 'Street party' }).eq('id', id).select('title').single()
  assert.equal(changed.data?.title, 'Street party')
  const unfiltered = await supabase.from('events').delete()
  assert.equal(unfiltered.error?.code, '21000', 'a DELETE without a filter is refused')
  const gone = await supabase.from('events').delete().eq('id', id)
  assert.equal(gone.error, null)
  assert.equal((await supabase.from('events').select().eq('id', id).maybeSingle()).data, null)
})

test('a guest sees the public columns and the number of members, and nothing else', async () => {
  const guest = createClient(app.url, app.config.publishableKey, { auth: { persistSession: false } })
  const { data: listed } = await guest.from('calendars').select('id').eq('allow_guest_users', true).single()
  const { data } = await guest
    .from('calendars')
    .select('id, name, description, identifier, allow_guest_users, admin_email')
    .eq('id', listed?.id)
    .eq('disabled', false)
    .single()
  assert.equal(data?.name, 'Elm Street')
  const { count } = await guest
    .from('calendar_members')
    .select('*', { count: 'exact', head: true })
    .eq('calendar_id', data?.id)
  assert.equal(count, 1)
  for (const table of [
    'calendar_contacts',
    'audit_logs',
    'profiles',
    'opt_outs',
    'pending_contact_confirmations',
    'deliveries',
  ]) {
    const answer = await guest.from(table).select('*')
    assert.equal(answer.status, 401, `${table} is closed to guests`)
  }
  const secret = await guest.from('calendars').select('owner_id')
  assert.equal(secret.status, 401)
})

test('a repeated request gets the same answer, and each caller gets their own rows', async () => {
  const other = createClient(app.url, app.config.publishableKey, { auth: { persistSession: false } })
  const { data } = await other.auth.signInWithPassword({ email: 'ann@example.org', password })
  const ask = async (scheme?: string) => {
    const answer = await fetch(`${app.url}/rest/v1/calendar_contacts?select=contact_value`, {
      headers: {
        apikey: app.config.publishableKey,
        ...(scheme && { authorization: `${scheme} ${data.session?.access_token}` }),
      },
    })
    const { date: _, 'x-request-id': id = '', ...headers } = Object.fromEntries(answer.headers)
    assert.match(app.logged.join(''), new RegExp(id), 'every answer has its line')
    return { status: answer.status, headers, body: await answer.json() }
  }
  const guestFirst = await ask()
  const first = await ask('Bearer')
  assert.deepEqual([first.status, first.body], [200, [{ contact_value: 'Neighbor@Example.org' }]])
  assert.deepEqual(await ask('Bearer'), first)
  assert.deepEqual(await ask('bearer'), first)
  assert.deepEqual([guestFirst.status, guestFirst.body.code], [401, '42501'])
  assert.deepEqual(await ask(), guestFirst)

  await other.auth.signOut({ scope: 'local' })
  const ended = await ask('Bearer')
  assert.equal(ended.status, 401)
  assert.deepEqual(await ask('bearer'), ended)
})

test('a write gets the same answer however the token is sent', async () => {
  const { data } = await supabase.auth.getSession()
  const elm = 'calendars?name=eq.Elm%20Street&select=name'
  const writes: [status: number, method: string, path: string, body?: string, prefer?: string][] = [
    [200, 'PATCH', elm, '{"description":"Élan"}', 'return=representation'],
    [204, 'PATCH', elm, '{"description":"A street"}', 'return=minimal'],
    [201, 'POST', 'calendar_contacts?columns=contact_value', '[]', 'return=minimal'],
    [204, 'DELETE', 'events?title=eq.nothing'],
    [400, 'DELETE', 'events'],
    [400, 'POST', 'events', '{"no_such_column":1}'],
    [400, 'POST', 'events', '{'],
    [403, 'POST', 'events', '{"calendar_id":"00000000-0000-4000-8000-000000000000","title":"x"}'],
    [404, 'POST', 'no_such_table', '{}'],
  ]
  for (const [status, method, path, body, prefer = 'count=exact'] of writes) {
    const ask = async (scheme: string) => {
      const answer = await fetch(`${app.url}/rest/v1/${path}`, {
        method,
        headers: {
          apikey: app.config.publishableKey,
          authorization: `${scheme} ${data.session?.access_token}`,
          'content-type': 'application/json',
          prefer,
        },
        body,
      })
      // An empty body can have a length of zero or end at once.
      const headers = Object.fromEntries(answer.headers)
      const { 'x-request-id': id = '' } = headers
      for (const own of ['date', 'x-request-id', 'content-length', 'transfer-encoding']) delete headers[own]
      assert.match(app.logged.join(''), new RegExp(id), 'every answer has its line')
      return { status: answer.status, headers, body: await answer.text() }
    }
    const direct = await ask('Bearer')
    assert.equal(direct.status, status, direct.body)
    assert.deepEqual(direct, await ask('bearer'))
  }
})

test('a list of ids that is too long is answered with what to do', async () => {
  const ids = Array.from({ length: 600 }, () => randomUUID())
  const { error, status } = await supabase.from('events').select('id').in('id', ids)
  assert.equal(status, 431)
  assert.match(error?.hint ?? '', /in parts of about 200 ids/)
  assert.equal((await supabase.from('events').select('id').in('id', ids.slice(0, 200))).error, null)
})

test('signing out ends the session; a new password ends the others', async () => {
  const other = createClient(app.url, app.config.publishableKey, { auth: { persistSession: false } })
  await other.auth.signInWithPassword({ email: 'ann@example.org', password })
  assert.ok((await other.auth.getUser()).data.user)
  const update = await supabase.auth.updateUser({ password: 'Another.bell.2', current_password: password })
  assert.equal(update.error, null)
  assert.equal((await other.auth.getUser()).data.user, null)
  assert.ok((await supabase.auth.getUser()).data.user)
  await supabase.auth.signOut()
  assert.equal((await supabase.auth.getSession()).data.session, null)
  assert.ok(heard.includes('SIGNED_OUT'))
})

test('the log of these tests contains nothing personal', () => {
  assert.ok(app.logged.length > 10, 'there is a log')
  assert.doesNotMatch(app.logged.join(''), /ann@|neighbor@|Ring-the-bell|Another.bell|eyJ/i)
})
