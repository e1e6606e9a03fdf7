import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { dayInZone } from '#domain/dates.ts'
import { button, dialog, field, isAt, sees, seesToast, step } from '#testing/browser/acts.ts'
import { violations } from '#testing/browser/axe.ts'
import { openCaught, openMail } from '#testing/browser/caught.ts'
import { type BrowserFixture, openBrowserFixture } from '#testing/browser/fixture.ts'
import { arriveAs, makeCalendar, makeEvent, makePerson } from '#testing/browser/people.ts'
import { morningZone } from '#testing/calendars.ts'

let fixture: BrowserFixture
before(async () => {
  fixture = await openBrowserFixture()
})
after(() => fixture.close())

test('on a phone, a guest answers without an account, confirms by the link of a mail, and changes the answer by it', async () => {
  const { app } = fixture
  const guest = 'gail@town.example'
  const olga = await makePerson(app, 'Olga Maple')
  const calendar = await makeCalendar(app, olga, { name: 'Maple Row' })
  await makeEvent(app, calendar, { title: 'Porch concert', inDays: 5 })
  const { rows } = await app.pool.query(
    `insert into public.event_rsvps (event_id, calendar_id, capacity, question, shows_count)
     select e.id, e.calendar_id, 3, 'What do you bring?', true from public.events e where e.calendar_id = $1
     returning event_id`,
    [calendar.id],
  )
  const event: string = rows[0].event_id
  await app.pool.query("update public.events set location = '2200 Rabb Road, Austin' where id = $1", [event])
  const visitor = await fixture.visitor({ width: 360, height: 740 })
  const { page } = visitor
  const path = `/calendar/${calendar.id}/events/${event}`
  const card = page.getByRole('region', { name: 'Will you be there?' })

  await step('she answers on the page of the event', async () => {
    await page.goto(path)
    await sees(card, '0 of 3 places taken')
    await button(card, 'Going').click()
    const form = dialog(page, 'Porch concert')
    await button(form, 'Send answer').click()
    await sees(form, 'Please enter your name.')
    await field(form, /^Your name/).fill('Gail Guest')
    await field(form, /^Email address/).fill(guest)
    await field(form, /^How many of you/).fill('2')
    await field(form, 'What do you bring?').fill('Lemonade')
    assert.deepEqual(await violations(page), [])
    await button(form, 'Send answer').click()
    await seesToast(page, 'Check your email')
  })

  await step('the link of the mail shows the answer, and only its button counts it', async () => {
    await openCaught(page, { to: guest, says: 'Not confirmed yet: Porch concert' })
    await openMail(page).getByRole('link', { name: 'See and confirm your answer' }).click()
    await isAt(page, '/rsvp')
    await sees(page, 'Please check your answer and confirm it.')
    assert.equal(await field(page, /^Your name/).inputValue(), 'Gail Guest')
    assert.equal(new URL(page.url()).search, '', 'the token is gone from the address')
    await page.goto(path)
    await sees(card, '0 of 3 places taken')
  })

  await step('she confirms, and the page of the event counts her', async () => {
    await openCaught(page, { to: guest, says: 'Not confirmed yet: Porch concert' })
    await openMail(page).getByRole('link', { name: 'See and confirm your answer' }).click()
    await button(page, 'Confirm answer').click()
    await page.getByRole('heading', { name: "You're going" }).waitFor()
    await sees(page, 'You and 1 guest are on the list.')
    await field(page, /^Your name/).waitFor({ state: 'hidden' })
    assert.deepEqual(await violations(page), [])
  })

  await step('she takes the event home', async () => {
    await button(page, 'Add to calendar').click()
    const apps = dialog(page, /Porch concert/)
    const file = await apps.getByRole('link', { name: 'Apple Calendar and others' }).getAttribute('href')
    assert.ok(file?.endsWith(`${path}.ics`), String(file))
    await button(apps, 'Close').click()
    const map = await page.getByRole('link', { name: 'Directions' }).getAttribute('href')
    assert.match(map ?? '', /openstreetmap\.org.*Rabb/)
    await page.getByRole('link', { name: 'See the event' }).click()
    await sees(card, '2 of 3 places taken')
  })

  await step('she brings one more, and the event is full', async () => {
    await openCaught(page, { to: guest, says: 'Not confirmed yet: Porch concert' })
    await openMail(page).getByRole('link', { name: 'See and confirm your answer' }).click()
    visitor.expectRefusal(/answer-rsvp/)
    await page.getByText('Change my answer').click()
    await field(page, /^How many of you/).fill('4')
    await button(page, 'Save changes').click()
    await sees(page, "There aren't that many places left.")
    await field(page, /^How many of you/).fill('3')
    await button(page, 'Save changes').click()
    await sees(page, 'You and 2 guests are on the list.')
    await page.getByText("There aren't that many places left.").waitFor({ state: 'detached' })
    await field(page, /^How many of you/).waitFor({ state: 'hidden' })
    await page.goto(path)
    await sees(card, 'Full')
    await sees(card, 'All places are taken. You can join the waiting list.')
    const data = (await page.locator('script[type="application/ld+json"]').allTextContents()).join()
    assert.match(data, /"maximumAttendeeCapacity":3,"remainingAttendeeCapacity":0/)
    assert.match(data, /"availability":"https:\/\/schema.org\/SoldOut"/)
    assert.deepEqual(await violations(page), [])
  })

  await step('somebody else joins the waiting list, and every button says so', async () => {
    await button(card, 'Join the waiting list').click()
    const form = dialog(page, 'Porch concert')
    await sees(form, 'All places are taken. You can join the waiting list.')
    await form.getByRole('radio', { name: 'Maybe' }).check()
    await button(form, 'Send answer').waitFor()
    await form.getByRole('radio', { name: 'Join the waiting list' }).check()
    await field(form, /^Your name/).fill('Wanda Waits')
    await field(form, /^Email address/).fill('wanda@town.example')
    await button(form, 'Join the waiting list').click()
    await seesToast(page, 'Check your email')
    await openCaught(page, { to: 'wanda@town.example', says: 'Not confirmed yet: Porch concert' })
    await openMail(page).getByRole('link', { name: 'See and confirm your answer' }).click()
    await button(page, 'Join the waiting list').click()
    await page.getByRole('heading', { name: "You're on the waiting list" }).waitFor()
    assert.deepEqual(await violations(page), [])
    await page.getByText('Change my answer').click()
    await button(page, 'Delete my answer').click()
    await sees(page, 'Your answer is deleted.')
  })

  await step('an admin checks her in on a phone and writes down who phoned', async () => {
    const admin = await fixture.visitor({ width: 360, height: 740 })
    await arriveAs(admin, app, olga)
    await admin.page.goto(`/calendars/${calendar.id}/events/${event}`)
    await admin.page.getByRole('link', { name: "Who's coming" }).click()
    await isAt(admin.page, `/calendars/${calendar.id}/events/${event}/rsvp`)
    await sees(admin.page, '3 going')
    await sees(admin.page, 'Lemonade')
    await button(admin.page, 'Check in Gail Guest').click()
    await sees(admin.page, '3 here')
    await button(admin.page, 'Add an answer').click()
    const form = dialog(admin.page, 'Add an answer')
    await field(form, /^Name/).fill('Rosa Phone')
    await button(form, 'Save answer').click()
    await sees(admin.page, '1 waiting')
    await field(admin.page, 'Find a name').fill('rosa')
    await admin.page.getByText('Gail Guest', { exact: true }).waitFor({ state: 'detached' })
    await field(admin.page, 'Find a name').fill('')
    await button(admin.page, 'Remove Gail Guest').click()
    await button(admin.page.getByRole('alertdialog', { name: 'Remove Gail Guest?' }), 'Remove').click()
    await sees(admin.page, '1 going')
    await admin.leave()
  })
  await visitor.leave()
})

