import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { button, dialog, field, isAt, isDisabled, pressTool, sees, seesNot, seesToast } from '#testing/browser/acts.ts'
import { violations } from '#testing/browser/axe.ts'
import { type BrowserFixture, openBrowserFixture } from '#testing/browser/fixture.ts'
import { arriveAs, count, makeCalendar, makePerson, PASSWORD } from '#testing/browser/people.ts'
import { caughtLink } from '#testing/mailbox.ts'

let fixture: BrowserFixture
before(async () => {
  fixture = await openBrowserFixture()
})
after(() => fixture.close())

test('a member leaves, after saying that they understand', async () => {
  const { app } = fixture
  const [olga, lee] = [await makePerson(app, 'Olga Leaves'), await makePerson(app, 'Lee Leaves')]
  const calendar = await makeCalendar(app, olga, { name: 'Oak Lane', members: [lee] })
  const visitor = await fixture.visitor()
  const { page } = visitor
  await arriveAs(visitor, app, lee)
  await page.goto(`/calendars/${calendar.id}`)
  await button(page, 'More').waitFor()
  await page.keyboard.press('Control+k')
  const palette = dialog(page, 'Go to a calendar or an action')
  await palette.getByRole('option', { name: /^Oak Lane/ }).waitFor()
  const offered = await palette.getByRole('option').allTextContents()
  assert.ok(
    offered.some((name) => name.startsWith('Week')) && !offered.some((name) => /People|Mailings|New/.test(name)),
  )
  await page.keyboard.press('Escape')
  await palette.waitFor({ state: 'detached' })

  await pressTool(page, 'Leave')
  const leave = dialog(page, 'Leave this calendar')
  await isDisabled(button(leave, 'Leave Calendar'))
  await leave.getByRole('checkbox').check()
  await button(leave, 'Cancel').click()
  await pressTool(page, 'Leave')
  await isDisabled(button(leave, 'Leave Calendar'))
  await leave.getByRole('checkbox').check()
  await button(leave, 'Leave Calendar').click()
  await seesToast(
    page,
    "You've left the calendar",
    `You're no longer a member of "Oak Lane" and won't receive notifications.`,
  )
  await isAt(page, '/dashboard')
  await sees(page, 'No calendars yet')
  assert.equal(await count(app.pool, 'public.calendar_members where user_id = $1', [lee.id]), 0)
  await visitor.leave()
})

test('the last admin cannot leave, and sees what to do first', async () => {
  const { app } = fixture
  const [olga, ada] = [await makePerson(app, 'Olga Absent'), await makePerson(app, 'Ada Admin')]
  const calendar = await makeCalendar(app, olga, { name: 'Ash Court', admins: [ada] })
  // An owner is always an admin; only an operator's repair can make them less.
  await app.pool.query(`update public.calendar_members set role = 'member' where user_id = $1`, [olga.id])
  const visitor = await fixture.visitor()
  const { page } = visitor
  await arriveAs(visitor, app, ada)
  await page.goto('/dashboard')
  await button(page, /^Leave/).click()
  const leave = dialog(page, 'Leave this calendar')
  await leave.getByRole('checkbox').check()
  await button(leave, 'Leave Calendar').click()
  await seesToast(
    page,
    'Cannot leave calendar',
    'You are the last admin. Transfer ownership or promote another admin before leaving.',
  )
  await page.getByRole('heading', { name: 'Ash Court' }).waitFor()
  const kept = [calendar.id, ada.id]
  assert.equal(await count(app.pool, 'public.calendar_members where calendar_id = $1 and user_id = $2', kept), 1)
  assert.equal(
    await count(app.pool, 'public.notification_preferences where calendar_id = $1 and user_id = $2', kept),
    1,
  )
  await visitor.leave()
})

test('an owner promotes, demotes and removes members, renews the invite and transfers the calendar', async () => {
  const { app } = fixture
  const [olga, una, rex] = [
    await makePerson(app, 'Olga Hands'),
    await makePerson(app, 'Una Next'),
    await makePerson(app, 'Rex Removed'),
  ]
  const calendar = await makeCalendar(app, olga, { name: 'Birch Way', members: [una, rex] })
  const visitor = await fixture.visitor()
  const { page } = visitor
  await arriveAs(visitor, app, olga)
  await page.goto(`/calendars/${calendar.id}/people?tab=members`)
  const settings = page.getByRole('main')

  await button(settings, 'Make admin: Una Next').click()
  await seesToast(page, 'Member updated', 'Una Next is now an admin.')
  await button(settings, 'Make member: Una Next').click()
  await seesToast(page, 'Member updated', 'Una Next is no longer an admin.')
  assert.equal(await button(settings, /Olga Hands/).count(), 0, 'the owner can be changed')

  const link = field(settings, 'Invite link')
  const known = await link.inputValue()
  assert.match(known, /\/invite\/[\w-]{24}$/)
  await button(settings, 'Remove: Rex Removed').click()
  await button(page.getByRole('alertdialog'), 'Remove').click()
  await seesToast(page, 'Member removed')
  await seesNot(settings, 'Rex Removed')

  while ((await link.inputValue()) === known) await page.waitForTimeout(50)
  const before = await link.inputValue()
  await button(settings, 'Renew link').click()
  await button(page.getByRole('alertdialog'), 'Renew link').click()
  await seesToast(page, 'Invite link renewed')
  while ((await link.inputValue()) === before) await page.waitForTimeout(50)

  await button(settings, 'Make owner: Una Next').click()
  const asked = dialog(page, 'Make Una Next the owner?')
  await field(asked, 'Your password').fill(PASSWORD)
  await button(asked, 'Make owner').click()
  await seesToast(page, 'Ownership offered', 'Una Next becomes the owner when they accept it under My Calendars.')
  const receiver = await fixture.visitor()
  await arriveAs(receiver, app, una)
  await receiver.page.goto('/dashboard')
  await button(receiver.page, 'Accept: Birch Way').click()
  await seesToast(receiver.page, 'You own Birch Way now')
  await receiver.leave()
  await page.goto('/dashboard')
  await button(page, /^Leave/).waitFor()
  assert.equal(await button(page, /^Settings/).count(), 0)
  assert.equal(await count(app.pool, 'public.calendars where id = $1 and owner_id = $2', [calendar.id, una.id]), 1)
  await visitor.leave()
})

