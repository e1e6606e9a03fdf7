import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { button, dialog, field, sees, seesToast } from '#testing/browser/acts.ts'
import { violations } from '#testing/browser/axe.ts'
import { type BrowserFixture, openBrowserFixture } from '#testing/browser/fixture.ts'
import { arriveAs, count, makeCalendar, makePerson } from '#testing/browser/people.ts'

let fixture: BrowserFixture
before(async () => {
  fixture = await openBrowserFixture()
})
after(() => fixture.close())

const file = {
  name: 'members.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    'Name,Old mail,Mail,Mobile,Tags\r\n' +
      '"Stone, Ann",ann@old.example,ann@town.example,(512) 555-0143,"Choir, Elm Street"\r\n' +
      'Bob,bob@old.example,bob@town.example,,\r\n' +
      'Gil,gil@old.example,gone@town.example,,\r\n' +
      'Kim,kim@old.example,kim at town,,\r\n',
  ),
}

test('an admin imports a list of contacts, previews each result, and adds the valid ones', async () => {
  const { app } = fixture
  const lena = await makePerson(app, 'Lena Leader')
  const calendar = await makeCalendar(app, lena, { contacts: ['bob@town.example'] })
  await app.pool.query('insert into public.opt_outs (calendar_id, email) values ($1, $2)', [
    calendar.id,
    'gone@town.example',
  ])
  const visitor = await fixture.visitor({ width: 360, height: 740 })
  const { page } = visitor
  await arriveAs(visitor, app, lena)
  await page.goto('/dashboard')
  await button(page, /^Manage Recipients/).click()
  const contacts = dialog(page, 'Manage Contact Lists')
  await sees(contacts, '1 contact')
  await button(contacts, 'Add many at once').click()

  await field(contacts, /^Or choose a file/).setInputFiles(file)
  await field(contacts, 'Email column').selectOption('Mail')
  assert.equal(await field(contacts, 'Phone column').inputValue(), '3')
  assert.equal(await field(contacts, 'Name column').inputValue(), '0')
  assert.equal(await field(contacts, 'Tags column').inputValue(), '4')
  await contacts.getByRole('radio', { name: 'They belong to our group and expect these messages' }).check()
  await button(contacts, 'Check the list').click()
  await sees(contacts, '4 rows: 2 can be added, 3 skipped')
  await sees(contacts, '1 already on the list')
  await sees(contacts, '1 unsubscribed (only they can subscribe again)')
  await contacts.getByText('Skipped', { exact: true }).click()
  await sees(contacts, 'Kim, kim@old.example, kim at town: no email or phone number found')
  assert.deepEqual(await violations(page), [])
  assert.equal(await count(app.pool, 'public.calendar_contacts where calendar_id = $1', [calendar.id]), 1)

  await button(contacts, 'Add 2 contacts').click()
  await seesToast(page, '2 contacts added')
  await sees(contacts, '(512) 555-0143')
  assert.equal(await contacts.getByRole('listitem').filter({ hasText: 'Stone, Ann' }).count(), 2)
  assert.equal(
    await count(
      app.pool,
      `public.calendar_contacts where calendar_id = $1 and consent_text_version = 'import: members'`,
      [calendar.id],
    ),
    2,
  )

  const saving = page.waitForEvent('download')
  await button(contacts, 'Download as CSV').click()
  const saved = await readFile(await (await saving).path(), 'utf8')
  assert.match(saved, /^type,contact,name,tags,state,source,added\r\nemail,bob@town\.example,,,added,manager,/)
  assert.match(saved, /email,ann@town\.example,"Stone, Ann","Choir, Elm Street",added,import,/)
  assert.match(saved, /phone,\(512\) 555-0143,"Stone, Ann","Choir, Elm Street",waiting,import,/)

  await button(contacts, 'Add many at once').click()
  await field(contacts, /^Or choose a file/).setInputFiles({
    name: 'townbell.ndjson',
    mimeType: 'application/x-ndjson',
    buffer: Buffer.from(
      `{"townbell":"calendar file"}\n{"table":"public.calendar_contacts","row":{"contact_type":"email","contact_value":"zoe@town.example","name":"Zoe","confirmed_at":"2026-01-01"}}\n`,
    ),
  })
  await field(contacts, 'Name column').waitFor()
  const list = field(contacts, 'Addresses and phone numbers')
  assert.equal(
    await list.inputValue(),
    'Email,Phone,Name,Tags\nzoe@town.example,,Zoe,\n',
    'a download of a calendar is a list like any',
  )
  await visitor.leave()
})