test('on a phone, somebody who follows the calendar answers with one press from the mail of the day', async () => {
  const { app } = fixture
  const guest = 'fay@town.example'
  const olga = await makePerson(app, 'Olga Oak')
  const calendar = await makeCalendar(app, olga, { name: 'Oak Row', contacts: [guest] })
  // So that the event is still to come, at whatever hour this runs.
  const zone = morningZone()
  await app.pool.query("update public.calendars set time_zone = $2, notify_at = '00:00' where id = $1", [
    calendar.id,
    zone,
  ])
  await makeEvent(app, { ...calendar, zone, today: dayInZone(Date.now(), zone) }, { title: 'Porch concert' })
  await app.pool.query(
    'insert into public.event_rsvps (event_id, calendar_id) select id, calendar_id from public.events where calendar_id = $1',
    [calendar.id],
  )
  await app.pool.query('delete from private.waiting_events')
  await app.pool.query("select graphile_worker.add_job('plan-day-of', json_build_object('calendar_id', $1::uuid))", [
    calendar.id,
  ])
  const taken = async () =>
    (await app.pool.query('select taken from public.event_rsvps where calendar_id = $1', [calendar.id])).rows[0].taken
  const visitor = await fixture.visitor({ width: 360, height: 740 })
  const { page } = visitor

  await step('the mail asks, and its link fills in the page without counting her', async () => {
    await openCaught(page, { to: guest, says: 'Today: Porch concert (Oak Row)' })
    await openMail(page).getByText('Will you be there?').waitFor()
    await openMail(page).getByRole('link', { name: 'Maybe' }).click()
    await isAt(page, '/rsvp')
    await sees(page, 'Please check your answer and confirm it.')
    assert.ok(await page.getByRole('radio', { name: 'Maybe' }).isChecked())
    assert.equal(await button(page, 'Delete my answer').count(), 0)
    await openCaught(page, { to: guest, says: 'Today: Porch concert (Oak Row)' })
    await openMail(page).getByRole('link', { name: 'Going' }).click()
    await isAt(page, '/rsvp')
    await page.getByRole('radio', { name: 'Going' }).waitFor()
    assert.ok(await page.getByRole('radio', { name: 'Going' }).isChecked())
    assert.equal(await taken(), 0)
  })

  await step('one press counts her', async () => {
    await button(page, 'Confirm answer').click()
    await page.getByRole('heading', { name: "You're going" }).waitFor()
    assert.equal(await taken(), 1)
  })

  await step('another answer pressed in the mail is filled in, not counted, and saved by one press', async () => {
    await openCaught(page, { to: guest, says: 'Today: Porch concert (Oak Row)' })
    await openMail(page).getByRole('link', { name: 'Maybe' }).click()
    await sees(page, "You're going")
    assert.ok(await page.getByRole('radio', { name: 'Maybe' }).isChecked())
    assert.equal(await taken(), 1)
    await button(page, 'Save changes').click()
    await page.getByRole('heading', { name: 'You might come' }).waitFor()
    assert.equal(await taken(), 0)
  })
  await visitor.leave()
})
