// A request whose link was used was asked for: what it took of the limits that others share is given back, once.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { days, hours } from '#domain/durations.ts'
import { type FunctionsFixture, newAddress, newNetwork, openFunctionsFixture, tokenIn } from './fixture.ts'

let fixture: FunctionsFixture
before(async () => {
  fixture = await openFunctionsFixture()
})
after(() => fixture.close())

/** What is taken of each limit, by name. */
async function taken(): Promise<Record<string, number>> {
  const { rows } = await fixture.pool.query(
    `select split_part(key, ':', 1) as name, sum(taken)::int as taken from private.rate_limits where taken > 0 group by 1`,
  )
  return Object.fromEntries(rows.map((row) => [row.name, row.taken]))
}

const forget = () => fixture.pool.query('delete from private.rate_limits')

test('following gives back what it took, but not what its network may take', async () => {
  await forget()
  const calendar_id = await fixture.calendar({ trial: true })
  const follow = async (email: string, network: string) =>
    assert.equal(
      (await fixture.call('send-contact-confirmation', { email, calendar_id }, { network })).body.status,
      'sent',
    )
  const [email, network] = [newAddress(), newNetwork()]
  await follow(newAddress(), newNetwork())
  const others = await taken()
  await follow(email, network)
  const both = await taken()
  for (const name of ['follow-calendar', 'follow-trial-owner', 'confirmation-mail', 'unasked-mail', 'unasked-mails'])
    assert.equal(both[name], 2, name)
  const token = tokenIn((await fixture.mails(email))[0])
  const pressed = await Promise.all(
    Array.from({ length: 4 }, () => fixture.call('confirm-contact-subscription', { token }, { network })),
  )
  assert.equal(pressed.filter(({ body }) => body.status === 'confirmed').length, 1)
  const { 'confirm-network': _, ...left } = await taken()
  assert.deepEqual(left, {
    ...others,
    'follow-network': 2,
    'follow-calendar×0.2': 2,
    'follow-trial-owner×0.2': 2,
  })
})

test('an answer gives back what it took when its button is pressed first, also when it is pressed twice at once', async () => {
  await forget()
  const calendar_id = await fixture.calendar()
  const start = new Date(fixture.clock.now().getTime() + days(5))
  const { rows } = await fixture.pool.query(
    `insert into public.events (calendar_id, title, start_time, end_time, category)
     values ($1, 'Porch concert', $2, $3, 'Event') returning id`,
    [calendar_id, start, new Date(start.getTime() + hours(2))],
  )
  await fixture.pool.query('insert into public.event_rsvps (event_id, calendar_id) values ($1, $2)', [
    rows[0].id,
    calendar_id,
  ])
  const says = { name: 'Rosa', answer: 'going', party: 1, reply: null }
  const request = (email: string) =>
    fixture.call('request-rsvp', { ...says, email, calendar_id, event_id: rows[0].id }, { network: newNetwork() })
  const email = newAddress()
  for (const each of [newAddress(), newAddress(), email]) assert.equal((await request(each)).status, 200)
  const names = ['answer-calendar', 'answer-owner', 'answer-mail', 'unasked-mail', 'unasked-mails']
  const counts = async () => {
    const all = await taken()
    return names.map((name) => all[name])
  }
  assert.deepEqual(await counts(), [3, 3, 3, 3, 3])
  const token = /\/rsvp\?t=([\w-]+)/.exec(
    (await fixture.mails(email)).find(({ recipient }) => recipient === email)?.text ?? '',
  )?.[1]
  const save = () => fixture.call('answer-rsvp', { token, ...says })
  const pressed = await Promise.all([save(), save(), save(), save()])
  assert.deepEqual(
    pressed.map(({ status }) => status),
    [200, 200, 200, 200],
  )
  assert.deepEqual(await counts(), [2, 2, 2, 2, 2])
  assert.equal((await save()).status, 200)
  assert.deepEqual(await counts(), [2, 2, 2, 2, 2])
})
