// Holds the table of account and ownership writes against what the program really answers.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { mailedCode } from '#messages/signatures.ts'
import { systemClock } from '#runtime/clock.ts'
import { createApp } from '#server/app.ts'
import { stepAt, codeOf as totpCode } from '#server/auth/totp.ts'
import { type Asked, accountWrites } from '#server/http/account-writes.ts'
import { fromBase32 } from '#testing/base32.ts'
import { testLog } from '#testing/log.ts'
import { type AppFixture, openAppFixture, type Person, password } from './fixture.ts'

let fixture: AppFixture
before(async () => {
  fixture = await openAppFixture()
})
after(() => fixture.close())

/** Functions that change neither an account nor who owns or reads a calendar. */
const otherFunctions =
  'answer-poll get-poll request-poll follow-challenge follow-collection send-contact-confirmation get-confirmation confirm-contact-subscription opt-out send-opt-out-link get-opt-out undo-opt-out receive-less get-preferences my-preferences add-my-phone save-preferences request-rsvp get-rsvp answer-rsvp request-slots get-slots take-slots request-suggestion get-suggestion answer-suggestion accept-suggestion verify-recaptcha send-contact-email save-event delete-event change-events add-event-image import-events preview-email preview-alert push-key ask-phone send-test maps-key find-address'.split(
    ' ',
  )
/** Functions of the database, likewise. */
const otherCalls =
  'accept_feed accept_suggestion add_collection_calendar add_webhook answer_cohost_offer answer_poll answer_rsvp change_webhook close_poll delete_poll make_poll_event message_guests move_up_rsvp propose_dates check_feed check_in_rsvp confirm_events decline_collection decline_suggestion duplicate_slots end_cohosting follow_up_alert get_invite import_contacts offer_cohost order_collection pause_sending record_rsvp record_slot redeliver_webhook register_push remove_contacts remove_rsvp remove_slot_signup remove_webhook resend_mailing restore_event rotate_webhook_secret send_alert send_event_now send_new_alert send_notice_now set_my_reminder stop_my_texts set_rsvp set_slots tag_contacts take_slots test_webhook trust_submitter undo_import withdraw_event withdraw_message withdraw_notice finish_held_alert hold_alert send_held_alert store_held_alert withdraw_alert'.split(
    ' ',
  )

