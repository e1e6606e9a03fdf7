// Every rate limit of the program in one table: its key, its maximum and window, and that the next request gets 429,
// Retry-After, and a message that says when to retry, in the API's error format.
import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { inSeconds } from '#domain/durations.ts'
import { preferencesToken } from '#messages/preferences-link.ts'
import { type RateLimitName, rateLimits } from '#server/http/rate-limits.ts'
import {
  type Answer,
  type AppFixture,
  eventOn,
  newAddress,
  openAppFixture,
  type Person,
  password,
  type RequestOptions,
} from './threats/fixture.ts'

type Row = {
  /** The key under which it is counted. */
  name: RateLimitName
  dialect: 'auth' | 'rest' | 'functions'
  code?: string
  /** Sends one more request, which only this limit may refuse. */
  request: () => Promise<Answer>
  /** Other limits that the requests would exceed first. */
  apartFrom?: string[]
  says?: RegExp
}

let fixture: AppFixture
let owner: Person
let calendarId: string
let trialCalendarId: string
before(async () => {
  fixture = await openAppFixture({ MAPS_KEY: 'a-maps-key' })
  owner = await fixture.person('owner')
  calendarId = (await fixture.calendar(owner)).id
  trialCalendarId = (await fixture.calendar(await fixture.person('trial', { trial: true }))).id
  for (const id of [calendarId, trialCalendarId]) asking.set(id, await addAsking(id))
  await fixture.rows('update public.calendars set takes_suggestions = true')
})
after(() => fixture.close())

/** An event of each calendar that asks who comes. */
const asking = new Map<string, string>()
async function addAsking(calendar: string): Promise<string> {
  const { title, start_time, end_time, category } = eventOn(calendar)
  const [{ id }] = await fixture.rows(
    'insert into public.events (calendar_id, title, start_time, end_time, category) values ($1, $2, $3, $4, $5) returning id',
    [calendar, title, start_time, end_time, category],
  )
  await fixture.rows('insert into public.event_rsvps (event_id, calendar_id) values ($1, $2)', [id, calendar])
  return id
}

const MAIL = 'over_email_send_rate_limit'

