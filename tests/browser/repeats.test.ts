import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright'
import { longDay } from '#domain/date-words.ts'
import { addDays, addMonths, monthOf, weekdayOf } from '#domain/dates.ts'
import {
  button,
  chooseCategory,
  dayButton,
  daySays,
  dialog,
  dragTo,
  field,
  openMoreOptions,
  pressTool,
  sees,
  seesNot,
  seesToast,
  step,
} from '#testing/browser/acts.ts'
import { violations } from '#testing/browser/axe.ts'
import { type BrowserFixture, openBrowserFixture } from '#testing/browser/fixture.ts'
import { arriveAs, type Calendar, count, makeCalendar, makeEvent, makePerson } from '#testing/browser/people.ts'

let fixture: BrowserFixture
before(async () => {
  fixture = await openBrowserFixture()
})
after(() => fixture.close())

const names = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

async function rowsOf({ id }: Calendar) {
  const { rows } = await fixture.app.pool.query(
    'select title, location_name, description, event_date::text as day from public.events where calendar_id = $1 order by start_time',
    [id],
  )
  return rows as { title: string; location_name: string | null; description: string | null; day: string }[]
}

async function openDay(page: Page, calendar: Calendar, day: string): Promise<void> {
  await page.goto(`/calendars/${calendar.id}?day=${day}`)
  await page.getByRole('heading', { name: `Events for ${longDay(day)}` }).waitFor()
}

test('an admin repeats an event and changes one date, the following and all', async () => {
  const rita = await makePerson(fixture.app, 'Rita Repeat')
  const calendar = await makeCalendar(fixture.app, rita, { contacts: ['ann@town.example'] })
  const first = addDays(calendar.today, 3)
  const week = (count: number) => addDays(first, count * 7)
  const visitor = await fixture.visitor()
  const { page } = visitor
  await arriveAs(visitor, fixture.app, rita)
  await openDay(page, calendar, first)

  await step('the next five dates are shown before it is made', async () => {
    await button(page, 'Add Event').click()
    const add = dialog(page, /^Add Event - /)
    await field(add, /^Event Title/).fill('Choir')
    await chooseCategory(add, 'Event')
    await openMoreOptions(add)
    await field(add, 'Repeat').selectOption('Weekly')
    await field(add, 'Ends').selectOption('After a number of times')
    await field(add, 'Number of times').fill('6')
    assert.equal(await field(add, names[weekdayOf(first)] as string).isChecked(), true)
    await sees(add, `Every week on ${names[weekdayOf(first)]}, 6 times`)
    for (const count of [0, 1, 2, 3, 4]) await sees(add, longDay(week(count)))
    await sees(add, 'and so on')
    await button(add, 'Create Event').click()
    await seesToast(page, 'Event created')
    await sees(page, 'Repeats')
    assert.deepEqual(
      (await rowsOf(calendar)).map(({ day }) => day),
      [0, 1, 2, 3, 4, 5].map(week),
    )
  })

  const save = async (scope: string) => {
    await button(dialog(page, 'Edit Event'), 'Save Changes').click()
    const which = dialog(page, 'This event repeats')
    await which.getByLabel(scope).check()
    await button(which, 'Save Changes').click()
    await seesToast(page, 'Event updated')
    await dialog(page, 'Edit Event').waitFor({ state: 'detached' })
  }

  await step('one date is changed by itself', async () => {
    await openDay(page, calendar, week(1))
    await button(page, 'Edit Choir').click()
    await field(dialog(page, 'Edit Event'), /^Event Title/).fill('Guest evening')
    await save('This date only')
    await page.getByRole('heading', { name: 'Guest evening' }).waitFor()
  })

  await step('all are changed, and the one keeps what is its own', async () => {
    await openDay(page, calendar, first)
    await button(page, 'Edit Choir').click()
    const edit = dialog(page, 'Edit Event')
    await field(edit, /^Event Title/).fill('Big choir')
    await field(edit, /^Description/).fill('Bring scores')
    await save('All dates')
    assert.deepEqual(
      (await rowsOf(calendar)).map(({ title, description }) => [title, description]),
      ['Big choir', 'Guest evening', ...Array(4).fill('Big choir')].map((title) => [title, 'Bring scores']),
    )
  })

  await step('this and the following move to another place', async () => {
    await openDay(page, calendar, week(3))
    await button(page, 'Edit Big choir').click()
    await field(dialog(page, 'Edit Event'), /^Location Name/).fill('School')
    await save('This and all following dates')
    assert.deepEqual(
      (await rowsOf(calendar)).map(({ location_name }) => location_name),
      [null, null, null, 'School', 'School', 'School'],
    )
  })

  await step('the following are deleted as one, and Undo brings them back', async () => {
    await openDay(page, calendar, week(4))
    await button(page, 'Delete Big choir').click()
    const remove = dialog(page, 'Delete Event')
    await remove.getByLabel('This and all following dates').check()
    await button(remove, 'Delete Event').click()
    await seesToast(page, 'Event deleted')
    assert.equal((await rowsOf(calendar)).length, 4)
    await button(page, 'Undo').click()
    await seesToast(page, 'Event restored')
    assert.equal((await rowsOf(calendar)).length, 6)
  })

  await step('dragged to another time, it asks for which dates', async () => {
    await page.goto(`/calendars/${calendar.id}?view=week&date=${week(4)}`)
    const column = page.locator(`[data-column-day="${week(4)}"]`)
    const HOUR_PX = 48
    // From nine to five: held at one, let go at two.
    await dragTo(column.getByRole('link', { name: /Big choir/ }), column, { position: { x: 20, y: 14 * HOUR_PX } })
    const move = dialog(page, 'Move to another time')
    await sees(move, '10:00 AM – 6:00 PM')
    assert.deepEqual(await violations(page), [])
    await move.getByLabel('This and all following dates').check()
    await button(move, 'Move').click()
    await seesToast(page, 'Event moved', 'Big choir is now 10:00 AM – 6:00 PM.')
    await move.waitFor({ state: 'detached' })
    const { rows } = await fixture.app.pool.query(
      `select to_char(start_time at time zone $2, 'HH24:MI') as start from public.events where calendar_id = $1 order by start_time`,
      [calendar.id, calendar.zone],
    )
    assert.deepEqual(
      rows.map(({ start }) => start),
      ['09:00', '09:00', '09:00', '09:00', '10:00', '10:00'],
    )
  })
  await visitor.leave()
})

