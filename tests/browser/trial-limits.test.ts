import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { button, dialog, field, isDisabled, sees, seesToast } from '#testing/browser/acts.ts'
import { violations } from '#testing/browser/axe.ts'
import { type BrowserFixture, openBrowserFixture } from '#testing/browser/fixture.ts'
import { arriveAs, count, makeCalendar, makePerson } from '#testing/browser/people.ts'
import { caughtLink } from '#testing/mailbox.ts'

let fixture: BrowserFixture
before(async () => {
  fixture = await openBrowserFixture()
})
after(() => fixture.close())

const neighbors = (many: number) => Array.from({ length: many }, (_, n) => `neighbor${n}@town.example`)

test('a free account sees its limits; the eleventh contact is refused: by the button, and by the server when another admin was faster', async () => {
  const { app } = fixture
  const toby = await makePerson(app, 'Toby Trial', { trial: true })
  const calendar = await makeCalendar(app, toby, { contacts: neighbors(9) })
  const visitor = await fixture.visitor()
  const { page } = visitor
  visitor.expectRefusal(/calendar_contacts/)
  await arriveAs(visitor, app, toby)
  await page.goto('/dashboard')
  await sees(page, 'Free Account')
  await page.getByRole('link', { name: 'Contact us to get your plan upgraded' }).waitFor()
  await button(page, 'New Calendar').click()
  // Said before anything is typed.
  const create = dialog(page, 'Create New Calendar')
  await sees(create, 'Trial users can only create 1 calendar. Please upgrade your plan to create more calendars.')
  await button(create, 'Cancel').click()
  await button(page, /^Manage Recipients/).click()
  const contacts = dialog(page, 'Manage Contact Lists')
  await sees(contacts, '9 contacts')

  await app.pool.query(
    `insert into public.calendar_contacts (calendar_id, contact_type, contact_value) values ($1, 'email', 'quick@town.example')`,
    [calendar.id],
  )
  await field(contacts, 'Email address').fill('late@town.example')
  await button(contacts, 'Add Email').click()
  await seesToast(
    page,
    'Trial Limitation',
    'Trial users can only add up to 10 contacts per calendar. Please upgrade your plan to add more contacts.',
  )
  assert.equal(await field(contacts, 'Email address').inputValue(), 'late@town.example')
  await button(contacts, 'Done').click()

  await button(page, /^Manage Recipients/).click()
  await sees(contacts, 'Contact Limit Reached: Free accounts are limited to 10 contacts per calendar')
  await isDisabled(button(contacts, 'Add Email'))
  assert.deepEqual(await violations(page), [])
  await button(contacts, 'Remove quick@town.example').click()
  await seesToast(page, 'Contact removed from list')
  await sees(contacts, '9 contacts')
  await button(page, 'Undo').click()
  await sees(contacts, '10 contacts')
  // The list shows it before the server has done it.
  const answered = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await button(contacts, 'Remove quick@town.example').click()
  await sees(contacts, '9 contacts')
  await answered
  assert.equal(await count(app.pool, 'public.calendar_contacts where calendar_id = $1', [calendar.id]), 9)
  await visitor.leave()
})

test('the limit of contacts is the owner’s: an admin of a paid calendar adds more, one of a free calendar sees it', async () => {
  const { app } = fixture
  const [pia, finn] = [
    await makePerson(app, 'Pia Paid', { trial: false }),
    await makePerson(app, 'Finn Free', { trial: true }),
  ]
  await makeCalendar(app, pia, { name: 'Paid Park', admins: [finn], contacts: neighbors(12) })
  await makeCalendar(app, finn, { name: 'Free Field', admins: [pia], contacts: neighbors(10) })
  const limit = 'Contact Limit Reached: Free accounts are limited to 10 contacts per calendar'

  const free = await fixture.visitor()
  await arriveAs(free, app, finn)
  await free.page.goto('/dashboard')
  await button(free.page, 'Manage Recipients: Paid Park').click()
  const paidList = dialog(free.page, 'Manage Contact Lists')
  await field(paidList, 'Email address').fill('one.more@town.example')
  await button(paidList, 'Add Email').click()
  await sees(paidList, '13 contacts')
  assert.equal(await paidList.getByText(limit).count(), 0)
  assert.equal(await paidList.getByText('/ 10').count(), 0)
  await free.leave()

  const paid = await fixture.visitor()
  await arriveAs(paid, app, pia)
  await paid.page.goto('/dashboard')
  await button(paid.page, 'Manage Recipients: Free Field').click()
  const freeList = dialog(paid.page, 'Manage Contact Lists')
  await sees(freeList, limit)
  await sees(freeList, '10 / 10')
  await isDisabled(button(freeList, 'Add Email'))
  await isDisabled(button(freeList, 'Add many at once'))
  await paid.leave()
})

test('before the email is confirmed there is a banner and no new calendar', async () => {
  const { app } = fixture
  const uma = await makePerson(app, 'Uma Unconfirmed', { confirmed: false, trial: true })
  const visitor = await fixture.visitor()
  const { page } = visitor
  await arriveAs(visitor, app, uma)
  await page.goto('/dashboard')
  await sees(page, 'Please confirm your email address')
  await isDisabled(button(page, 'New Calendar'))
  await isDisabled(button(page, 'Create Calendar'))
  await button(page, 'Resend Email').click()
  await seesToast(page, 'Confirmation email sent')
  await visitor.leave()
})

test('a full calendar offers its feed and a waiting list; when a place is free, the first who waits is asked', async () => {
  const { app } = fixture
  const tara = await makePerson(app, 'Tara Trial', { trial: true })
  const calendar = await makeCalendar(app, tara, { name: 'Full House', contacts: neighbors(10) })
  const guest = await fixture.visitor()
  await guest.page.goto(`/calendar/${calendar.id}`)
  await button(guest.page, 'Follow this Calendar').click()
  const follow = dialog(guest.page, 'Join Full House')
  await sees(follow, 'All email places are taken')
  const feed = await follow.getByRole('link', { name: 'Add to your calendar app' }).getAttribute('href')
  assert.match(feed ?? '', new RegExp(`^webcal://.*/calendar/${calendar.id}.ics$`))
  assert.deepEqual(await violations(guest.page), [])
  await field(follow, /^Email address/).fill('patient@town.example')
  await button(follow, 'Join the waiting list').click()
  await seesToast(
    guest.page,
    "You're on the waiting list",
    "We'll send you one email when a place is free. Until then you get nothing from us.",
  )

  const owner = await fixture.visitor()
  await arriveAs(owner, app, tara)
  await owner.page.goto(await caughtLink(app.pool, tara.email, `/calendars/${calendar.id}/people`))
  await sees(owner.page, '1 person waits for a place.')
  await button(owner.page, 'Remove neighbor0@town.example').click()
  await seesToast(owner.page, 'Contact removed from list')
  await owner.leave()
  // What the schedule does every minute.
  await app.pool.query("select graphile_worker.add_job('ask-waiting')")
  await guest.page.goto(await caughtLink(app.pool, 'patient@town.example', '/confirm-contact'))
  await sees(guest.page, "You've successfully subscribed to Full House")
  assert.equal(await count(app.pool, 'public.calendar_contacts where calendar_id = $1', [calendar.id]), 10)
  await guest.leave()
})
