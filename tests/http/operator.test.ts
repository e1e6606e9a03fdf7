// The operator's surface: who gets in, the code that claims it, and what each press does and writes down.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { rateLimits } from '#server/http/rate-limits.ts'
import { acts } from '#server/operator/acts.ts'
import { firstOperatorCode, renewOperatorCode } from '#server/operator/new-code.ts'
import { operatorEndpoints } from '#server/operator/operator.ts'
import { makeCalendar } from '#testing/calendars.ts'
import { type AppFixture, openAppFixture, type Person } from './threats/fixture.ts'

let fixture: AppFixture
let boss: Person
before(async () => {
  fixture = await openAppFixture()
  boss = await withTwoSteps('boss')
  await makeOperator(boss)
})
after(() => fixture.close())

/** Signed in with the second step, which was taken so many minutes ago. */
async function withTwoSteps(name: string, minutesAgo = 1): Promise<Person> {
  const person = await fixture.person(name)
  await fixture.rows(
    `with person as (update auth.users set second_factor_since = now() where id = $1)
     update auth.sessions set second_step = 'totp', second_step_at = now() - make_interval(mins => $2) where user_id = $1`,
    [person.id, minutesAgo],
  )
  return person
}
const makeOperator = ({ id }: Person, role = 'operator') =>
  fixture.rows('insert into private.operators (user_id, role) values ($1, $2)', [id, role])

type Caller = Pick<Person, 'request'>
const get = (who: Caller, name: string, query = '') => who.request(`/operator/v1/${name}${query}`)
const post = (who: Caller, name: string, json: object = {}) => who.request(`/operator/v1/${name}`, { json })
const press = (who: Caller, name: string, json: object = {}) => post(who, name, { reason: 'They called.', ...json })
const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]
const freshCodes = () => fixture.rows('delete from private.rate_limits')
const newCode = () => renewOperatorCode(fixture.pool, new Date())

/** A valid body for each act, about somebody. */
const bodies = (person: { id: string; email: string }, calendar: string): Record<string, object> => ({
  confirm: { user_id: person.id },
  'send-reset': { user_id: person.id },
  plan: { user_id: person.id, plan: 'full' },
  suspend: { user_id: person.id },
  'resume-owner': { user_id: person.id },
  'end-sessions': { user_id: person.id },
  'end-all-sessions': {},
  'two-step-off': { user_id: person.id },
  'public-body': { user_id: person.id, is_on: true },
  'delete-account': { user_id: person.id },
  approve: { user_id: person.id },
  refuse: { user_id: person.id },
  pause: { calendar },
  resume: { calendar },
  disable: { calendar },
  enable: { calendar },
  moved: { calendar, to: 'https://new.example' },
  hold: {},
  go: { kind: 'operator' },
  'opt-out': { address: person.email },
  lift: { address: person.email },
  'name-operator': { email: person.email, role: 'operator' },
  'remove-operator': { user_id: person.id },
})

const state = () =>
  fixture.rows(
    `select (select json_agg(u order by id) from (select id, email, email_confirmed_at, second_factor_since from auth.users) u) as users,
      (select json_agg(c order by id) from (select id, disabled, sending_paused_by from public.calendars) c) as calendars,
      (select json_agg(o order by user_id) from private.operators o) as operators,
      (select count(*) from private.holds) as holds, (select count(*) from auth.sessions) as sessions,
      (select count(*) from private.operator_history) as history, (select count(*) from public.opt_outs) as opt_outs`,
  )