test('a neighbor joins by invite: the link, the sign-in, and back', async () => {
  const { app } = fixture
  const [olga, jo] = [await makePerson(app, 'Olga Invites'), await makePerson(app, 'Jo Joins')]
  const calendar = await makeCalendar(app, olga, { name: 'Cedar Loop' })

  const owner = await fixture.visitor()
  await arriveAs(owner, app, olga)
  await owner.page.goto(`/calendars/${calendar.id}`)
  await button(owner.page, 'Invite').click()
  await seesToast(owner.page, 'Invite link copied!')
  const link = await owner.page.evaluate(() => navigator.clipboard.readText())
  assert.match(link, new RegExp(`^${app.url}/invite/[\\w-]{24}$`))
  await owner.leave()

  const guest = await fixture.visitor()
  const { page } = guest
  await page.goto(link)
  await page.getByRole('heading', { name: /Cedar Loop/ }).waitFor()
  await page
    .getByRole('main')
    .getByRole('link', { name: /sign in/i })
    .click()
  await isAt(page, '/signin')
  await field(page, 'Email').fill(jo.email)
  await field(page, 'Password').fill(PASSWORD)
  await button(page, 'Sign in').click()
  await isAt(page, /^\/invite\//)
  await button(page, /join/i).click()
  await isAt(page, `/calendars/${calendar.id}`)
  await page.getByRole('heading', { name: 'Cedar Loop' }).waitFor()
  const roles = await app.pool.query(
    'select role from public.calendar_members where calendar_id = $1 and user_id = $2',
    [calendar.id, jo.id],
  )
  assert.deepEqual(roles.rows, [{ role: 'member' }])
  await guest.leave()
})

test('a newcomer joins by invite: sign-up, the mail, and back; without emails, until they want them', async () => {
  const { app } = fixture
  const olga = await makePerson(app, 'Olga Welcomes')
  const calendar = await makeCalendar(app, olga, { name: 'Dogwood Drive' })
  const { rows } = await app.pool.query('select code from private.calendar_invites where calendar_id = $1', [
    calendar.id,
  ])
  const visitor = await fixture.visitor()
  const { page } = visitor
  await page.goto(`/invite/${rows[0].code}`)
  await page.getByRole('main').getByRole('link', { name: 'Create an account' }).click()
  await field(page, 'Display Name').fill('Nina New')
  await field(page, 'Email').fill('nina@town.example')
  await field(page, 'Password').fill(PASSWORD)
  await field(page, 'Confirm Password').fill(PASSWORD)
  await page.getByRole('checkbox', { name: /I agree to the/ }).check()
  await button(page, 'Create Account').click()
  await sees(page, 'Open the link we sent to nina@town.example to finish signing up.')
  await page.goto(await caughtLink(app.pool, 'nina@town.example', '/auth/v1/verify'))
  await button(page, 'Continue').click()
  await isAt(page, /^\/invite\//)
  const label = 'Email me on the day of each event'
  await page.getByRole('checkbox', { name: label, checked: true }).uncheck()
  await button(page, 'Join Calendar').click()
  await isAt(page, `/calendars/${calendar.id}`)
  await page.getByRole('heading', { name: 'Dogwood Drive' }).waitFor()
  const mailed = () =>
    count(app.pool, 'public.notification_preferences where calendar_id = $1 and email_notifications', [calendar.id])
  assert.equal(await mailed(), 0)
  await page.getByRole('switch', { name: label, checked: false }).click()
  await seesToast(page, 'Emails are on', 'You get the emails of Dogwood Drive.')
  assert.equal(await mailed(), 1)
  await page.getByRole('combobox', { name: 'When' }).selectOption('One hour before')
  await seesToast(page, 'Reminder changed')
  const chosen = `private.contact_preferences where address = 'nina@town.example' and calendar_id = $1 and timing = $2`
  assert.equal(await count(app.pool, chosen, [calendar.id, 'hour']), 1)
  await page.goto('/account')
  const when = page.getByRole('combobox', { name: 'When: Dogwood Drive' })
  await when.waitFor()
  assert.equal(await when.inputValue(), 'hour')
  await when.selectOption('The evening before')
  await seesToast(page, 'Reminder changed')
  assert.equal(await count(app.pool, chosen, [calendar.id, 'evening']), 1)
  await page.getByRole('switch', { name: 'Dogwood Drive', checked: true }).click()
  await seesToast(page, 'Emails are off')
  assert.equal(await mailed(), 0)
  await visitor.leave()
})

test('the owner invites by email with a role; the newcomer signs up, joins with it, and the owner gets a mail', async () => {
  const { app } = fixture
  const olga = await makePerson(app, 'Olga Mails')
  const calendar = await makeCalendar(app, olga, { name: 'Elder Lane' })
  const owner = await fixture.visitor()
  await arriveAs(owner, app, olga)
  await owner.page.goto(`/calendars/${calendar.id}/people`)
  await owner.page.getByRole('tab', { name: 'Members' }).click()
  await field(owner.page, 'Email addresses').fill('nobody')
  await button(owner.page, 'Send invitations').click()
  await sees(owner.page, 'Please enter at least one email address')
  await field(owner.page, 'Email addresses').fill('ines@town.example, wrong@town.example')
  await field(owner.page, 'Role').selectOption('admin')
  await button(owner.page, 'Send invitations').click()
  await seesToast(owner.page, '2 invitations sent', 'You get an email when they join.')
  const open = owner.page.getByRole('list', { name: 'Open invitations' })
  await open
    .getByRole('listitem')
    .filter({ hasText: 'ines@town.example' })
    .getByText(/^Sent .*, works until/)
    .waitFor()
  assert.deepEqual(await violations(owner.page), [])
  await button(open, 'Withdraw: wrong@town.example').click()
  await seesToast(owner.page, 'Invitation withdrawn')
  await seesNot(open, 'wrong@town.example')

  const link = await caughtLink(app.pool, 'ines@town.example', /^\/invite\//)
  assert.ok(!link.includes('ines'))
  const visitor = await fixture.visitor()
  const { page } = visitor
  await page.goto(link)
  await sees(page, 'You join as an admin. The invitation is for ines@town.example: sign in with that address.')
  await page.getByRole('main').getByRole('link', { name: 'Create an account' }).click()
  await field(page, 'Display Name').fill('Ines Invited')
  await field(page, 'Email').fill('ines@town.example')
  await field(page, 'Password').fill(PASSWORD)
  await field(page, 'Confirm Password').fill(PASSWORD)
  await page.getByRole('checkbox', { name: /I agree to the/ }).check()
  await button(page, 'Create Account').click()
  await sees(page, 'Open the link we sent to ines@town.example to finish signing up.')
  await page.goto(await caughtLink(app.pool, 'ines@town.example', '/auth/v1/verify'))
  await button(page, 'Continue').click()
  await isAt(page, /^\/invite\//)
  await button(page, 'Join Calendar').click()
  await isAt(page, `/calendars/${calendar.id}`)
  assert.equal(
    await count(app.pool, "public.calendar_members where calendar_id = $1 and role = 'admin'", [calendar.id]),
    2,
  )
  await visitor.leave()
  await caughtLink(app.pool, olga.email, `/calendars/${calendar.id}/people`)
  await owner.leave()
})

test('an admin sees who unsubscribed, uncounted; a plain member has no invite link', async () => {
  const { app } = fixture
  const [olga, mia] = [await makePerson(app, 'Olga Counts'), await makePerson(app, 'Mia Member')]
  const contacts = ['stays@town.example', 'gone@town.example', 'bounced@town.example']
  const calendar = await makeCalendar(app, olga, { name: 'Dogwood Row', members: [mia], contacts })
  await app.pool.query("insert into public.opt_outs (calendar_id, email) values ($1, 'gone@town.example')", [
    calendar.id,
  ])
  await app.pool.query("select private.suppress('email', 'bounced@town.example', 'bounce', null, now())")

  const admin = await fixture.visitor()
  await arriveAs(admin, app, olga)
  await admin.page.goto('/dashboard')
  await button(admin.page, /^Manage Recipients/).click()
  const list = dialog(admin.page, 'Manage Contact Lists')
  await sees(list, '2 contacts')
  const row = (address: string) => list.getByRole('listitem').filter({ hasText: address })
  await sees(row('gone@town.example'), 'Unsubscribed')
  await sees(row('bounced@town.example'), 'Bounced')
  assert.equal(await row('stays@town.example').getByText('Unsubscribed').count(), 0)
  assert.deepEqual(await violations(admin.page), [])
  await admin.leave()

  const member = await fixture.visitor()
  await arriveAs(member, app, mia)
  await member.page.goto(`/calendars/${calendar.id}`)
  await button(member.page, 'More').click()
  await button(member.page, 'Leave').waitFor()
  assert.equal(await button(member.page, 'Invite').count(), 0)
  await member.leave()
})
