import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  button,
  chooseCategory,
  dayButton,
  dialog,
  field,
  hasFocus,
  isAt,
  isDisabled,
  isEnabled,
  isLoaded,
  openMoreOptions,
  openSwitcher,
  sees,
  seesNot,
  seesToast,
} from '#testing/browser/acts.ts'
import { violations } from '#testing/browser/axe.ts'
import { type BrowserFixture, openBrowserFixture } from '#testing/browser/fixture.ts'
import { arriveAs, count, makeCalendar, makeEvent, makePerson } from '#testing/browser/people.ts'

let fixture: BrowserFixture
before(async () => {
  fixture = await openBrowserFixture()
})
after(() => fixture.close())

test('settings keep what was typed while another tab is shown, and ask before it is lost', async () => {
  const { app } = fixture
  const sal = await makePerson(app, 'Sal Settles')
  const calendar = await makeCalendar(app, sal)
  const visitor = await fixture.visitor()
  const { page } = visitor
  await arriveAs(visitor, app, sal)
  await page.goto(`/calendars/${calendar.id}/setup`)
  const name = field(page, /^Calendar Name/)
  const question = dialog(page, 'Discard what you typed?')
  const people = page.getByRole('banner').getByRole('link', { name: 'People' })
  await name.fill('Half typed')
  await page.getByRole('tab', { name: 'History' }).click()
  await name.waitFor({ state: 'hidden' })
  assert.equal(new URL(page.url()).searchParams.get('tab'), 'history')
  await page.getByRole('tab', { name: 'General' }).click()
  await people.click()
  await button(question, 'Keep editing').click()
  await question.waitFor({ state: 'detached' })
  assert.equal(await name.inputValue(), 'Half typed')
  await people.click()
  await button(question, 'Discard').click()
  await isAt(page, `/calendars/${calendar.id}/people`)

  await page.goto(`/calendars/${calendar.id}/settings`)
  const settings = dialog(page, 'Calendar Settings')
  await field(settings, /^Calendar Name/).fill('Half typed')
  await button(settings, 'Cancel').click()
  await button(question, 'Discard').click()
  await settings.waitFor({ state: 'detached' })

  await page.goto(`/calendars/${calendar.id}/setup`)
  assert.equal(await name.inputValue(), calendar.name)
  await name.fill('Typed in full')
  assert.equal(await field(page, /^Admin Email/).inputValue(), '', 'public, so not filled in')
  await field(page, /^Admin Email/).fill('office@town.example')
  await button(page, 'Save Settings').click()
  await isAt(page, `/calendars/${calendar.id}`)
  await page.getByRole('heading', { level: 1, name: 'Typed in full' }).waitFor()
  await visitor.leave()
})

test('an admin looks at the designs of the mails, as people get them, and chooses one', async () => {
  const { app } = fixture
  const dee = await makePerson(app, 'Dee Signs')
  const calendar = await makeCalendar(app, dee)
  const visitor = await fixture.visitor()
  const { page } = visitor
  await arriveAs(visitor, app, dee)
  await page.goto(`/calendars/${calendar.id}/settings`)
  await button(page, 'Choose a design').click()
  const gallery = dialog(page, 'Email designs')
  const mail = gallery.frameLocator('iframe')
  await mail.getByRole('link', { name: 'View event' }).waitFor()
  await gallery.getByRole('radio', { name: 'Letter' }).check()
  await mail.getByText('Good morning').waitFor()
  await field(gallery, 'Language').selectOption('Español')
  await mail.getByText('Buenos días').waitFor()
  await gallery.getByRole('tab', { name: 'Phone' }).click()
  assert.equal((await gallery.locator('iframe').boundingBox())?.width, 320)
  await gallery.getByRole('tab', { name: 'Text message' }).click()
  await gallery.getByText(/Garden concert, 6:30 p\.m\./).waitFor()
  await button(gallery, 'Use this design').click()
  await gallery.waitFor({ state: 'detached' })
  assert.equal(await field(page, 'SendGrid template ID').inputValue(), 'townbell-letter')
  await field(page, /^Admin Email/).fill('office@town.example')
  await button(page, 'Save Settings').click()
  await seesToast(page, 'Settings updated')
  const { rows } = await fixture.app.pool.query(
    'select sendgrid_template_id as id from public.calendars where id = $1',
    [calendar.id],
  )
  assert.equal(rows[0].id, 'townbell-letter')
  await visitor.leave()
})

