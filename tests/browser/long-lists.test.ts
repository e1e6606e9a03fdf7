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
  await sees(contacts, '1–10 of 2050')
  assert.equal(await rows.count(), 10)
  await button(contacts, 'Next page').click()
  await sees(contacts, '11–20 of 2050')
  assert.equal(await rows.count(), 10)

  const download = page.waitForEvent('download')
  await button(contacts, 'Download as CSV').click()
  const addresses = readFileSync(await (await download).path(), 'utf8').match(/n\d+@town\.example/g)
  assert.equal(new Set(addresses).size, 2037)

  await field(contacts, 'Search people').fill('N2037@')
  await sees(contacts, '1–1 of 1')
  assert.match(await rows.innerText(), /^n2037@town\.example/)
  assert.deepEqual(await violations(page), [])
  const answered = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await button(contacts, 'Remove n2037@town.example').click()
  await sees(contacts, 'No people match.')
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

  await app.pool.query(fillMailing, [calendar.id, calendar.today])
  await button(page, 'Mailings: Long Lane').click()
  const ledger = dialog(page, 'Mailings')
  await button(ledger, 'Events of the day').click()
  // The thirteen numbers have not replied YES, and are skipped.
  await sees(ledger, '1–50 of 2049')
  await field(ledger, 'Search by name or address').fill('n2036@')
  await sees(ledger, '1–1 of 1')
  await sees(ledger, 'n2036@town.example')
  await visitor.leave()
})

test('an admin names, tags, filters and removes people, and sees the state of each', async () => {
  const { app } = fixture
  const pam = await makePerson(app, 'Pam People')
  const calendar = await makeCalendar(app, pam, {
    name: 'People Park',
    contacts: Array.from({ length: 60 }, (_, n) => `p${n}@town.example`),
  })
  await app.pool.query(
    `insert into public.calendar_contacts (calendar_id, contact_type, contact_value, name, source)
     values ($1, 'phone', '(614) 555-0123', 'Carla Reyes', 'import')`,
    [calendar.id],
  )
  await app.pool.query("select private.suppress('email', 'p7@town.example', 'bounce', '550 no such mailbox', now())")
  const visitor = await fixture.visitor()
  const { page } = visitor
  await arriveAs(visitor, app, pam)
  await page.goto(`/calendars/${calendar.id}/people`)
  await sees(page, '60 contacts and 1 phone number')
  await sees(page, '1–50 of 61')
  const rows = page.getByRole('list', { name: 'Contacts' }).getByRole('listitem')
  const row = (address: string) => rows.filter({ has: page.getByText(address, { exact: true }) })
  await button(page, 'Next page').click()
  await sees(page, '51–61 of 61')

  await button(page, /^Bounced/).click()
  await sees(page, '1–1 of 1')
  await sees(row('p7@town.example'), '550 no such mailbox')
  await button(page, /^Waiting for YES/).click()
  await sees(row('(614) 555-0123'), 'Not asked yet')
  await button(page, 'Ask for YES: (614) 555-0123').click()
  await row('(614) 555-0123')
    .getByText(/^Asked /)
    .waitFor()
  await button(page, /^Everyone/).click()

  await field(page, 'Search people').fill('p59@')
  await sees(page, '1–1 of 1')
  await button(page, 'Edit p59@town.example').click()
  const edit = dialog(page, 'Edit recipient')
  await field(edit, 'Name').fill('  Ana Ortiz ')
  await field(edit, 'Tags').fill('Elm Street, Block captain')
  await button(edit, 'Save').click()
  await edit.waitFor({ state: 'detached' })
  await sees(row('p59@town.example'), 'Ana Ortiz')
  await field(page, 'Search people').fill('ortiz ana')
  await sees(row('p59@town.example'), 'Block captain')

  await field(page, 'Search people').fill('p1')
  await sees(page, '1–11 of 11')
  await field(page, 'Select all on this page').check()
  await sees(page, '11 selected')
  await button(page, 'Add tag').click()
  const tag = dialog(page, 'Add tag')
  await field(tag, 'Tags').fill('elm street')
  await button(tag, 'Save').click()
  await tag.waitFor({ state: 'detached' })
  await button(page, 'Clear selection').click()
  await field(page, 'Search people').fill('')
  await button(page, /^Elm Street/).click()
  await sees(page, '1–12 of 12')
  assert.deepEqual(await violations(page), [])

  await field(page, 'Select p59@town.example').check()
  await field(page, 'Select p10@town.example').check()
  await button(page, 'Remove').click()
  const question = dialog(page, 'Remove 2 people?')
  await button(question, 'Remove').click()
  await question.waitFor({ state: 'detached' })
  await sees(page, '1–10 of 10')
  await sees(page, '58 contacts and 1 phone number')
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
  await page.goto(`/calendars/${calendar.id}/people?tab=members`)
  const settings = page.getByRole('main')
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

const fillMailing = `
  with mailing as (
    insert into public.mailings (calendar_id, day, state) values ($1, $2, 'finished') returning id
  )
  insert into public.deliveries (mailing_id, calendar_id, contact_id, channel, address, state)
  select mailing.id, $1, k.id, 'email', k.normalised, 'sent'
  from mailing, public.calendar_contacts k where k.calendar_id = $1 and k.contact_type = 'email'`