test('guests, members, owners, former operators and access tokens are answered as where there is nothing', async () => {
  const owner = await withTwoSteps('owner')
  const calendar = await fixture.calendar(owner)
  const member = await withTwoSteps('member')
  await fixture.join(member, owner, calendar.id)
  const former = await withTwoSteps('former')
  await makeOperator(former)
  assert.equal((await get(former, 'me')).status, 200)
  assert.equal((await press(boss, 'remove-operator', { user_id: former.id })).status, 200)
  const made = await fixture.rows(
    `insert into auth.access_tokens (user_id, name, token_hash, can_write, can_see_contacts, scopes, expires_at)
     values ($1, 'Copied', sha256('tbp_copied'::bytea), true, true, '{}', now() + interval '1 day') returning id`,
    [boss.id],
  )
  assert.equal(made.length, 1)
  const program = fixture.visitorAs('tbp_copied', '198.51.100.77')

  const before = await state()
  const bodiesOf = bodies({ id: member.id, email: member.email }, String(calendar.identifier))
  assert.deepEqual(Object.keys(bodiesOf).sort(), Object.keys(acts).sort(), 'every act is tried')
  for (const who of [fixture.guest, member, owner, former]) {
    const nothing = await post(who, 'no-such-thing')
    assert.deepEqual(codeOf(nothing), [404, 'not_found'])
    for (const [name, { methods }] of Object.entries(operatorEndpoints)) {
      if (name === 'claim') continue
      const answer = methods.includes('GET') ? await get(who, name) : await press(who, name, bodiesOf[name])
      assert.deepEqual([answer.status, answer.text], [404, nothing.text], name)
    }
  }
  for (const [name, { methods }] of Object.entries(operatorEndpoints)) {
    const answer = methods.includes('GET')
      ? await get(program, name)
      : await press(program, name, { code: 'AAAAA', ...bodiesOf[name] })
    assert.equal(answer.status, name === 'claim' ? 403 : 404, `${name}: ${answer.text}`)
  }
  assert.deepEqual(await state(), before)
})

test('the code is taken once, also when two type it at the same moment, and only within its day', async () => {
  const people = await Promise.all(['one', 'two', 'three'].map((name) => withTwoSteps(name)))
  const [one, two, three] = people as [Person, Person, Person]
  const code = await newCode()
  assert.match(code, /^([2-9A-HJ-NP-Z]{5}-){3}[2-9A-HJ-NP-Z]{5}$/)
  const [{ code_hash: hash }] = await fixture.rows('select code_hash from private.operator_codes')
  assert.equal(hash.length, 32)
  const answers = await Promise.all([one, two].map((who) => post(who, 'claim', { code: ` ${code.toLowerCase()} ` })))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 403])
  assert.equal(
    (await Promise.all([one, two].map((who) => get(who, 'me')))).filter(({ status }) => status === 200).length,
    1,
  )
  assert.deepEqual(codeOf(await post(three, 'claim', { code })), [403, 'operator_code_wrong'], 'replayed')

  const late = await newCode()
  await fixture.rows("update private.operator_codes set expires_at = now() - interval '1 second'")
  const expired = await post(three, 'claim', { code: late })
  assert.deepEqual(codeOf(expired), [403, 'operator_code_wrong'])
  const first = await newCode()
  const second = await newCode()
  assert.equal((await post(three, 'claim', { code: first })).text, expired.text, 'a newer code ends the one before')
  assert.equal(await firstOperatorCode(fixture.pool, new Date()), null, 'a later start prints none')
  assert.equal((await post(three, 'claim', { code: second })).status, 200)
  const [entry] = (await get(three, 'history')).body.entries
  assert.deepEqual([entry.act, entry.operator_name], ['claim', three.email])
})

test('the code alone is not enough: it needs a confirmed account, two steps, and few tries', async () => {
  const code = await newCode()
  const unconfirmed = await fixture.person('unconfirmed', { confirmed: false })
  assert.deepEqual(codeOf(await post(unconfirmed, 'claim', { code })), [403, 'email_not_confirmed'])
  const oneStep = await fixture.person('onestep')
  assert.deepEqual(codeOf(await post(oneStep, 'claim', { code })), [403, 'insufficient_aal'])
  assert.equal((await post(fixture.guest, 'claim', { code })).status, 401)
  const guesser = await withTwoSteps('guesser')
  for (let tries = 0; tries < rateLimits['operator-claim'].max; tries++)
    assert.deepEqual(codeOf(await post(guesser, 'claim', { code: 'AAAAA-AAAAA' })), [403, 'operator_code_wrong'])
  assert.deepEqual(codeOf(await post(guesser, 'claim', { code })), [429, 'over_request_rate_limit'], 'also a right one')
  for (const body of [{}, { code: 5 }, { code: 'A'.repeat(200) }]) {
    await freshCodes()
    assert.deepEqual(codeOf(await post(guesser, 'claim', body)), [400, 'validation_failed'])
  }
  const plain = { method: 'POST', body: JSON.stringify({ code }), headers: { 'content-type': 'text/plain' } }
  assert.equal((await guesser.request('/operator/v1/claim', plain)).status, 415, 'what a form of another site can send')
  await freshCodes()
})