test('the table names every write of an account or of ownership, and no other', async () => {
  const { config, pool } = fixture
  const site = () => () => new Response('page')
  const { routes: served } = createApp({ config, pool, log: testLog('error', []), clock: systemClock, site })
  const routes = served
    .filter(({ method, path }) => !['ALL', 'GET', 'HEAD'].includes(method) && /^\/(auth|functions)\/v1\//.test(path))
    .map(({ method, path }) => `${method} ${path}`)
  const calls = await fixture.rows(
    `select p.proname as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.provolatile = 'v' and has_function_privilege('authenticated', p.oid, 'execute')
      and p.prorettype <> 'trigger'::regtype`,
  )
  const found = [...routes, ...calls.map(({ name }) => `POST /rest/v1/rpc/${name}`)]
  const others = [
    ...otherFunctions.map((name) => `POST /functions/v1/${name}`),
    ...otherCalls.map((name) => `POST /rest/v1/rpc/${name}`),
  ]
  assert.deepEqual([...new Set(found)].sort(), [...Object.keys(accountWrites), ...others].sort())
})

/** What a request without the proof sends, where more than the address is needed to get as far as the proof. */
function bodyOf(write: string, calendar: string): object {
  const bodies: Record<string, object> = {
    'PUT /auth/v1/user': { password: 'Quite-another-1!' },
    'POST /auth/v1/factors': { factor_type: 'totp' },
    'POST /auth/v1/access-tokens': { name: 'Thief', calendar_ids: null, can_write: true, expires_in_days: 30 },
    'POST /functions/v1/offer-ownership': { calendar_id: calendar, user_id: randomUUID() },
    'POST /functions/v1/invite-members': { calendar_id: calendar, emails: 'thief@example.org', role: 'owner' },
    'POST /auth/v1/delete-account': { calendars: [{ id: calendar, delete: true }] },
  }
  return bodies[write] ?? {}
}

const codeOf = ({ body }: { body: { code?: unknown; error_code?: string } }) => body.error_code ?? body.code
const having = (...asked: Asked[]) =>
  Object.entries(accountWrites)
    .filter(([, { asks }]) => asked.includes(asks))
    .map(([write]) => write)

function send(who: Pick<Person, 'request'>, write: string, json: object, id: string = randomUUID()) {
  const [method = '', path = ''] = write.split(' ')
  const headers = { 'content-type': 'application/json' }
  return who.request(path.replace(':id', id), { method, headers, body: JSON.stringify(json) })
}

test('without a session every write but those that need none is refused', async () => {
  const [{ open }] = await fixture.rows(
    `select array_agg('POST /rest/v1/rpc/' || proname) as open from pg_proc
    where pronamespace = 'public'::regnamespace and has_function_privilege('anon', oid, 'execute')`,
  )
  for (const write of having('password', 'fresh code', 'session')) {
    assert.ok(!open.includes(write), write)
    if (write.includes('/rpc/')) continue
    const { status } = await send(fixture.guest, write, bodyOf(write, randomUUID()))
    assert.equal(status, 401, write)
  }
  for (const write of having('nothing', 'link')) {
    const { status } = await send(fixture.guest, write, {})
    const expected = write.endsWith('/authentication/options') ? 200 : 400
    assert.equal(status, expected, `${write}: a session is not what is missing`)
  }
})

test('a copied access token alone changes nothing that asks for the password', async () => {
  const ann = await fixture.person('ann')
  const { id: calendar } = await fixture.calendar(ann)
  await fixture.rows("update auth.sessions set created_at = now() - interval '15 minutes' where user_id = $1", [ann.id])
  const state = () =>
    fixture.rows(
      `select u.email, u.encrypted_password, c.owner_id, (select count(*) from auth.access_tokens) as tokens,
        (select count(*) from auth.second_factors) as factors, (select count(*) from private.transfer_offers) as offers,
        (select count(*) from public.member_invitations) as invitations
      from auth.users u, public.calendars c where u.id = $1 and c.id = $2`,
      [ann.id, calendar],
    )
  const before = await state()
  assert.equal(before.length, 1)
  for (const write of having('password')) {
    const body = bodyOf(write, calendar)
    const without = await send(ann, write, body)
    assert.ok([400, 403].includes(without.status), `${write}: ${without.status} ${without.text}`)
    const wrong = { ...body, [write.includes('/user') ? 'current_password' : 'password']: 'Wrong-1-word' }
    assert.equal(codeOf(await send(ann, write, wrong)), 'invalid_credentials', write)
    await fixture.rows('delete from private.rate_limits')
  }
  const address = await send(ann, 'PUT /auth/v1/user', { email: 'thief@example.org' })
  assert.equal(codeOf(address), 'reauthentication_needed')
  assert.deepEqual(await state(), before)
})

test('without a password, a copied access token and a code of another session change nothing either', async () => {
  const eve = await fixture.person('eve')
  const { id: calendar } = await fixture.calendar(eve)
  await fixture.rows("update auth.users set encrypted_password = '!' where id = $1", [eve.id])
  await fixture.rows("update auth.sessions set created_at = now() - interval '15 minutes' where user_id = $1", [eve.id])
  const asked = await eve.request('/auth/v1/reauthenticate')
  assert.equal(asked.status, 200, asked.text)
  const [{ id: nonceId }] = await fixture.rows(
    "select id from auth.one_time_tokens where user_id = $1 and kind = 'reauthentication'",
    [eve.id],
  )
  const nonce = mailedCode(fixture.config.linkSecret, nonceId)
  await fixture.rows('update auth.one_time_tokens set browser_hash = sha256($2::bytea) where id = $1', [
    nonceId,
    'else',
  ])
  for (const write of having('password')) {
    const body = { ...bodyOf(write, calendar), password: 'Quite-another-1!', current_password: '!' }
    assert.equal(codeOf(await send(eve, write, body)), 'reauthentication_needed', write)
    for (const wrong of [nonce, nonce === '000000' ? '111111' : '000000'])
      assert.equal(codeOf(await send(eve, write, { ...body, nonce: wrong })), 'reauthentication_not_valid', write)
    await fixture.rows('delete from private.rate_limits')
  }
  const [session] = await fixture.rows('select id from auth.sessions where user_id = $1', [eve.id])
  await fixture.rows('update auth.one_time_tokens set browser_hash = sha256($2::bytea) where id = $1', [
    nonceId,
    session.id,
  ])
  const right = await send(eve, 'POST /auth/v1/factors', { factor_type: 'totp', nonce })
  assert.equal(right.status, 200, 'the code was good for its own session')
})

test('what asks for a fresh code refuses a session whose code is older than ten minutes', async () => {
  const bob = await fixture.person('bob')
  const [factor] = await fixture.rows(
    `with person as (update auth.users set second_factor_since = now() where id = $1),
      session as (update auth.sessions set second_step = 'totp', second_step_at = now() - interval '11 minutes' where user_id = $1)
    insert into auth.second_factors (user_id, sealed_secret, verified_at) values ($1, '\\x00', now()) returning id`,
    [bob.id],
  )
  for (const write of having('fresh code')) {
    assert.equal(codeOf(await send(bob, write, {}, factor.id)), 'insufficient_aal', write)
  }
  assert.equal((await fixture.rows('select from auth.second_factors where user_id = $1', [bob.id])).length, 1)
})

test('T35: with MFA on, the password alone reaches no row and no function', async () => {
  const gil = await fixture.person('gil')
  const calendar = await fixture.calendar(gil)
  const { totp, id } = (await gil.request('/auth/v1/factors', { json: { factor_type: 'totp' } })).body
  // Never a code of the previous step: the server's clock may already be in the next one.
  const code = (early = 0) => totpCode(fromBase32(totp.secret), stepAt(new Date()) + early)
  const give = async (token: string, given: string) => {
    const headers = { authorization: `Bearer ${token}` }
    const challenge = await fixture.guest.request(`/auth/v1/factors/${id}/challenge`, { json: {}, headers })
    const json = { challenge_id: challenge.body.id, code: given }
    return fixture.guest.request(`/auth/v1/factors/${id}/verify`, { json, headers })
  }
  const signIn = (json: object, grant = 'password') =>
    fixture.visitor().request(`/auth/v1/token?grant_type=${grant}`, { json })
  const owner = (await give(gil.token, code())).body
  assert.ok(owner.access_token)

  const thief = (await signIn({ email: gil.email, password })).body
  const refreshed = (await signIn({ refresh_token: thief.refresh_token }, 'refresh_token')).body
  for (const token of [thief.access_token, refreshed.access_token]) {
    const headers = { authorization: `Bearer ${token}` }
    for (const [path, request] of [
      ['/rest/v1/calendars?select=id', {}],
      ['/rest/v1/places?select=city&limit=1', {}],
      ['/rest/v1/rpc/get_my_calendars', { json: {} }],
      ['/rest/v1/profiles', { json: { user_id: gil.id, email: gil.email, display_name: 'Thief' } }],
      ['/functions/v1/send-test', { json: { calendar_id: calendar.id } }],
      ['/functions/v1/push-key', {}],
    ] as const) {
      const { status, body } = await fixture.guest.request(path, { ...request, headers })
      assert.deepEqual([status, body.code], [403, 'insufficient_aal'], path)
    }
  }
  const whole = await give(refreshed.access_token, code(1))
  const headers = { authorization: `Bearer ${whole.body.access_token}` }
  assert.equal((await fixture.guest.request('/rest/v1/calendars?select=id', { headers })).body.length, 1)
})