function table(): Row[] {
  const { guest } = fixture
  const post = (
    path: string,
    json: object,
    as: { request: (path: string, request?: RequestOptions) => Promise<Answer> } = guest,
  ) => as.request(path, { json })
  let neighbors = 0
  const near = () => `2001:db8:1:${(++neighbors).toString(16)}::1`
  const signIn = (email: string, as = guest) =>
    post('/auth/v1/token?grant_type=password', { email, password: 'wrong' }, as)
  const mailCode = (email: string) => post('/auth/v1/otp', { email, create_user: false })
  const follow = (email: string, as = guest, calendar_id = calendarId) =>
    post('/functions/v1/send-contact-confirmation', { email, calendar_id }, as)
  const rsvp = (email: string, as = guest, calendar_id = calendarId) => {
    const answer = { name: 'Rosa', answer: 'going', party: 1, reply: null }
    return post('/functions/v1/request-rsvp', { ...answer, email, calendar_id, event_id: asking.get(calendar_id) }, as)
  }
  const suggest = (email: string, as = guest, calendar_id = calendarId) => {
    const times = { day: '2190-07-04', start: '18:00', end_day: '2190-07-04', end: '19:00' }
    return post('/functions/v1/request-suggestion', { title: 'Fair', ...times, name: 'Rosa', email, calendar_id }, as)
  }
  const { title, description, start_time, end_time, category } = eventOn(calendarId)
  const event_data = { title, description, location: null, start_time, end_time, category }
  const support = { firstName: 'A', lastName: 'B', email: 'a@example.org', subject: 'Hello', message: 'Hello' }
  let current = password
  const change = async (body: { password?: string; email?: string }) => {
    const answer = await owner.request('/auth/v1/user', {
      method: 'PUT',
      body: JSON.stringify({ ...body, current_password: current }),
      headers: { 'content-type': 'application/json' },
    })
    if (answer.status === 200) current = body.password ?? current
    return answer
  }
  const resend = (email: string) => post('/auth/v1/resend', { type: 'signup', email })
  const recover = (email: string) => post('/auth/v1/recover', { email })

  const { linkSecret } = fixture.config
  const token = preferencesToken({ linkSecret, address: 'somebody@example.org', now: new Date() })
  const choice = { email: true, sms: null, categories: ['Event'], timing: 'day_of', paused_until: null }
  const preferences = { token, calendar_id: null, choice }

  const auth = (name: RateLimitName, request: Row['request'], more: Partial<Row> = {}): Row => ({
    name,
    dialect: 'auth',
    request,
    ...more,
  })
  const fn = (name: RateLimitName, request: Row['request'], more: Partial<Row> = {}): Row => ({
    ...auth(name, request, more),
    dialect: 'functions',
  })
  const rest = (name: RateLimitName, request: Row['request']): Row => ({ ...auth(name, request), dialect: 'rest' })
  return [
    auth('signin-here', () => signIn(owner.email)),
    auth('signin-near', () => signIn('nobody@example.org', fixture.visitor(near())), { apartFrom: ['signin-here'] }),
    auth('signin-network', () => signIn(newAddress())),
    auth('signup-network', () => post('/auth/v1/signup', { email: newAddress(), password })),
    auth('confirm-mail', () => resend('resend@example.org'), { code: MAIL }),
    auth('confirm-mail-day', () => resend('day@example.org'), { code: MAIL, apartFrom: ['confirm-mail'] }),
    auth('reset-mail', () => recover('reset@example.org'), { code: MAIL }),
    auth('reset-mail-day', () => recover('day@example.org'), { code: MAIL, apartFrom: ['reset-mail'] }),
    auth('code-mail', () => mailCode('code@example.org'), { code: MAIL }),
    auth('code-mail-day', () => mailCode('codes@example.org'), { code: MAIL, apartFrom: ['code-mail'] }),
    auth('mailed-code', () =>
      post('/auth/v1/verify', { type: 'email', email: 'guessed@example.org', token: '000000' }),
    ),
    auth('mail-network', () => recover(newAddress())),
    auth('password-change', () => change({ password: `Ring.${randomBytes(6).toString('hex')}.A1` })),
    auth('change-mail', () => change({ email: 'new@example.org' }), {
      code: MAIL,
      apartFrom: ['email-change'],
    }),
    auth('change-mail-day', () => change({ email: 'day@example.org' }), {
      code: MAIL,
      apartFrom: ['email-change', 'change-mail'],
    }),
    auth('email-change', () => change({ email: newAddress() }), { code: MAIL }),
    auth('access-token', () => post('/auth/v1/access-tokens', { name: 'Sync', password: current }, owner)),
    auth('export', () => post('/auth/v1/export', { password: current }, owner)),
    fn('follow-network', () => follow(newAddress())),
    fn('follow-calendar', () => follow(newAddress(), fixture.visitor()), { code: MAIL }),
    fn('follow-owner', () => follow(newAddress(), fixture.visitor()), {
      code: MAIL,
      apartFrom: ['follow-calendar'],
      says: /Please try again tomorrow/,
    }),
    fn('follow-trial-owner', () => follow(newAddress(), fixture.visitor(), trialCalendarId), {
      code: MAIL,
      says: /Please try again tomorrow/,
    }),
    fn('confirmation-mail', () => follow(`one+${randomBytes(4).toString('hex')}@example.org`), {
      code: MAIL,
      says: /Please try again tomorrow/,
    }),
    fn('unasked-mail', () => rsvp(`three+${randomBytes(4).toString('hex')}@example.org`, fixture.visitor()), {
      code: MAIL,
      apartFrom: ['answer-mail'],
      says: /Please try again tomorrow/,
    }),
    fn('answer-network', () => rsvp(newAddress())),
    fn('answer-calendar', () => rsvp(newAddress(), fixture.visitor()), { code: MAIL, says: /Please try again later/ }),
    fn('answer-owner', () => rsvp(newAddress(), fixture.visitor()), {
      code: MAIL,
      apartFrom: ['answer-calendar'],
      says: /Please try again later/,
    }),
    fn('answer-trial-owner', () => rsvp(newAddress(), fixture.visitor(), trialCalendarId), {
      code: MAIL,
      says: /Please try again later/,
    }),
    fn('answer-mail', () => rsvp(`one+${randomBytes(4).toString('hex')}@example.org`, fixture.visitor()), {
      code: MAIL,
      says: /Please try again tomorrow/,
    }),
    fn('suggestion-network', () => suggest(newAddress())),
    fn('suggestion-calendar', () => suggest(newAddress(), fixture.visitor()), {
      code: MAIL,
      says: /Please try again later/,
    }),
    fn('suggestion-owner', () => suggest(newAddress(), fixture.visitor()), {
      code: MAIL,
      apartFrom: ['suggestion-calendar'],
      says: /Please try again later/,
    }),
    fn('suggestion-trial-owner', () => suggest(newAddress(), fixture.visitor(), trialCalendarId), {
      code: MAIL,
      says: /Please try again later/,
    }),
    fn('suggestion-mail', () => suggest(`two+${randomBytes(4).toString('hex')}@example.org`, fixture.visitor()), {
      code: MAIL,
      says: /try again tomorrow/,
    }),
    fn('answer-link-network', () => post('/functions/v1/get-rsvp', { token: 'a.b.c' })),
    fn('confirm-network', () =>
      post('/functions/v1/confirm-contact-subscription', { token: randomBytes(32).toString('base64url') }),
    ),
    fn('opt-out-network', () => post('/functions/v1/opt-out', { email: newAddress(), calendar_id: calendarId })),
    fn('opt-out-link-network', () => post('/functions/v1/send-opt-out-link', { address: newAddress() })),
    fn('opt-out-link', () =>
      post('/functions/v1/send-opt-out-link', { address: `four+${randomBytes(4).toString('hex')}@example.org` }),
    ),
    fn('preferences-network', () => post('/functions/v1/get-preferences', { token: 'a.b.c' })),
    fn('preferences-address', () => post('/functions/v1/save-preferences', preferences, fixture.visitor())),
    fn('support-network', () => post('/functions/v1/send-contact-email', support)),
    fn('preview', () => post('/functions/v1/preview-email', { calendar_id: calendarId, event_data }, owner)),
    fn('preview-alert', () =>
      post('/functions/v1/preview-alert', { calendar_id: calendarId, ...event_data, message: 'x' }, owner),
    ),
    fn('my-preferences', () => post('/functions/v1/my-preferences', {}, owner)),
    fn('my-phone', () =>
      post('/functions/v1/add-my-phone', { calendar_id: randomUUID(), phone: '+15125550142', consent: true }, owner),
    ),
    fn('send-test', () => post('/functions/v1/send-test', { calendar_id: calendarId }, owner)),
    fn('save-event', () => post('/functions/v1/delete-event', { event_id: randomUUID() }, owner)),
    fn('import-events', () =>
      post('/functions/v1/import-events', { calendar_id: calendarId, text: '', dry_run: true }, owner),
    ),
    fn('add-event-image', () => post(`/functions/v1/add-event-image?calendar_id=${calendarId}`, {}, owner)),
    fn('maps-key', () => post('/functions/v1/maps-key', {}, owner)),
    fn('private-feed', () => guest.request(`/feed/${randomBytes(24).toString('base64url')}.ics`)),
    rest('invite', () => post('/rest/v1/rpc/get_invite', { p_code: randomBytes(18).toString('base64url') })),
    rest('join', () => post('/rest/v1/rpc/join_calendar', { p_code: 'guess' }, owner)),
  ]
}

