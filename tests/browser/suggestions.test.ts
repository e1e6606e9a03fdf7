import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addDays } from '#domain/dates.ts'
import { button, dialog, field, isAt, sees, seesToast, step } from '#testing/browser/acts.ts'
import { violations } from '#testing/browser/axe.ts'
import { openCaught, openMail } from '#testing/browser/caught.ts'
import { type BrowserFixture, openBrowserFixture } from '#testing/browser/fixture.ts'
import { arriveAs, makeCalendar, makeEvent, makePerson } from '#testing/browser/people.ts'

let fixture: BrowserFixture
before(async () => {
  fixture = await openBrowserFixture()
})
after(() => fixture.close())

const DUPLICATES = 'Is it one of these? They are on the calendar that day already.'
const phone = { width: 360, height: 740 }

test('on a phone, a guest suggests an event and confirms it by mail, an admin accepts it, and it is on the public page', async () => {
  const { app } = fixture
  const guest = 'gus@town.example'
  const otto = await makePerson(app, 'Otto Cedar')
  const calendar = await makeCalendar(app, otto, { name: 'Cedar Row', contacts: ['ann@town.example'] })
  await makeEvent(app, calendar, { title: 'Bake sale', inDays: 6 })
  const day = addDays(calendar.today, 6)
  const path = `/calendar/${calendar.id}`
  const admin = await fixture.visitor(phone)
  const visitor = await fixture.visitor(phone)
  const { page } = visitor

  await step('the owner switches suggestions on; before, the page has no link to the form', async () => {
    await page.goto(path)
    await sees(page, 'Cedar Row')
    assert.equal(await page.getByRole('link', { name: 'Suggest an event', includeHidden: true }).count(), 0)
    await arriveAs(admin, app, otto)
    await admin.page.goto(`/calendars/${calendar.id}/setup`)
    await admin.page.getByRole('tab', { name: 'Suggestions' }).click()
    await admin.page.getByRole('switch', { name: 'Visitors can suggest events' }).click()
    await seesToast(admin.page, 'Saved')
    assert.deepEqual(await violations(admin.page), [])
  })

  await step('a guest suggests an event, and is shown one that is on already', async () => {
    await page.goto(path)
    await button(page, 'More').click()
    await page.getByRole('link', { name: 'Suggest an event' }).click()
    await isAt(page, `${path}/suggest`)
    await button(page, 'Send suggestion').click()
    await sees(page, 'Please enter your name.')
    await field(page, /^Date/).fill(day)
    await field(page, /^What is it/).fill('The big bake sale')
    await sees(page, DUPLICATES)
    await page.getByRole('link', { name: 'Bake sale', exact: true }).waitFor()
    await field(page, /^What is it/).fill('Lantern walk')
    await page.getByText(DUPLICATES).waitFor({ state: 'detached' })
    await field(page, /^Starts/).fill('18:00')
    await field(page, /^Ends(?! on)/).fill('19:30')
    await field(page, 'Place').fill('Town hall')
    await field(page, 'Description').fill('Bring a lantern. See https://lanterns.example')
    await field(page, /^Your name/).fill('Gus Guest')
    await field(page, /^Email address/).fill(guest)
    assert.deepEqual(await violations(page), [])
    await button(page, 'Send suggestion').click()
    await sees(page, 'Check your email')
  })

  await step('the link of the mail shows it, and only its button sends it to the organizers', async () => {
    await openCaught(page, { to: guest, says: 'Your suggestion for Cedar Row' })
    await openMail(page).getByRole('link', { name: 'See and confirm your suggestion' }).click()
    await isAt(page, `${path}/suggest`)
    await sees(page, 'Please check your suggestion and confirm it.')
    assert.equal(new URL(page.url()).search, '', 'the token is gone from the address')
    await admin.page.goto(`/calendars/${calendar.id}/setup/suggestions`)
    await sees(admin.page, 'No suggestions are waiting.')
    await button(page, 'Confirm suggestion').click()
    await sees(page, 'The organizers have your suggestion.')
    assert.deepEqual(await violations(page), [])
  })

  await step('an admin sees how many wait, edits and accepts', async () => {
    await admin.page.goto(`/calendars/${calendar.id}`)
    await admin.page.getByRole('link', { name: '1 suggestion waits' }).click()
    await isAt(admin.page, `/calendars/${calendar.id}/setup/suggestions`)
    await sees(admin.page, 'From Gus Guest, gus@town.example')
    assert.equal(await admin.page.getByRole('link', { name: /lanterns/ }).count(), 0, 'links are plain text')
    await button(admin.page, 'Accept… Lantern walk').click()
    const form = dialog(admin.page, 'Add this event?')
    await field(form, /^What is it/).fill('Lantern walk for all')
    assert.deepEqual(await violations(admin.page), [])
    await button(form, 'Add event').click()
    await seesToast(admin.page, 'Accepted')
    await sees(admin.page, 'No suggestions are waiting.')
    await admin.page.getByRole('link', { name: /suggestion waits/ }).waitFor({ state: 'detached' })
  })

  await step('it is on the public page, and the outcome mail leads to a change that waits, too', async () => {
    await page.goto(`${path}?view=day&date=${day}`)
    await sees(page, 'Lantern walk for all')
    await openCaught(page, { to: guest, says: 'On the calendar: Lantern walk for all' })
    await openMail(page).getByRole('link', { name: 'See it or propose a change' }).click()
    await sees(page, 'Your suggestion is on the calendar.')
    await field(page, 'Place').fill('School yard')
    await button(page, 'Propose this change').click()
    await sees(page, 'The organizers have your change.')
    await admin.page.goto(`/calendars/${calendar.id}/setup/suggestions`)
    await sees(admin.page, 'Change of an event')
    await button(admin.page, 'Decline… Lantern walk for all').click()
    const form = dialog(admin.page, 'Decline this suggestion?')
    await field(form, 'Reason').fill('The yard is closed')
    await button(form, 'Decline').click()
    await seesToast(admin.page, 'Declined')
    await openCaught(page, { to: guest, says: 'Your suggestion: Lantern walk for all' })
    await openMail(page).getByText('Their reason: The yard is closed').last().waitFor()
  })
  await admin.leave()
  await visitor.leave()
})
