// Following with the proof of work that browsers send, which is on by default.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { minutes, seconds } from '#domain/durations.ts'
import { type FunctionsFixture, newAddress, newNetwork, openFunctionsFixture, tokenIn } from './fixture.ts'

let fixture: FunctionsFixture
before(async () => {
  fixture = await openFunctionsFixture({ CAPTCHA: 'altcha' })
})
after(() => fixture.close())

type At = { calendar_id: string; network?: string }

async function challengeOf({ calendar_id, network = newNetwork() }: At): Promise<Challenge> {
  const { status, body } = await fixture.call('follow-challenge', { calendar_id }, { network })
  assert.equal(status, 200, JSON.stringify(body))
  return body as Challenge
}

async function solved(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

const ask = ({ calendar_id, network = newNetwork() }: At, proof: unknown, email = newAddress()) =>
  fixture.call('send-contact-confirmation', { email, calendar_id, proof }, { network })

/** Solves the challenge as the dialog does. */
async function follow(at: At, email = newAddress()) {
  const proof = await solved(await challengeOf(at))
  fixture.later(seconds(2))
  return ask(at, proof, email)
}

const pending = async (calendar: string) =>
  (await fixture.pool.query('select from public.pending_contact_confirmations where calendar_id = $1', [calendar]))
    .rowCount

test('a browser that opened the form two seconds ago and solved the challenge may follow', async () => {
  const calendar_id = await fixture.calendar()
  const network = newNetwork()
  const email = newAddress()
  for (const proof of [undefined, null, '', 'x', 5, {}, Buffer.from('{}').toString('base64')]) {
    const { status, body } = await ask({ calendar_id, network }, proof, email)
    assert.deepEqual([status, body.code], [400, 'proof_required'], JSON.stringify(proof))
  }
  const proof = await solved(await challengeOf({ calendar_id, network }))
  const quick = await ask({ calendar_id, network }, proof, email)
  assert.deepEqual([quick.status, quick.body.code], [400, 'too_fast'])
  assert.equal(await pending(calendar_id), 0)

  fixture.later(seconds(2))
  assert.equal((await ask({ calendar_id, network }, proof, email)).body.status, 'sent')
  assert.ok(tokenIn((await fixture.mails(email))[0]))
})

test('a proof works once, for its calendar, on its network, for ten minutes, and not as a captcha', async () => {
  const here = { calendar_id: await fixture.calendar(), network: newNetwork() }
  const elsewhere = { calendar_id: await fixture.calendar(), network: newNetwork() }
  const proof = await solved(await challengeOf(here))
  fixture.later(seconds(2))
  for (const other of [
    { ...here, calendar_id: elsewhere.calendar_id },
    { ...here, network: elsewhere.network },
  ])
    assert.equal((await ask(other, proof)).body.code, 'proof_required')
  const { body } = await fixture.call(
    'verify-recaptcha',
    { token: proof, action: 'support' },
    { network: here.network },
  )
  assert.equal(body.success, false, 'it is no captcha')
  const captcha = await solved((await (await fixture.request('/functions/v1/captcha-challenge')).json()) as Challenge)
  assert.equal((await ask(here, captcha)).body.code, 'proof_required', 'nor is a captcha a proof')

  const race = await Promise.all(Array.from({ length: 5 }, () => ask(here, proof)))
  assert.deepEqual(race.map(({ status }) => status).sort(), [200, 400, 400, 400, 400])
  assert.equal(await pending(here.calendar_id), 1)

  const old = await solved(await challengeOf(here))
  fixture.later(minutes(10))
  assert.equal((await ask(here, old)).body.code, 'proof_required')

  const { challenge, solution } = JSON.parse(Buffer.from(await solved(await challengeOf(here)), 'base64').toString())
  const data = { ...challenge.parameters.data, issued: 0, heat: 3 }
  const forged = { challenge: { ...challenge, parameters: { ...challenge.parameters, data } }, solution }
  const token = Buffer.from(JSON.stringify(forged)).toString('base64')
  assert.equal((await ask(here, token)).body.code, 'proof_required', 'what is signed cannot be changed')
})

const heatOf = async (at: At) => Number((await challengeOf(at)).parameters.data?.heat)

test('the challenge gets harder with requests per network, per calendar and in total', async () => {
  const network = newNetwork()
  const calendar_id = await fixture.calendar()
  const early = await challengeOf({ calendar_id, network })
  assert.equal(early.parameters.data?.heat, 0)
  const easy = await solved(early)
  const tries = async (challenge: Challenge) => (await solveChallenge({ challenge, deriveKey }))?.counter ?? 0
  for (let i = 0; i < 4; i++)
    assert.equal((await follow({ calendar_id: await fixture.calendar(), network })).status, 200)
  const harder = await challengeOf({ calendar_id, network })
  assert.equal(harder.parameters.data?.heat, 1)
  assert.ok((await tries(harder)) > (await tries(early)) * 10, 'it takes many more tries')
  assert.equal((await ask({ calendar_id, network }, easy)).body.code, 'proof_required', 'made while it was calm')
  assert.equal((await follow({ calendar_id, network })).body.status, 'sent', 'the harder one is taken')
  assert.equal(await heatOf({ calendar_id, network: newNetwork() }), 0, 'nobody else has to work for it')

  const heat = (name: string, taken: number) =>
    fixture.pool.query(`update private.rate_limits set taken = $2 where key like $1 || ':%'`, [name, taken])
  for (const [taken, hot] of [
    [20, 1],
    [40, 2],
    [60, 3],
  ] as const) {
    await heat('follow-calendar', taken)
    assert.equal(await heatOf({ calendar_id, network: newNetwork() }), hot)
  }
  await heat('follow-calendar', 0)
  await heat('unasked-mails', 600)
  const anywhere = { calendar_id: await fixture.calendar(), network: newNetwork() }
  assert.equal(await heatOf(anywhere), 3)
  await heat('unasked-mails', 0)
  assert.equal(await heatOf(anywhere), 0)
})

test('an unknown calendar gets no challenge, and with the captcha off none is needed', async () => {
  for (const calendar_id of [undefined, null, 'x', {}]) {
    const { status, body } = await fixture.call('follow-challenge', { calendar_id })
    assert.deepEqual([status, body.code], [400, 'validation_failed'])
  }
  const open = await openFunctionsFixture({ CAPTCHA: 'none' })
  try {
    const calendar_id = await open.calendar()
    assert.equal((await open.call('follow-challenge', { calendar_id })).status, 404)
    assert.equal(
      (await open.call('send-contact-confirmation', { email: newAddress(), calendar_id })).body.status,
      'sent',
    )
  } finally {
    await open.close()
  }
})