/** Limits that do not answer 429, or that another file tests. */
const elsewhere: Partial<Record<RateLimitName, string>> = {
  'plain-follow-network': 'the page says it (functions/plain-forms.test.ts)',
  'plain-follow-calendar': 'the page says it (functions/plain-forms.test.ts)',
  program: 'counts requests with a token (http/access-tokens.test.ts)',
  'program-alerts': 'is tried in http/access-tokens.test.ts',
  'program-answers': 'is taken as program-alerts',
  contacts: 'the database refuses it (threats/contacts.test.ts)',
  calendars: 'the database refuses it (worker/senders.test.ts)',
  'confirmation-text-owner': 'nobody is refused: the number is not asked that day (functions/confirm.test.ts)',
  imports: 'the database refuses it (policies/contact-imports.test.ts)',
  answers: 'the database refuses it (policies/rsvps.test.ts, policies/slots.test.ts)',
  'rsvp-reply': 'replies by mail, which nothing answers (process/bounce.test.ts)',
  'rsvp-reply-mail': 'nobody is refused: no mail is sent (process/bounce.test.ts)',
  'changed-answer-mail': 'nobody is refused: no mail is sent (functions/rsvp.test.ts)',
  'suggestion-trusted': 'nobody is refused: it waits for an admin (functions/suggestions.test.ts)',
  feeds: 'the database refuses it (structure/schema-rules.test.ts)',
  'preview-picture': 'counts drawings only (feeds/previews.test.ts)',
  signin: 'nobody is refused: it only makes puzzles harder (auth/limits.test.ts)',
  'hard-puzzle': 'nobody is refused: it only makes puzzles harder (functions/captcha.test.ts)',
  'unasked-mails': 'nobody is refused: it only makes puzzles harder (functions/follow-proof.test.ts)',
  'invitation-mail': 'several mails of one request count (functions/invite-members.test.ts)',
  'invitation-network': 'several mails of one request count (functions/invite-members.test.ts)',
  'invitation-owner': 'several mails of one request count (functions/invite-members.test.ts)',
  'invitation-trial-owner': 'several mails of one request count (functions/invite-members.test.ts)',
  'code-mail-anywhere': 'refuses no one; beyond it only a known network gets a mail (auth/mailed-codes.test.ts)',
  'invitation-trials': 'refuses no one; beyond it each owner has a quarter (functions/invite-members.test.ts)',
  webhooks: 'the database refuses it (structure/schema-rules.test.ts)',
  'webhook-tries': 'the database refuses it (policies/webhooks.test.ts)',
  'webhook-calendar': 'nobody is refused: it is posted later (worker/webhooks.test.ts)',
  'webhook-owner': 'nobody is refused: it is posted later (structure/schema-rules.test.ts)',
  collections: 'the database refuses it (policies/collections.test.ts)',
  cohosts: 'the database refuses it (policies/cohosts.test.ts)',
  'collection-calendars': 'the database refuses it (policies/collections.test.ts)',
  'undo-mail': 'needs eleven calendars (functions/opt-out.test.ts)',
  'opt-out-said': 'nobody is refused: it decides between two answers (functions/opt-out.test.ts)',
  'confirmation-text': 'nobody is refused: the number is asked to confirm at most so often (functions/confirm.test.ts)',
  'text-help': 'the carrier is answered with silence (webhooks/twilio.test.ts)',
  'captcha-network': 'no captcha here; functions/captcha.test.ts',
  'challenge-network': 'no captcha here; functions/captcha.test.ts',
  'find-address': 'no geocoder here; functions/addresses.test.ts',
  proof: 'counts wrong passwords only; auth/limits.test.ts',
  factor: 'needs a second step; auth/second-step.test.ts',
  code: 'needs a second step; auth/second-step.test.ts',
  'code-day': 'needs a second step; auth/second-step.test.ts',
  'operator-claim': 'needs a second step; operator.test.ts',
  'operator-claim-network': 'is taken as operator-claim',
  operator: 'needs an operator; it counts as preview does',
}