test('without the second step an operator is asked for it, and what is for good asks for a code of just now', async () => {
  const before = await state()
  const plain = await fixture.person('plain')
  await makeOperator(plain)
  assert.deepEqual(codeOf(await get(plain, 'health')), [403, 'insufficient_aal'])
  const stale = await withTwoSteps('stale', 11)
  await makeOperator(stale)
  const body = bodies({ id: plain.id, email: plain.email }, '1')
  for (const name of [
    'confirm',
    'end-all-sessions',
    'two-step-off',
    'delete-account',
    'go',
    'name-operator',
    'remove-operator',
  ])
    assert.deepEqual(codeOf(await press(stale, name, body[name])), [403, 'insufficient_aal'], name)
  assert.equal((await get(stale, 'me')).status, 200)
  const after = await state()
  assert.equal(after[0].history, before[0].history, 'and nothing was written down')
  await fixture.rows('delete from private.operators where user_id in ($1, $2)', [plain.id, stale.id])
})

test('a helper helps people, and does nothing that is for good, to operators, or to the site', async () => {
  const helper = await withTwoSteps('helper')
  await makeOperator(helper, 'helper')
  const ann = await fixture.person('ann')
  assert.deepEqual((await get(helper, 'me')).body, { role: 'helper' })
  assert.equal((await press(helper, 'suspend', { user_id: ann.id })).status, 200)
  assert.equal((await press(helper, 'resume-owner', { user_id: ann.id })).status, 200)
  const body = bodies(ann, '1')
  for (const name of [
    'plan',
    'end-all-sessions',
    'two-step-off',
    'public-body',
    'delete-account',
    'disable',
    'enable',
    'moved',
    'go',
    'name-operator',
    'remove-operator',
  ])
    assert.deepEqual(codeOf(await press(helper, name, body[name])), [403, 'forbidden'], name)
  for (const name of ['confirm', 'suspend', 'end-sessions', 'send-reset', 'approve', 'refuse'])
    assert.deepEqual(
      codeOf(await press(helper, name, { user_id: boss.id })),
      [403, 'forbidden'],
      `${name} of an operator`,
    )
  assert.equal((await get(boss, 'me')).status, 200)
})

