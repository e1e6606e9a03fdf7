// What the fixture holds against the documentation wherever a function answers: the calls that no other file of this folder makes.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { hashPassword } from '#server/auth/passwords.ts'
import { type FunctionsFixture, newAddress, openFunctionsFixture } from './fixture.ts'

let fixture: FunctionsFixture
before(async () => {
  fixture = await openFunctionsFixture()
})
after(() => fixture.close())

test('the key of browser notifications, a question by text and an offer answer as the documentation says', async () => {
  const calendar_id = await fixture.calendar()
  const password = 'Ring.the.bell.1'
  const { rows: owners } = await fixture.pool.query(
    `update auth.users u set encrypted_password = $2 from public.calendars c where c.id = $1 and u.id = c.owner_id returning u.id`,
    [calendar_id, await hashPassword(password)],
  )
  const headers = await fixture.signedIn(owners[0].id)
  const { rows: phones } = await fixture.pool.query(
    `insert into public.calendar_contacts (calendar_id, contact_type, contact_value) values ($1, 'phone', '+15125550163') returning id`,
    [calendar_id],
  )
  const member = randomUUID()
  await fixture.pool.query(
    'insert into auth.users (id, email, encrypted_password, email_confirmed_at) values ($1, $2, $$x$$, now())',
    [member, newAddress()],
  )
  await fixture.pool.query(
    `insert into public.calendar_members (calendar_id, user_id, role) values ($1, $2, 'member')`,
    [calendar_id, member],
  )
  const { status, body } = await fixture.call('push-key', {})
  assert.deepEqual([status, typeof body.publicKey], [200, 'string'])
  const ask = async () => (await fixture.call('ask-phone', { contact_id: phones[0].id }, { headers })).body
  assert.deepEqual([await ask(), await ask()], [{ status: 'asked' }, { status: 'open' }])
  const offer = { calendar_id, user_id: member, password }
  assert.deepEqual((await fixture.call('offer-ownership', offer, { headers })).body, { offered: true })
})