test('whole days and several days are one line in the month', async () => {
  const dora = await makePerson(fixture.app, 'Dora Days')
  const calendar = await makeCalendar(fixture.app, dora, { contacts: ['ann@town.example'] })
  // In the middle of a month: all three days are in its grid.
  const day = `${addMonths(monthOf(calendar.today), 1)}-10`
  const visitor = await fixture.visitor({ width: 360, height: 740 })
  const { page } = visitor
  await arriveAs(visitor, fixture.app, dora)
  await openDay(page, calendar, day)
  await button(page, 'Add Event').click()
  const add = dialog(page, /^Add Event - /)
  await field(add, /^Event Title/).fill('Winter fair')
  await chooseCategory(add, 'Event')
  await add.getByRole('switch', { name: 'All day' }).check()
  assert.equal(await field(add, /^Start Time/).count(), 0)
  assert.equal(await field(add, 'End Date').count(), 0)
  await field(add, 'Ends on another day').check()
  await field(add, 'End Date').fill(addDays(day, 2))
  await button(add, 'Create Event').click()
  await seesToast(page, 'Event created')
  for (const count of [0, 1, 2]) await daySays(page, addDays(day, count), /1 event: 1 Event$/)
  await dayButton(page, addDays(day, 2)).click()
  await page.getByRole('heading', { name: 'Winter fair' }).waitFor()
  await page.getByText(/^All day, /).waitFor()
  await visitor.leave()
})