test('each press of a person does what the command does, and is in the history with its reason and no address', async () => {
  const owner = await fixture.person('lee', { confirmed: false, trial: true })
  const [{ masked }] = await fixture.rows('select private.masked_address($1) as masked', [owner.email])
  assert.match(masked, /^l…@example\.org$/)
  const found = await post(boss, 'find-person', { email: owner.email.toUpperCase() })
  assert.deepEqual(
    [found.body.id, found.body.masked, found.body.is_confirmed, found.body.is_trial],
    [owner.id, masked, false, true],
  )
  assert.equal((await post(boss, 'find-person', { email: owner.email.slice(1) })).status, 404)
  assert.equal((await post(boss, 'find-person', { email: 'lee' })).status, 400)
  const listed = await get(boss, 'people', '?only=unconfirmed')
  assert.ok(listed.body.people.some(({ id }: { id: string }) => id === owner.id))
  assert.ok(!listed.text.includes(owner.email), 'a list shows no address')

  const did = async (name: string, more: object = {}) => {
    const { status, body, text } = await press(boss, name, { user_id: owner.id, ...more })
    assert.equal(status, 200, `${name}: ${text}`)
    return body
  }
  assert.equal((await did('confirm')).changed, true)
  await did('send-reset')
  assert.match((await fixture.mails(owner.email))[0]?.subject ?? '', /password/)
  assert.equal((await did('plan', { plan: 'full' })).changed, true)
  assert.equal((await did('plan', { plan: 'full' })).changed, false)
  const { identifier, id } = await fixture.calendar(owner)
  const calendar = String(identifier)
  assert.equal((await did('suspend')).calendars, 1)
  assert.deepEqual(codeOf(await press(boss, 'resume', { calendar })), [409, 'sending_paused'])
  assert.equal((await get(boss, 'calendars')).body.owners[0].reason, 'They called.')
  assert.equal((await did('resume-owner')).calendars, 1)
  await did('public-body', { is_on: true })
  for (const name of ['pause', 'resume', 'disable', 'enable']) {
    assert.equal((await press(boss, name, { calendar: `#${calendar}` })).status, 200, name)
    const [row] = await fixture.rows('select disabled, sending_paused_by from public.calendars where id = $1', [id])
    assert.deepEqual([row.disabled, row.sending_paused_by], [name === 'disable', name === 'pause' ? 'operator' : null])
  }
  assert.equal((await did('end-sessions')).sessions, 1)
  assert.equal((await owner.request('/rest/v1/calendars?select=id')).status, 401)
  await did('delete-account')
  assert.equal((await fixture.rows('select from auth.users where id = $1', [owner.id])).length, 0)
  assert.equal((await press(boss, 'suspend', { user_id: owner.id })).status, 404)

  const { text, body } = await get(boss, 'history')
  assert.ok(!text.includes(owner.email))
  const mine = body.entries
    .filter(({ about }: { about: string }) => about?.startsWith(masked))
    .map(({ act }: { act: string }) => act)
  assert.deepEqual(mine, [
    'delete-account',
    'end-sessions',
    'public-body',
    'resume-owner',
    'suspend',
    'plan',
    'plan',
    'send-reset',
    'confirm',
  ])
  assert.ok(body.entries.every(({ reason }: { reason: string | null }) => reason === null || reason === 'They called.'))
})

test('a press without a reason, or about nobody, is refused in plain words and does nothing', async () => {
  const before = await state()
  for (const reason of [undefined, '', '   ', 5, 'x'.repeat(201), 'two\nlines']) {
    assert.deepEqual(codeOf(await post(boss, 'hold', { reason })), [400, 'validation_failed'], String(reason))
  }
  for (const [name, body] of [
    ['suspend', { user_id: 'no id' }],
    ['plan', { user_id: boss.id, plan: 'gold' }],
    ['moved', { calendar: '1', to: 'javascript:alert(1)' }],
    ['opt-out', { address: 'nobody' }],
    ['go', { kind: 'all' }],
    ['name-operator', { email: 'no address', role: 'operator' }],
  ] as const) {
    const { status, body: said } = await press(boss, name, body)
    assert.ok([400, 404].includes(status) && typeof said.error === 'string', `${name}: ${status}`)
  }
  assert.deepEqual(codeOf(await press(boss, 'suspend', { user_id: randomUUID() })), [404, 'not_found'])
  assert.deepEqual(await state(), before)
})

test('a calendar whose owner is deleted goes to its other admin, and one without goes with the account', async () => {
  const owner = await fixture.person('kim')
  const heir = await fixture.person('heir')
  const shared = await fixture.calendar(owner, { name: 'Shared' })
  const lonely = await fixture.calendar(owner, { name: 'Lonely' })
  await fixture.join(heir, owner, shared.id)
  await fixture.promote(owner, heir, shared.id)
  assert.equal((await press(boss, 'delete-account', { user_id: owner.id })).status, 200)
  const left = await fixture.rows('select id, owner_id from public.calendars where id in ($1, $2)', [
    shared.id,
    lonely.id,
  ])
  assert.deepEqual(left, [{ id: shared.id, owner_id: null }])
  assert.equal((await heir.request('/rest/v1/rpc/take_calendar', { json: { p_calendar_id: shared.id } })).status, 204)
})