test('a dialog asks before it discards what was typed, stays open while it saves, and clears its fields once it is closed', async () => {
  const { app } = fixture
  const wes = await makePerson(app, 'Wes Waits')
  const visitor = await fixture.visitor()
  const { page } = visitor
  await arriveAs(visitor, app, wes)
  await page.goto('/dashboard')
  const create = dialog(page, 'Create New Calendar')
  await button(page, 'New Calendar').click()
  await field(create, /^Calendar Name/).fill('Never made')
  const heldStill = page.locator('html[style*="overflow: hidden"]')
  await heldStill.waitFor()
  await page.mouse.click(5, 5)
  await page.keyboard.press('Escape')
  const question = dialog(page, 'Discard what you typed?')
  await button(question, 'Keep editing').click()
  await question.waitFor({ state: 'detached' })
  assert.equal(await field(create, /^Calendar Name/).inputValue(), 'Never made')
  // Back asks as well, as often as it is pressed.
  for (const _ of [1, 2]) {
    await page.goBack()
    // Escape belongs to the question once it has the focus; before that to the dialog below.
    await hasFocus(button(question, 'Keep editing'))
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
  }
  await button(create, 'Cancel').click()
  await button(question, 'Discard').click()
  await create.waitFor({ state: 'detached' })
  await heldStill.waitFor({ state: 'detached' })
  await button(page, 'New Calendar').click()
  assert.equal(await field(create, /^Calendar Name/).inputValue(), '')

  await field(create, /^Calendar Name/).fill('Slow Street')
  await field(create, /^State/).selectOption('Maine')
  await field(create, /^City/).selectOption({ index: 1 })
  const answer = Promise.withResolvers<void>()
  await page.route('**/rest/v1/calendars*', async (route) => {
    await answer.promise
    await route.continue()
  })
  await button(create, 'Create Calendar').click()
  await isDisabled(button(create, 'Creating...'))
  await page.keyboard.press('Escape')
  await isDisabled(button(create, 'Cancel'))
  await isDisabled(button(create, 'Close'))
  await page.mouse.click(5, 5)
  assert.equal(await create.isVisible(), true)
  answer.resolve()
  await seesToast(page, 'Calendar created!', 'Slow Street is ready for collaboration.')
  await create.waitFor({ state: 'detached' })
  assert.equal(await count(app.pool, 'public.calendars where owner_id = $1', [wes.id]), 1)
  await visitor.leave()
})