test('a cancellation waits, is undone, and is sent', async () => {
  const { app } = fixture
  const carl = await makePerson(app, 'Carl Cancel')
  const calendar = await makeCalendar(app, carl, { name: 'Barton Hills', contacts: ['told@town.example'] })
  // Any hour of the day is late enough for its mail.
  await app.pool.query("update public.calendars set notify_at = '00:00' where id = $1", [calendar.id])
  const day = await makeEvent(app, calendar, { title: 'Porch concert', from: '23:00', to: '23:59' })
  await app.pool.query('delete from private.waiting_events')
  await app.pool.query("select graphile_worker.add_job('plan-day-of', json_build_object('calendar_id', $1::uuid))", [
    calendar.id,
  ])
  await mailTo('told@town.example', 'Today: Porch concert (Barton Hills)')
  const visitor = await fixture.visitor()
  const { page } = visitor
  await arriveAs(visitor, app, carl)
  await openDay(page, calendar, day)

  const waiting = page.getByText(/^1 update goes out at \d/)
  const cancel = async () => {
    await button(page, 'Edit Porch concert').click()
    const edit = dialog(page, 'Edit Event')
    await field(edit, 'Status').selectOption('Cancelled')
    await field(edit, /^Reason/).fill('The porch is being painted')
    await sees(edit, 'Notify the person who already heard about it?')
    await button(edit, 'Save Changes').click()
    await seesToast(page, 'Event updated', '1 person will be notified in 10 minutes.')
    await waiting.waitFor()
    await sees(page, 'Cancelled')
    await sees(page, 'The porch is being painted')
    await daySays(page, day, /1 cancelled or postponed$/)
  }

  await step('while it waits, it is undone and no one is notified', async () => {
    await cancel()
    assert.deepEqual(await violations(page), [])
    await button(page, 'Undo the change to Porch concert').click()
    await seesToast(page, 'Change undone', 'The event is back as it was. No one will be notified.')
    await seesNot(page, 'Cancelled')
    await waiting.waitFor({ state: 'detached' })
    const { rows } = await app.pool.query('select status from public.events where calendar_id = $1', [calendar.id])
    assert.deepEqual(rows, [{ status: 'scheduled' }])
  })

  await step('from the event itself it is cancelled, and the bar has the only Undo', async () => {
    await page
      .getByRole('grid')
      .getByRole('link', { name: /Porch concert$/ })
      .click()
    const shown = dialog(page, 'Porch concert')
    await shown.getByText(/^Sent to 1 person at \d/).waitFor()
    await button(shown, 'Cancel…').click()
    const question = dialog(page, 'Cancel this event?')
    await sees(question, 'Notify the person who already heard about it?')
    await field(question, /^Reason/).fill('Thunderstorm')
    assert.deepEqual(await violations(page), [])
    await button(question, 'Cancel event').click()
    await seesToast(page, 'Event cancelled', '1 person will be notified in 10 minutes.')
    await waiting.waitFor()
    await sees(page, 'Thunderstorm')
    const toast = page.locator('[data-sonner-toast]', { hasText: 'Event cancelled' })
    assert.equal(await button(toast, 'Undo').count(), 0)
    // Toasts stack above the bar.
    const [said, bar] = [await toast.boundingBox(), await page.locator('[data-waiting]').boundingBox()]
    assert.ok(said && bar && said.y + said.height <= bar.y, JSON.stringify({ said, bar }))
    await button(page, 'Undo the change to Porch concert').click()
    await waiting.waitFor({ state: 'detached' })
    await daySays(page, day, /1 event: 1 Event$/)
    await seesNot(page, 'Thunderstorm')
  })

  await step('the next time it is sent to those who were notified', async () => {
    await cancel()
    await button(page, 'Send now').click()
    await seesToast(page, 'Update is going out')
    await mailTo('told@town.example', 'CANCELLED: Porch concert, ')
  })
  await visitor.leave()
})