test('who bounced is listed masked, found by a whole address, lifted, and taken off every list', async () => {
  const { id } = await makeCalendar(fixture.pool)
  const address = 'rosa.rivera@mailbox.example'
  await fixture.rows(
    "insert into public.calendar_contacts (calendar_id, contact_type, contact_value) values ($1, 'email', $2)",
    [id, address],
  )
  await fixture.rows("select private.suppress('email', $1, 'bounce', '550 no such user', now())", [address])
  const list = await get(boss, 'stopped')
  assert.ok(!list.text.includes(address))
  assert.ok(
    list.body.stops.some(
      ({ masked, why }: { masked: string; why: string }) => masked === 'r…@mailbox.example' && why === 'bounce',
    ),
  )
  assert.deepEqual((await post(boss, 'find-stops', { address })).body.stops[0].why, 'bounce')
  assert.equal((await press(boss, 'lift', { address })).body.lifted, 1)
  assert.deepEqual((await post(boss, 'find-stops', { address })).body.stops, [])
  assert.equal((await press(boss, 'opt-out', { address })).body.calendars, 1)
  assert.equal((await press(boss, 'lift', { address })).body.lifted, 0, 'what somebody asked for stays')
  assert.equal((await post(boss, 'find-stops', { address })).body.stops[0].why, 'asked_operator')
})

test('the last operator stays, also when two remove each other at the same moment', async () => {
  await fixture.rows('delete from private.operators where user_id <> $1', [boss.id])
  assert.deepEqual(codeOf(await press(boss, 'remove-operator', { user_id: boss.id })), [409, 'last_operator'])
  assert.deepEqual(codeOf(await press(boss, 'name-operator', { email: boss.email, role: 'helper' })), [
    409,
    'last_operator',
  ])
  assert.deepEqual(codeOf(await press(boss, 'delete-account', { user_id: boss.id })), [409, 'last_operator'])
  const other = await withTwoSteps('other')
  assert.equal((await press(boss, 'name-operator', { email: other.email, role: 'operator' })).status, 200)
  const [one, two] = await Promise.all([
    press(boss, 'remove-operator', { user_id: other.id }),
    press(other, 'remove-operator', { user_id: boss.id }),
  ])
  assert.deepEqual([one.status, two.status].filter((status) => status === 200).length, 1, `${one.text} ${two.text}`)
  const left = await fixture.rows('select user_id from private.operators')
  assert.equal(left.length, 1)
  if (left[0].user_id !== boss.id) {
    await fixture.rows('delete from private.operators')
    await makeOperator(boss)
  }
})

test('health counts by mailbox provider, hold and go work, and the checks are those of the doctor', async () => {
  const health = (await get(boss, 'health')).body
  assert.deepEqual(
    [health.site, health.townbell.version.length > 0, health.work.workers],
    [fixture.config.siteUrl, true, 1],
  )
  assert.equal((await press(boss, 'hold')).status, 200)
  assert.deepEqual(
    (await get(boss, 'health')).body.holds.map(({ kind }: { kind: string }) => kind),
    ['operator'],
  )
  assert.equal((await press(boss, 'go', { kind: 'restore' })).status, 404)
  assert.deepEqual((await press(boss, 'go', { kind: 'operator' })).body, { done: true, held: 0 })
  const { findings } = (await get(boss, 'checks')).body
  const areas = new Set(findings.map(({ area }: { area: string }) => area))
  for (const area of ['settings', 'database', 'worker', 'backups', 'site']) assert.ok(areas.has(area), area)
})

test('another site can neither read the surface nor press anything with a visitor’s browser', async () => {
  const answer = await boss.request('/operator/v1/me', { headers: { origin: 'https://evil.example' } })
  assert.equal(answer.headers.get('access-control-allow-origin'), null)
  const preflight = await fixture.guest.request('/operator/v1/hold', {
    method: 'OPTIONS',
    headers: { origin: 'https://evil.example' },
  })
  assert.equal(preflight.headers.get('access-control-allow-origin'), null)
  const cookies = { cookie: `townbell-session=${boss.token}; sb-access-token=${boss.token}` }
  const { status } = await fixture.guest.request('/operator/v1/hold', { json: { reason: 'x' }, headers: cookies })
  assert.equal(status, 404)
})
