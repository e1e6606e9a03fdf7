import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { button, dialog, field, sees } from '#testing/browser/acts.ts'
import { violations } from '#testing/browser/axe.ts'
import { type BrowserFixture, openBrowserFixture } from '#testing/browser/fixture.ts'
import { arriveAs, count, makeCalendar, makePerson } from '#testing/browser/people.ts'

let fixture: BrowserFixture
before(async () => {
  fixture = await openBrowserFixture()
})
after(() => fixture.close())

test('a list of more than a thousand contacts is shown, searched, shortened and downloaded whole', async () => {
  const { app } = fixture
  const lola = await makePerson(app, 'Lola Long')
  const calendar = await makeCalendar(app, lola, { name: 'Long Lane' })
  // All in one moment, as an import writes them.
  await app.pool.query(
    `insert into public.calendar_contacts (calendar_id, contact_type, contact_value)
     select $1::uuid, 'email', 'n' || n || '@town.example' from generate_series(1, 2037) n
     union all select $1::uuid, 'phone', '+1614555' || (1000 + n) from generate_series(1, 13) n`,
    [calendar.id],
  )
  const visitor = await fixture.visitor()
  const { page } = visitor
  await arriveAs(visitor, app, lola)
  await page.goto('/dashboard')
  await button(page, 'Manage Recipients: Long Lane').click()
  const contacts = dialog(page, 'Manage Contact Lists')
  await sees(contacts, '2037 contacts and 13 phone numbers')
  const rows = contacts.getByRole('list', { name: 'Contacts' }).getByRole('listitem')
  assert.equal(await rows.count(), 100)
  await button(contacts, 'Show 100 more').click()
  assert.equal(await rows.count(), 200)

  const download = page.waitForEvent('download')
  await button(contacts, 'Download as CSV').click()
  const addresses = readFileSync(await (await download).path(), 'utf8').match(/n\d+@town\.example/g)
  assert.equal(new Set(addresses).size, 2037)

  await field(contacts, 'Find in this list').fill('N2037@')
  assert.deepEqual(await rows.allInnerTexts(), ['n2037@town.example'])
  assert.deepEqual(await violations(page), [])
  const answered = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await button(contacts, 'Remove n2037@town.example').click()
  await sees(contacts, 'Nothing found')
  await answered
  await sees(contacts, '2036 contacts and 13 phone numbers')
  assert.equal(
    await count(app.pool, 'public.calendar_contacts where calendar_id = $1 and contact_type = $2', [
      calendar.id,
      'email',
    ]),
    2036,
  )
  await button(contacts, 'Done').click()

  await button(page, 'Mailings: Long Lane').click()
  const ledger = dialog(page, 'Mailings')
  await ledger.getByRole('tab', { name: 'Recipients' }).click()
  await field(ledger, 'Find in this list').fill('n2036@')
  await sees(ledger, 'n2036@town.example')
  await visitor.leave()
})

test('every one of more than a thousand members can be found', async () => {
  const { app } = fixture
  const mona = await makePerson(app, 'Mona Many')
  const calendar = await makeCalendar(app, mona, { name: 'Many Mews' })
  await app.pool.query(
    `with people as (
       insert into auth.users (email, encrypted_password, user_metadata)
       select 'm' || n || '@town.example', 'none', jsonb_build_object('display_name', 'Member ' || n) from generate_series(1, 1010) n
       returning id
     )
     insert into public.calendar_members (calendar_id, user_id, role) select $1::uuid, id, 'member' from people`,
    [calendar.id],
  )
  const visitor = await fixture.visitor()
  const { page } = visitor
  await arriveAs(visitor, app, mona)
  await page.goto(`/calendars/${calendar.id}/settings`)
  const settings = dialog(page, 'Calendar Settings')
  await settings.getByRole('tab', { name: 'Members' }).click()
  const rows = settings.getByRole('list', { name: 'Members' }).getByRole('listitem')
  for (const name of ['Member 7', 'Member 1010', 'Member 512']) {
    await field(settings, 'Find in this list').fill(name)
    // First, although 111 members contain "Member 7" and only a hundred are shown.
    await rows
      .first()
      .filter({ hasText: new RegExp(`${name}(?!\\d)`) })
      .waitFor()
  }
  await visitor.leave()
})