test('each rate limit allows its maximum, and refuses the next request until its window ends', async (t) => {
  const wrong: string[] = []
  for (const row of table()) {
    await check(row).then(
      () =>
        t.diagnostic(
          `${row.dialect} ${row.name}: ${rateLimits[row.name].max} in ${inSeconds(rateLimits[row.name].per)} s`,
        ),
      (error: Error) => wrong.push(`${row.name}: ${error.message}`),
    )
  }
  assert.deepEqual(wrong, [])
})

async function check({ name, request, dialect, code, says, apartFrom = [] }: Row): Promise<void> {
  const { max, per } = rateLimits[name]
  const only = `key like '${name}:%'`
  const askAgain = async () => {
    for (const other of apartFrom) await fixture.rows(`delete from private.rate_limits where key like '${other}:%'`)
    return request()
  }
  await fixture.rows('delete from private.rate_limits')
  assert.notEqual((await askAgain()).status, 429, 'the first')
  const counted = await fixture.rows(
    `select taken, extract(epoch from window_end - window_start)::int as per from private.rate_limits where ${only}`,
  )
  assert.deepEqual(counted, [{ taken: 1, per: inSeconds(per) }])
  if (max > 1) {
    await fixture.rows(`update private.rate_limits set taken = ${max - 1} where ${only}`)
    const last = await askAgain()
    assert.notEqual(last.status, 429, `the last of ${max}: ${last.text}`)
  }
  const refused = await askAgain()
  assert.equal(refused.status, 429, `one more: ${refused.text}`)
  const wait = Number(refused.headers.get('retry-after'))
  assert.ok(Number.isInteger(wait) && wait >= 1 && wait <= inSeconds(per), `Retry-After: ${wait}`)
  const { body } = refused
  const shapes = {
    auth: [body.code, body.error_code, body.msg],
    rest: [body.details, body.code, body.message],
    functions: [undefined, body.code, body.error],
  }
  const [plain, coded, sentence] = shapes[dialect]
  assert.equal(plain, { auth: 429, rest: null, functions: undefined }[dialect])
  assert.equal(coded, code ?? 'over_request_rate_limit')
  assert.match(sentence, says ?? /[Pp]lease try again in (\d+ (second|minute|hour|day)s?|an hour)\.$/)
}