test('a rain-out at one venue is one message, can be undone as a whole, and what is elsewhere is still on', async () => {
  const { app } = fixture
  const rosa = await makePerson(app, 'Rosa Rain')
  const calendar = await makeCalendar(app, rosa, { name: 'Elm League', contacts: ['coach@town.example'] })
  const day = await makeEvent(app, calendar, { title: 'Soccer U10', inDays: 2, place: 'Elm Park' })
  await makeEvent(app, calendar, { title: 'Soccer U12', inDays: 2, place: 'Elm Park', from: '18:00' })
  await makeEvent(app, calendar, { title: 'Chess', inDays: 2, place: 'Town Hall' })
  await app.pool.query(wasTold, [calendar.id, calendar.today])
  const statuses = async () => {
    const { rows } = await app.pool.query(
      'select title, status, status_reason from public.events where calendar_id = $1 order by title',
      [calendar.id],
    )
    return rows.map(({ title, status, status_reason }) => `${title}: ${status}, ${status_reason}`)
  }
  const asBefore = ['Chess: scheduled, null', 'Soccer U10: scheduled, null', 'Soccer U12: scheduled, null']
  const visitor = await fixture.visitor({ width: 360, height: 740 })
  const { page } = visitor
  await arriveAs(visitor, app, rosa)
  await page.goto(`/calendars/${calendar.id}`)
  const several = dialog(page, 'Edit several events')
  // By keyboard: on a phone the toasts lie over the buttons.
  const choose = async (place: string, action: string) => {
    await pressTool(page, 'Edit several events')
    await field(several, 'To').fill(day)
    await field(several, 'From').fill(day)
    await several.getByRole('checkbox', { name: 'Select all (3)' }).waitFor()
    await field(several, 'Place').selectOption(place)
    await several.getByRole('checkbox', { name: /^Select all/ }).press('Space')
    await field(several, 'Action').selectOption(action)
  }
  const waiting = page.getByText(/^2 updates go out at \d/)

  await step('both matches in the park are cancelled, and undone together from the bar', async () => {
    await choose('Elm Park', 'Cancel')
    await field(several, 'Reason').fill('Lightning')
    assert.deepEqual(await violations(page), [])
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, 'it fits')
    await button(several, 'Cancel 2 events').press('Enter')
    await seesToast(page, '2 events cancelled')
    await several.waitFor({ state: 'detached' })
    await waiting.waitFor()
    assert.deepEqual(await statuses(), [
      'Chess: scheduled, null',
      'Soccer U10: cancelled, Lightning',
      'Soccer U12: cancelled, Lightning',
    ])
    await button(page, 'Undo all').press('Enter')
    await seesToast(page, 'Changes undone')
    await waiting.waitFor({ state: 'detached' })
    assert.deepEqual(await statuses(), asBefore)
  })

  await step('they are postponed, and undone from the toast', async () => {
    await choose('Elm Park', 'Postpone')
    await button(several, 'Postpone 2 events').press('Enter')
    await waiting.waitFor()
    const said = page.locator('[data-sonner-toast]').filter({ hasText: '2 events postponed' })
    await button(said, 'Undo').press('Enter')
    await seesToast(page, 'Change undone')
    await waiting.waitFor({ state: 'detached' })
    assert.deepEqual(await statuses(), asBefore)
  })

  await step('cancelled for good, and what is indoors is still on: one mail names all', async () => {
    await choose('Elm Park', 'Cancel')
    await field(several, 'Reason').fill('Lightning')
    await button(several, 'Cancel 2 events').press('Enter')
    await waiting.waitFor()
    await choose('Town Hall', 'Still on')
    await field(several, 'A few words').fill('We play indoors')
    await button(several, 'Confirm 1 event').press('Enter')
    await page.getByText(/^3 updates go out at \d/).waitFor()
    await button(page, 'Send now').press('Enter')
    await seesToast(page, 'Update is going out')
    await mailTo('coach@town.example', 'CHANGED: 3 events in Elm League')
    const { rows } = await app.pool.query(
      `select text from private.caught_messages where recipient = 'coach@town.example' order by id`,
    )
    assert.equal(rows.length, 1, 'one message')
    assert.match(rows[0].text, /STILL ON: Chess\s[\s\S]*We play indoors/)
    assert.match(rows[0].text, /CANCELLED: Soccer U12\s[\s\S]*Reason: Lightning/)
  })

  await step('category and deletion in bulk, which is undone too', async () => {
    await choose('Elm Park', 'Set the category')
    await field(several, 'Category').selectOption('FYI')
    await button(several, 'Change 2 events').press('Enter')
    await seesToast(page, '2 events changed')
    await several.waitFor({ state: 'detached' })
    assert.equal(await count(app.pool, "public.events where calendar_id = $1 and category = 'FYI'", [calendar.id]), 2)
    await choose('Elm Park', 'Delete')
    await field(several, /^Notify people/).press('Space')
    await button(several, 'Delete 2 events').press('Enter')
    const said = page.locator('[data-sonner-toast]').filter({ hasText: '2 events deleted' })
    await said.waitFor()
    await several.waitFor({ state: 'detached' })
    assert.equal(await count(app.pool, 'public.events where calendar_id = $1', [calendar.id]), 1)
    await button(said, 'Undo').press('Enter')
    await page.locator('[data-sonner-toast]').filter({ hasText: 'Change undone' }).first().waitFor()
    await waitForCount(3, calendar.id)
  })
  await visitor.leave()
})

/** A mailing that has named all events of a calendar to all its contacts. */
const wasTold = `
  with mailing as (
    insert into public.mailings (calendar_id, day, state) values ($1, $2, 'finished') returning id
  ), named as (
    insert into public.mailing_events (mailing_id, event_id, day)
    select m.id, e.id, e.event_date from mailing m, public.events e where e.calendar_id = $1
  )
  insert into public.deliveries (mailing_id, calendar_id, contact_id, channel, address, state, next_attempt_at)
  select m.id, $1, k.id, 'email', k.contact_value, 'sent', now()
  from mailing m, public.calendar_contacts k where k.calendar_id = $1`

async function waitForCount(expected: number, calendarId: string): Promise<void> {
  for (let tries = 0; tries < 1200; tries++) {
    const found = await count(fixture.app.pool, 'public.events where calendar_id = $1', [calendarId])
    if (found === expected) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  assert.fail(`there are not ${expected} events`)
}

async function mailTo(recipient: string, subject: string): Promise<void> {
  for (let tries = 0; tries < 1200; tries++) {
    const { rows } = await fixture.app.pool.query(
      'select from private.caught_messages where recipient = $1 and starts_with(subject, $2)',
      [recipient, subject],
    )
    if (rows.length > 0) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  assert.fail(`no mail "${subject}" to ${recipient}`)
}
