import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { longDay } from '#domain/date-words.ts'
import { addDays, instantAt, weekdayOf } from '#domain/dates.ts'
import {
  button,
  dayButton,
  daySays,
  dialog,
  dragTo,
  editName,
  field,
  hasFocus,
  isDisabled,
  openSwitcher,
  pressTool,
  sees,
  seesNot,
  seesToast,
  step,
} from '#testing/browser/acts.ts'
import { violations } from '#testing/browser/axe.ts'
import { type BrowserFixture, openBrowserFixture } from '#testing/browser/fixture.ts'
import { arriveAs, count, makeCalendar, makeEvent, makePerson } from '#testing/browser/people.ts'

let fixture: BrowserFixture
before(async () => {
  fixture = await openBrowserFixture()
})
after(() => fixture.close())

test('an owner changes an event, its calendar and deletes both', async () => {
  const { app } = fixture
  const olga = await makePerson(app, 'Olga Owner')
  const calendar = await makeCalendar(app, olga, { name: 'Elm Street', contacts: ['ann@town.example'] })
  const day = await makeEvent(app, calendar, { title: 'Block party', inDays: 1 })
  const visitor = await fixture.visitor()
  const { page } = visitor
  await arriveAs(visitor, app, olga)
  await page.goto(`/calendars/${calendar.id}?day=${day}`)

  await step('the end must come after the start', async () => {
    await button(page, 'Edit Block party').click()
    const edit = dialog(page, 'Edit Event')
    assert.equal(await field(edit, /^Start Time/).inputValue(), '17:00')
    await field(edit, /^End Time/).fill('16:00')
    await button(edit, 'Save Changes').click()
    await seesToast(page, 'Invalid time', 'End time must be after start time')
    await field(edit, /^End Time/).fill('21:30')
    await field(edit, /^Event Title/).fill('')
    await button(edit, 'Save Changes').click()
    await seesToast(page, 'Missing title')
    await field(edit, /^Event Title/).fill('Block party, with band')
    await button(edit, 'Save Changes').click()
    await seesToast(page, 'Event updated')
    await sees(page, '5:00 PM – 9:30 PM')
    await page.getByRole('heading', { name: 'Block party, with band' }).waitFor()
  })

  await step('what somebody else saved meanwhile is shown, and not overwritten', async () => {
    await button(page, 'Edit Block party, with band').click()
    const edit = dialog(page, 'Edit Event')
    await field(edit, /^Event Title/).fill('Mine')
    await field(edit, /^Location Address/).fill('12 Elm Street')
    await app.pool.query("update public.events set title = 'Theirs', location_name = 'The green'")
    await button(edit, 'Save Changes').click()
    const conflict = dialog(page, 'Someone else changed this event')
    assert.deepEqual(await violations(page), [])
    const choice = (name: string) => conflict.getByRole('group', { name })
    assert.equal(await choice('Event Title').getByLabel('Keep mine').isChecked(), true)
    assert.equal(await choice('Location Name (optional)').getByLabel('Take theirs').isChecked(), true)
    await sees(choice('Event Title'), 'Theirs')
    await button(conflict, 'Continue').click()
    assert.equal(await field(edit, /^Location Name/).inputValue(), 'The green')
    await field(edit, /^Event Title/).fill('Block party, with band')
    await button(edit, 'Save Changes').click()
    await edit.waitFor({ state: 'detached' })
    const { rows } = await app.pool.query('select title, location_name, location from public.events')
    assert.deepEqual(rows, [{ title: 'Block party, with band', location_name: 'The green', location: '12 Elm Street' }])
  })

  await step('it goes to a tag only, and the form says to how many; the public page says nothing of it', async () => {
    await app.pool.query("update public.calendar_contacts set tags = '{Parents}'")
    await button(page, 'Edit Block party, with band').click()
    const edit = dialog(page, 'Edit Event')
    await edit.getByRole('radio', { name: 'Only people with a tag' }).check()
    await edit.getByRole('checkbox', { name: 'Parents (1)' }).check()
    await edit.getByText(/^1 email to “Parents”/).waitFor()
    assert.deepEqual(await violations(page), [])
    await button(edit, 'Save Changes').click()
    await edit.waitFor({ state: 'detached' })
    const { rows } = await app.pool.query('select mail_tags from public.events')
    assert.deepEqual(rows, [{ mail_tags: ['Parents'] }])
    const shown = await page.request.get(`/calendar/${calendar.id}?date=${day}`)
    assert.ok(!(await shown.text()).includes('Parents'))
  })

  await step('deleting asks first, and the dot goes', async () => {
    await button(page, 'Delete Block party, with band').click()
    await button(dialog(page, 'Delete Event'), 'Cancel').click()
    assert.equal(await count(app.pool, 'public.events'), 1)
    await button(page, 'Delete Block party, with band').click()
    await button(dialog(page, 'Delete Event'), 'Delete Event').click()
    await seesToast(page, 'Event deleted')
    await sees(page, 'Nothing on this day.')
    await daySays(page, day, /no events/)
    assert.equal(await count(app.pool, 'public.events'), 0)
  })

  await step('Undo brings it back, and so does the history', async () => {
    await button(page, 'Undo').click()
    await seesToast(page, 'Event restored')
    await button(page, 'Delete Block party, with band').click()
    await button(dialog(page, 'Delete Event'), 'Delete Event').click()
    await sees(page, 'Nothing on this day.')
    await pressTool(page, 'History')
    const history = dialog(page, 'History')
    await sees(history, 'Olga Owner restored “Block party, with band”.')
    await sees(history, 'Olga Owner changed the time and the title of “Block party, with band”.')
    await field(history, 'Show').selectOption('Recipients')
    await sees(history, 'Someone added ann@town.example to the recipients.')
    await seesNot(history, 'Olga Owner restored “Block party, with band”.')
    await button(history, 'Restore: Block party, with band').click()
    await seesNot(history, 'Recently deleted events')
    await button(history, 'Done').click()
    await page.getByRole('heading', { name: 'Block party, with band' }).waitFor()
    assert.equal(await count(app.pool, 'public.events'), 1)
  })

  await step('name and description are changed where they stand', async () => {
    await editName(page)
    await field(page, 'Calendar name').fill('   ')
    await button(page, 'Save').click()
    await sees(page, 'Calendar name is required')
    await field(page, 'Calendar name').fill('Elm & Oak Street')
    await page.keyboard.press('Enter')
    await seesToast(page, 'Name updated', 'Calendar name has been saved successfully.')
    await page.getByRole('heading', { name: 'Elm & Oak Street' }).waitFor()
    await button(page, 'Click to add a description').click()
    await field(page, 'Calendar description').fill('Two streets, one grill.')
    await button(page, 'Save').click()
    await seesToast(page, 'Description updated', 'Calendar description has been saved successfully.')
    await sees(page, 'Two streets, one grill.')
  })

  await step('settings are saved, and asked for by their address', async () => {
    await page.goto(`/calendars/${calendar.id}/settings`)
    const settings = dialog(page, 'Calendar Settings')
    assert.equal(await field(settings, /^Admin Email/).inputValue(), '', 'public, so not filled in')
    await isDisabled(button(settings, 'Save Settings'))
    await button(settings, 'Please enter an admin email').click()
    await hasFocus(field(settings, /^Admin Email/))
    await button(settings, 'Use my address').click()
    assert.equal(await field(settings, /^Admin Email/).inputValue(), olga.email)
    await field(settings, /^Admin Email/).fill('olga@town')
    await field(settings, 'External Calendar Link').fill('javascript:alert(1)')
    await button(settings, 'Save Settings').click()
    await sees(settings, 'Please enter a valid email address')
    await sees(settings, 'Please enter a valid URL')
    await field(settings, /^Admin Email/).fill('olga@town.example')
    await field(settings, 'External Calendar Link').fill('https://elm.example/calendar')
    await field(settings, /^State/).selectOption('Hawaii')
    await field(settings, /^City/).selectOption('Honolulu')
    await settings.getByText(/^Times are shown in Hawaii\S+ .*Time \(Honolulu\), the city's time zone\.$/).waitFor()
    await button(settings, 'Save Settings').click()
    await seesToast(page, 'Settings updated')
    await sees(page, 'Honolulu, Hawaii')
    await page.waitForURL('**/dashboard')
  })

  await step('the danger zone deletes the calendar', async () => {
    await button(page, /^Settings/).click()
    const settings = dialog(page, 'Calendar Settings')
    await settings.getByRole('tab', { name: 'Danger Zone' }).click()
    await button(settings, 'Delete Calendar').click()
    const question = page.getByRole('alertdialog')
    await isDisabled(button(question, 'Delete Calendar'))
    await field(question, /^Type/).fill('Elm & Oak Street')
    await button(question, 'Delete Calendar').click()
    await seesToast(page, 'Calendar deleted')
    await sees(page, 'No calendars yet')
    await page.getByRole('heading', { name: 'Elm & Oak Street' }).first().waitFor({ state: 'detached' })
    assert.equal(await count(app.pool, 'public.calendars where deleted_at is null'), 0)
  })

  await step('and it is restored from the dashboard, with everything in it', async () => {
    await page.getByText('30 days left').waitFor()
    await button(page, 'Restore: Elm & Oak Street').click()
    await seesToast(page, 'Calendar restored', 'Elm & Oak Street is back, with everything in it.')
    await page.getByRole('heading', { name: 'Elm & Oak Street' }).waitFor()
    await seesNot(page, 'Recently deleted')
    assert.equal(await count(app.pool, 'public.events'), 1)
    await button(page, /^Settings/).click()
    await dialog(page, 'Calendar Settings')
      .getByRole('link', { name: /history$/ })
      .click()
    await page.getByRole('tab', { name: 'History' }).click()
    await sees(page, 'Olga Owner restored the calendar.')
    await sees(page, 'Olga Owner deleted the calendar.')
  })

  await visitor.leave()
})

test('Edit shows the date, and Change date moves the event as Move does; a past event offers no Edit', async () => {
  const { app } = fixture
  const dee = await makePerson(app, 'Dee Dates')
  const calendar = await makeCalendar(app, dee, { contacts: ['ann@town.example'] })
  const day = await makeEvent(app, calendar, { title: 'Block party', inDays: 1 })
  await makeEvent(app, calendar, { title: 'Long gone', inDays: -1 })
  const isOn = (where: string) => count(app.pool, `public.events where calendar_id = $1 and ${where}`, [calendar.id])
  const visitor = await fixture.visitor()
  const { page } = visitor
  await arriveAs(visitor, app, dee)
  await page.goto(`/calendars/${calendar.id}?date=${day}`)
  const edit = dialog(page, 'Edit Event')
  const status = field(edit, /^Status/)
  const later = addDays(day, 7)

  await step('another day makes it moved, its own day does not', async () => {
    await button(page, 'Edit Block party').click()
    await sees(edit, longDay(day))
    await button(edit, 'Change date').click()
    await hasFocus(field(edit, /^New Date/))
    assert.deepEqual(await violations(page), [])
    await field(edit, /^New Date/).fill(later)
    assert.equal(await status.inputValue(), 'moved')
    await field(edit, /^New Date/).fill(day)
    assert.equal(await status.inputValue(), 'scheduled')
  })

  await step('nobody had heard of it: it is moved without a word, and the view follows', async () => {
    await field(edit, /^New Date/).fill(later)
    await button(edit, 'Save Changes').click()
    await seesToast(page, 'Event updated')
    await page.waitForURL(`**?date=${later}`)
    assert.equal(await isOn(`event_date = '${later}' and status = 'scheduled'`), 1)
  })

  await step('of a past day only what can be done is offered', async () => {
    await page.goto(`/calendars/${calendar.id}?date=${addDays(calendar.today, -1)}`)
    await button(page, 'Duplicate Long gone').waitFor()
    assert.equal(await button(page, 'Edit Long gone').count(), 0)
    await button(page, 'Add an event today').click()
    await dialog(page, `Add Event - ${longDay(calendar.today)}`).waitFor()
  })
  await visitor.leave()
})

test('a click shows an event; it is moved in two actions or by keyboard, the view follows, and undo brings it back', async () => {
  const { app } = fixture
  const mo = await makePerson(app, 'Mo Mover')
  const calendar = await makeCalendar(app, mo, { contacts: ['ann@town.example'] })
  const day = await makeEvent(app, calendar, { title: 'Block party', inDays: 1 })
  const isOn = (where: string) => count(app.pool, `public.events where calendar_id = $1 and ${where}`, [calendar.id])
  const visitor = await fixture.visitor()
  const { page } = visitor
  await arriveAs(visitor, app, mo)
  await page.goto(`/calendars/${calendar.id}?date=${day}`)
  const chip = page.getByRole('grid').getByRole('link', { name: /Block party$/ })

  await step('the popover says what there is to know, and returns the focus', async () => {
    await chip.click()
    const shown = dialog(page, 'Block party')
    await sees(shown, longDay(day))
    await sees(shown, '5:00 PM – 8:00 PM')
    await sees(shown, 'Goes to 1 person tomorrow at 11:59 PM')
    assert.deepEqual(await violations(page), [])
    await page.keyboard.press('Escape')
    await shown.waitFor({ state: 'detached' })
    await hasFocus(chip)
  })

  const later = addDays(day, 7)
  await step('Move, One week later: two actions, and nobody is asked about notices', async () => {
    await button(page, 'Move Block party').click()
    const move = dialog(page, 'Move to another day')
    assert.equal(await move.getByText(/already heard/).count(), 0)
    await button(move, 'One week later').click()
    await seesToast(page, 'Event moved', `Block party is now on ${longDay(later)}.`)
    await page.waitForURL(`**?date=${later}`)
    await daySays(page, later, /1 event/)
    assert.equal(await isOn(`event_date = '${later}'`), 1)
  })

  await step('Undo brings it back as it was', async () => {
    await button(page, 'Undo').click()
    await seesToast(page, 'Change undone')
    assert.equal(await isOn(`event_date = '${day}' and status = 'scheduled' and previous_start_time is null`), 1)
  })

  await step('by keyboard: from the day to the event, and to another time', async () => {
    await page.goto(`/calendars/${calendar.id}?date=${day}`)
    await chip.waitFor()
    await dayButton(page, day).focus()
    await page.keyboard.press('Tab')
    await hasFocus(chip)
    await page.keyboard.press('Enter')
    await button(dialog(page, 'Block party'), 'Move').press('Enter')
    const move = dialog(page, 'Move to another day')
    await field(move, /^Start Time/).fill('18:30')
    assert.equal(await field(move, /^End Time/).inputValue(), '21:30')
    await field(move, /^Start Time/).press('Enter')
    await seesToast(page, 'Event moved')
    await move.waitFor({ state: 'detached' })
    await hasFocus(page.getByRole('grid').getByRole('link', { name: 'Event, 6:30p Block party' }))
  })

  await step('by keyboard: to another week and back, and the focus goes along', async () => {
    await page.evaluate(() => {
      const draw = window.requestAnimationFrame.bind(window)
      window.requestAnimationFrame = (then) => window.setTimeout(() => draw(then), 100)
    })
    await page.keyboard.press('Enter')
    await button(dialog(page, 'Block party'), 'Move').press('Enter')
    await button(dialog(page, 'Move to another day'), 'One week later').press('Enter')
    await page.waitForURL(`**?date=${later}`)
    await hasFocus(chip)
    const toast = page.locator('[data-sonner-toast]', { hasText: `is now on ${longDay(later)}` })
    await button(toast, 'Undo').press('Enter')
    await page.waitForURL(`**?date=${day}`)
    await hasFocus(chip)
  })

  await step('E opens the event, and edits it from its popover', async () => {
    await page.keyboard.press('e')
    await dialog(page, 'Block party').waitFor()
    await page.keyboard.press('e')
    await dialog(page, 'Edit Event').waitFor()
    await page.keyboard.press('Escape')
    await dialog(page, 'Edit Event').waitFor({ state: 'detached' })
    await hasFocus(chip)
  })
  await visitor.leave()
})

test('an event is dragged to another day in the month and to another time in the week, and undo brings it back', async () => {
  const { app } = fixture
  const dan = await makePerson(app, 'Dan Dragger')
  const calendar = await makeCalendar(app, dan, { contacts: ['ann@town.example'] })
  const day = await makeEvent(app, calendar, { title: 'Book club', inDays: 8, from: '10:10', to: '11:40' })
  // In the same row of the month, and the same week.
  const other = addDays(day, weekdayOf(day) === 6 ? -1 : 1)
  const isAt = (on: string, from: string, to: string, status: string) =>
    count(
      app.pool,
      'public.events where calendar_id = $1 and event_date = $2 and start_time = $3 and end_time = $4 and status = $5',
      [calendar.id, on, instantAt(on, from, calendar.zone), instantAt(on, to, calendar.zone), status],
    )
  const visitor = await fixture.visitor()
  const { page } = visitor
  await arriveAs(visitor, app, dan)
  await page.goto(`/calendars/${calendar.id}?date=${day}`)
  const chip = page.getByRole('grid').getByRole('link', { name: /Book club$/ })

  await step('Escape drops it where it was, and a click still opens it', async () => {
    // Whether people were notified is read while it is dragged. It is no longer asked for.
    await visitor.breakRequests(/select=told_count/, 'GET', 'no answer')
    const unread = page.waitForEvent('requestfailed')
    const ghost = page.locator('body > [aria-hidden="true"]', { hasText: 'Book club' })
    await dragTo(chip, dayButton(page, other), { drop: false })
    await ghost.getByText('10:10a').waitFor()
    await unread
    await page.keyboard.press('Escape')
    await ghost.waitFor({ state: 'detached' })
    await page.mouse.up()
    await page.unroute(/select=told_count/)
    await chip.click()
    await dialog(page, 'Book club').waitFor()
    await page.keyboard.press('Escape')
    await dialog(page, 'Book club').waitFor({ state: 'detached' })
    assert.equal(await isAt(day, '10:10', '11:40', 'scheduled'), 1)
  })

  await step('in the month: the day changes, not the time', async () => {
    await dragTo(chip, dayButton(page, other))
    await seesToast(page, 'Event moved', `Book club is now on ${longDay(other)}.`)
    await page.waitForURL(`**?date=${other}`)
    await daySays(page, other, /1 event/)
    await hasFocus(chip)
    assert.equal(await isAt(other, '10:10', '11:40', 'scheduled'), 1)
  })

  await step('Undo: the view and the focus go back with it', async () => {
    await button(page, 'Undo').click()
    await seesToast(page, 'Change undone')
    await page.waitForURL(`**?date=${day}`)
    await hasFocus(chip)
    assert.equal(await isAt(day, '10:10', '11:40', 'scheduled'), 1)
  })

  await step('in the week: the day and the time, by quarters of an hour', async () => {
    await page.goto(`/calendars/${calendar.id}?view=week&date=${day}`)
    const HOUR_PX = 48
    const entry = page.locator('[data-column-day]').getByRole('link', { name: /Book club/ })
    // Held in its middle, at 10:55; let go at 14:00.
    await dragTo(entry, page.locator(`[data-column-day="${other}"]`), { position: { x: 20, y: 14 * HOUR_PX } })
    await seesToast(page, 'Event moved')
    await page
      .locator(`[data-column-day="${other}"]`)
      .getByRole('link', { name: /Book club.*1:10 PM – 2:40 PM/ })
      .waitFor()
    await hasFocus(entry)
    assert.equal(await isAt(other, '13:10', '14:40', 'scheduled'), 1)
  })
  await visitor.leave()
})

test('a member edits what is theirs and sees no buttons on the rest', async () => {
  const { app } = fixture
  const [ola, mo] = [await makePerson(app, 'Ola Other'), await makePerson(app, 'Mo Member')]
  const calendar = await makeCalendar(app, ola, { name: 'Shared', members: [mo] })
  await makeEvent(app, calendar, { title: "Ola's", creator: ola })
  await makeEvent(app, calendar, { title: "Mo's", creator: mo })
  const visitor = await fixture.visitor()
  const { page } = visitor
  await arriveAs(visitor, app, mo)
  await page.goto(`/calendars/${calendar.id}`)
  await page.getByRole('heading', { name: "Ola's" }).waitFor()
  await button(page, "Edit Mo's").waitFor()
  await openSwitcher(page)
  for (const hidden of ["Edit Ola's", "Delete Ola's", 'Add Event', 'Edit calendar name']) {
    assert.equal(await button(page, hidden).count(), 0, hidden)
  }
  await visitor.leave()
})