test('every rate limit is tried here, or says where it is', () => {
  const known = [...table().map(({ name }) => name), ...Object.keys(elsewhere)]
  assert.deepEqual(Object.keys(rateLimits).sort(), known.sort())
})

test('a valid invite is not rate limited, however many open it at once; exactly thirty invalid ones are checked', async () => {
  const [{ code }] = await fixture.rows('select code from private.calendar_invites where calendar_id = $1', [
    calendarId,
  ])
  const school = fixture.visitor()
  const open = (p_code: string) => school.request('/rest/v1/rpc/get_invite', { json: { p_code } })
  const all = async (codes: string[]) => (await Promise.all(codes.map(open))).map(({ status }) => status)
  assert.deepEqual(new Set(await all(Array(80).fill(code))), new Set([200]))
  const guesses = Array.from({ length: 80 }, () => randomBytes(18).toString('base64url'))
  assert.equal((await all(guesses)).filter((status) => status === 200).length, 30)
  assert.deepEqual(await all([code]), [429], 'not even a right one, or guessing would go on')

  const page = await school.request(`/invite/${code}`)
  assert.equal(page.status, 429, 'the page asks as its visitor')
  const [sentence] = /Too many attempts\.[^<"]*/.exec(page.text) ?? []
  assert.match(sentence ?? 'no sentence', /Please try again in (1 hour|\d+ minutes)\./)
  const elsewhere = await fixture.visitor().request(`/invite/${code}`)
  assert.deepEqual([elsewhere.status, /Elm Street/.test(elsewhere.text)], [200, true])
})

test('an IPv6 /64 is one network, and only a trusted proxy can name the client address', async () => {
  const from = async (...networks: string[]) => {
    const statuses = []
    for (const network of networks)
      statuses.push(
        (
          await fixture
            .visitor(network)
            .request('/functions/v1/opt-out', { json: { email: newAddress(), calendar_id: calendarId } })
        ).status,
      )
    return statuses
  }
  const household = Array.from({ length: 11 }, (_, i) => `2001:db8:0:7:${(i * 4099).toString(16)}::${i + 1}`)
  assert.deepEqual(await from(...household), [...Array(10).fill(200), 429])
  assert.deepEqual(await from('2001:db8:0:8::1'), [200])
  // The proxy appends the client's address; anything before it is the client's own claim.
  const claims = Array.from({ length: 11 }, (_, i) => `203.0.113.${i}, 198.51.100.9`)
  assert.deepEqual(await from(...claims), [...Array(10).fill(200), 429])
})

test('one IPv6 customer uses a fifth of what a calendar and its owner share, and a neighbor is served', async () => {
  await fixture.rows('delete from private.rate_limits')
  const follow = (network: string) =>
    fixture.visitor(network).request('/functions/v1/send-contact-confirmation', {
      json: { email: newAddress(), calendar_id: trialCalendarId },
    })
  const statuses: number[] = []
  for (let n = 0; n < rateLimits['follow-trial-owner'].max / 5 + 1; n++)
    statuses.push((await follow(`2001:db8:5:${n}::1`)).status)
  assert.deepEqual(statuses, [...Array(rateLimits['follow-trial-owner'].max / 5).fill(200), 429])
  assert.equal((await follow(fixture.visitor().network)).status, 200)
})

test('the networks of one IPv6 customer together have three times what one has', async () => {
  await fixture.rows('delete from private.rate_limits')
  let n = 0
  const follow = () =>
    fixture.visitor(`2001:db8:6:${n++}::1`).request('/functions/v1/send-contact-confirmation', {
      json: { email: newAddress(), calendar_id: randomUUID() },
    })
  const statuses: number[] = []
  for (let i = 0; i < 3 * rateLimits['follow-network'].max + 1; i++) statuses.push((await follow()).status)
  assert.deepEqual(statuses, [...Array(3 * rateLimits['follow-network'].max).fill(404), 429])
})

test('the mails of all forms to one mailbox are counted together, and a new password is not one of them', async () => {
  await fixture.rows('delete from private.rate_limits')
  const address = newAddress()
  const [name, domain] = address.split('@')
  const ask = (path: string, json: object) => fixture.visitor().request(path, { json })
  const doors = [
    (email: string) => ask('/functions/v1/send-contact-confirmation', { email, calendar_id: calendarId }),
    (email: string) => {
      const answer = { name: 'Rosa', answer: 'going', party: 1, reply: null, event_id: asking.get(calendarId) }
      return ask('/functions/v1/request-rsvp', { ...answer, email, calendar_id: calendarId })
    },
    (email: string) => {
      const times = { day: '2190-07-04', start: '18:00', end_day: '2190-07-04', end: '19:00' }
      const event = { title: 'Fair', ...times, name: 'Rosa' }
      return ask('/functions/v1/request-suggestion', { ...event, email, calendar_id: calendarId })
    },
  ]
  const statuses: number[] = []
  for (let n = 0; n < rateLimits['unasked-mail'].max + 1; n++)
    statuses.push((await (doors[n % 3] as (typeof doors)[0])(`${name}+${n}@${domain}`)).status)
  assert.deepEqual(statuses, [...Array(rateLimits['unasked-mail'].max).fill(200), 429])
  assert.equal((await ask('/auth/v1/signup', { email: address, password })).status, 429)
  assert.equal((await ask('/auth/v1/recover', { email: address })).status, 200)
})
