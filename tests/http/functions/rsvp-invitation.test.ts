// The invitation for calendar programs: sent once an address is confirmed, and never to one that somebody only typed.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { days, hours } from '#domain/durations.ts'
import type { Mail } from '#messages/email/carrier.ts'
import { linkedToken } from '#messages/linked-token.ts'
import { answerOf } from '#messages/verp.ts'
import { type FunctionsFixture, newAddress, openFunctionsFixture } from './fixture.ts'

const sent: Mail[] = []
let fixture: FunctionsFixture
before(async () => {
  fixture = await openFunctionsFixture(
    { BOUNCE_ADDRESS: 'bounces@town.example' },
    {
      send: async (mail) => {
        sent.push(mail)
        return {}
      },
      close: async () => {},
    },
  )
})
after(() => fixture.close())

test('the mail that asks for confirmation invites nobody; who confirms is invited, with a signed address to reply, and again when the answer is another', async () => {
  const { event, answer, email } = await asked()
  assert.deepEqual(await newMails(email), [[]], 'asked to confirm')
  await press(answer, 'maybe')
  const [[part]] = (await newMails(email)) as [[{ method: string; text: string }]]
  assert.equal(part.method, 'REQUEST')
  const unfolded = part.text.replace(/\r\n /g, '')
  assert.match(unfolded, new RegExp(`^UID:${event.uid}\r$`, 'm'))
  assert.match(unfolded, /PARTSTAT=TENTATIVE/)
  const organizer = /^ORGANIZER.*:mailto:(.*)\r$/m.exec(unfolded)?.[1] ?? ''
  assert.equal(answerOf(organizer, fixture.config.linkSecret), answer)
  await press(answer, 'going')
  const [[other]] = (await newMails(email)) as [[{ text: string }]]
  assert.match(other.text.replace(/\r\n /g, ''), /PARTSTAT=ACCEPTED/)
  await press(answer, 'going')
  assert.deepEqual(await newMails(email), [], 'nothing changed')
})

test('who does not come is not invited', async () => {
  const { answer, email } = await asked()
  await newMails(email)
  await press(answer, 'no')
  assert.deepEqual(await newMails(email), [])
})

async function asked() {
  const calendar_id = await fixture.calendar()
  const start = new Date(fixture.clock.now().getTime() + days(5))
  const { rows: events } = await fixture.pool.query(
    `insert into public.events (calendar_id, title, start_time, end_time, category)
     values ($1, 'Porch concert', $2, $3, 'Event') returning id, uid`,
    [calendar_id, start, new Date(start.getTime() + hours(2))],
  )
  await fixture.pool.query('insert into public.event_rsvps (event_id, calendar_id) values ($1, $2)', [
    events[0].id,
    calendar_id,
  ])
  const email = newAddress()
  const body = { calendar_id, event_id: events[0].id, name: 'Rosa', answer: 'going', party: 1, email }
  assert.equal((await fixture.call('request-rsvp', body)).status, 200)
  const { rows } = await fixture.pool.query('select id from public.rsvp_answers where email = $1', [email])
  return { event: events[0] as { id: string; uid: string }, answer: rows[0].id as string, email }
}

async function press(answerId: string, answer: string): Promise<void> {
  const token = linkedToken({ linkSecret: fixture.config.linkSecret, kind: 'rsvp', id: answerId })
  const { status, body } = await fixture.call('answer-rsvp', { token, name: 'Rosa', answer, party: 1 })
  assert.equal(status, 200, JSON.stringify(body))
}

/** What each new mail to an address carries for calendars. */
async function newMails(email: string): Promise<{ method?: string; text: string }[][]> {
  await fixture.work()
  return sent.splice(0).map(({ to, calendarParts = [] }) => {
    assert.equal(to, email)
    return calendarParts
  })
}