test('choosing an empty day opens Add Event; one with events shows them first', async () => {
  const { app } = fixture
  const dot = await makePerson(app, 'Dot Days')
  const calendar = await makeCalendar(app, dot, { contacts: ['ann@town.example'] })
  const busy = await makeEvent(app, calendar, { title: 'Today', inDays: 0 })
  const visitor = await fixture.visitor()
  const { page } = visitor
  await arriveAs(visitor, app, dot)
  // A month ahead of every today.
  await page.goto(`/calendars/${calendar.id}?month=2199-03`)
  await dayButton(page, '2199-03-15').waitFor()
  // Before it is not known that the day is empty.
  await isLoaded(page)
  await dayButton(page, '2199-03-15').click()
  const add = dialog(page, 'Add Event - Friday, March 15, 2199')
  await button(add, 'Cancel').click()
  await add.waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'Events for Friday, March 15, 2199' }).waitFor()

  // A draft survives a reload, and is gone once it is discarded.
  await dayButton(page, '2199-03-15').click()
  await field(add, /^Event Title/).fill('Half a thought')
  await field(add, /^Description/).fill('and the rest')
  await page.reload()
  await isLoaded(page)
  await dayButton(page, '2199-03-15').click()
  await sees(add, "This is what you typed before. It isn't posted yet.")
  assert.equal(await field(add, /^Event Title/).inputValue(), 'Half a thought')
  assert.equal(await field(add, /^Description/).inputValue(), 'and the rest')
  await page.goBack()
  await button(dialog(page, 'Discard what you typed?'), 'Discard').click()
  await add.waitFor({ state: 'detached' })
  await dayButton(page, '2199-03-15').click()
  assert.equal(await field(add, /^Event Title/).inputValue(), '')
  // Back closes the dialog first, and stays on the page.
  await page.goBack()
  await add.waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'Events for Friday, March 15, 2199' }).waitFor()

  // A button that waits says for what, and leads there.
  await dayButton(page, '2199-03-15').click()
  await button(add, 'Please enter a title').click()
  await hasFocus(field(add, /^Event Title/))
  await field(add, /^Event Title/).fill('Cider')
  const create = button(add, 'Create Event')
  await isDisabled(create)
  const reason = await create.getAttribute('aria-describedby')
  assert.equal(await page.locator(`[id="${reason}"]`).innerText(), 'Please select a category')
  assert.deepEqual(await violations(page), [])
  await button(add, 'Please select a category').click()
  await page.keyboard.press('Space')
  await isEnabled(create)
  await seesNot(add, 'Please select a category')
  await page.keyboard.press('Escape')
  await button(dialog(page, 'Discard what you typed?'), 'Discard').click()
  await add.waitFor({ state: 'detached' })

  // An event is added in six actions, and the end follows the start.
  const actions = [
    () => dayButton(page, '2199-03-15').click(),
    () => field(add, /^Event Title/).fill('Cider pressing'),
    () => chooseCategory(add, 'Notice'),
    () => field(add, /^Start Time/).fill('18:30'),
    () => field(add, /^Location Name/).fill('The barn'),
    () => page.keyboard.press('Control+Enter'),
  ]
  for (const act of actions) await act()
  await seesToast(page, 'Event created', 'Cider pressing has been scheduled for March 15, 2199')
  await sees(page, '6:30 PM – 7:30 PM')
  assert.ok(actions.length <= 6)

  // One sentence fills the form, and chips lead to what it filled.
  await button(page, 'Add Event').click()
  await field(add, 'Quick add').fill('Potluck 6:30–8 at the shed every Friday #notice')
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('input[name="title"]')?.value === 'Potluck')
  assert.deepEqual(
    [
      await field(add, /^Start Time/).inputValue(),
      await field(add, /^End Time/).inputValue(),
      await field(add, /^Location Name/).inputValue(),
      await add.getByRole('radio', { name: 'Notice' }).isChecked(),
      await field(add, 'Repeat').inputValue(),
    ],
    ['18:30', '20:00', 'Shed', true, 'week'],
  )
  assert.deepEqual(await violations(page), [])
  await button(add, 'Shed').click()
  await hasFocus(field(add, /^Location Name/))
  // One press takes the other meaning of what is doubtful, and it stays while more is typed.
  await button(add, '6:30 PM – 8:00 PM?').click()
  await field(add, 'Quick add').fill('Potluck 6:30–8 at the barn every Friday #notice')
  await button(add, 'Barn').waitFor()
  assert.equal(await field(add, /^Start Time/).inputValue(), '06:30')
  await button(add, '6:30 AM – 8:00 AM?').click()
  assert.equal(await field(add, /^Start Time/).inputValue(), '18:30')
  await field(add, 'Quick add').fill('')
  await button(add, 'Barn').waitFor({ state: 'detached' })
  assert.equal(await add.getByRole('radio', { name: 'Notice' }).isChecked(), false)
  await field(add, 'Quick add').fill('Potluck')
  await button(add, 'Cancel').click()
  await button(dialog(page, 'Discard what you typed?'), 'Discard').click()
  await add.or(dialog(page, /^Add Event/)).waitFor({ state: 'detached' })

  // A sentence takes three actions, without a hash tag.
  await page.keyboard.press('n')
  await field(add, 'Quick add').fill('Cookie swap 2-4pm @ barn')
  await button(add, 'Barn').waitFor()
  await page.keyboard.press('Control+Enter')
  await seesToast(page, 'Event created', 'Cookie swap has been scheduled for March 15, 2199')

  // A problem is shown beside its field, which gets the focus, also behind "More options".
  await button(page, 'Edit Cider pressing').click()
  const edit = dialog(page, 'Edit Event')
  await openMoreOptions(edit)
  await field(edit, /^Website or meeting link/).fill('barn.example')
  await button(edit, 'More options').click()
  await page.keyboard.press('Control+Enter')
  await sees(edit, 'Enter a web address that starts with https:// or http://')
  await hasFocus(field(edit, /^Website or meeting link/))
  await field(edit, /^Website or meeting link/).fill('')
  await field(edit, /^Description/).fill('Sign up at https://barn.example/form.')
  await field(edit, /^Event Title/).fill(' ')
  await button(edit, 'Save Changes').click()
  await seesToast(page, 'Missing title')
  await hasFocus(field(edit, /^Event Title/))
  assert.equal(await field(edit, /^Event Title/).getAttribute('aria-invalid'), 'true')
  await field(edit, /^Event Title/).fill('Cider')
  await button(edit, 'Save Changes').click()
  await edit.waitFor({ state: 'detached' })
  const link = page.getByRole('link', { name: 'https://barn.example/form', exact: true })
  assert.deepEqual(
    [await link.getAttribute('href'), await link.getAttribute('rel')],
    ['https://barn.example/form', 'nofollow noopener noreferrer ugc'],
  )

  await page.getByRole('link', { name: 'Today', exact: true }).first().click()
  await page.getByRole('heading', { name: 'Today', exact: true }).waitFor()
  await dayButton(page, busy).click()
  assert.equal(await page.getByRole('dialog').count(), 0)

  // Closed dialogs leave nothing in the way of Back.
  await openSwitcher(page)
  await page.getByRole('link', { name: 'Back' }).click()
  await isAt(page, '/dashboard')
  await button(page, 'New Calendar').click()
  await dialog(page, 'Create New Calendar').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.goBack()
  await isAt(page, `/calendars/${calendar.id}`)
  await visitor.leave()
})
