import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addDays } from '#domain/dates.ts'
import { button, dialog, field, isAt, sees, seesToast, step } from '#testing/browser/acts.ts'
import { violations } from '#testing/browser/axe.ts'
import { openCaught, openMail } from '#testing/browser/caught.ts'
import { type BrowserFixture, openBrowserFixture } from '#testing/browser/fixture.ts'
import { arriveAs, makeCalendar, makePerson } from '#testing/browser/people.ts'

let fixture: BrowserFixture
before(async () => {
  fixture = await openBrowserFixture()
})
after(() => fixture.close())

const phone = { width: 360, height: 740 }

test('on a phone, an organizer proposes dates, a guest and a member answer, and the best time becomes an event', async () => {
  const { app } = fixture
  const olga = await makePerson(app, 'Olga Maple')
  const calendar = await makeCalendar(app, olga, { name: 'Maple Row', contacts: ['ann@town.example'] })
  const admin = await fixture.visitor(phone)
  const visitor = await fixture.visitor(phone)
  const { page } = visitor
  await arriveAs(admin, app, olga)
  const queue = `/calendars/${calendar.id}/setup/suggestions`

  await step('she proposes two times', async () => {
    await admin.page.goto(queue)
    await button(admin.page, 'Propose dates').click()
    const form = dialog(admin.page, 'Propose dates')
    await button(form, 'Ask people').click()
    await sees(form, 'Missing start time')
    await field(form, /^What for/).fill('Spring cleanup')
    const time = (number: number) => form.getByRole('group', { name: `Time ${number}` })
    for (const [number, day] of [
      [1, addDays(calendar.today, 9)],
      [2, addDays(calendar.today, 5)],
    ] as const) {
      await field(time(number), /^Date/).fill(day)
      await field(time(number), /^Starts/).fill('10:00')
      await field(time(number), /^Ends/).fill(number === 1 ? '09:00' : '12:00')
    }
    assert.deepEqual(await violations(admin.page), [])
    await button(form, 'Ask people').click()
    await sees(form, 'The end must be after the start.')
    await field(time(1), /^Ends/).fill('12:00')
    await button(form, 'Ask people').click()
    await seesToast(admin.page, 'The poll is open')
    await sees(admin.page, 'Spring cleanup')
    assert.deepEqual(await violations(admin.page), [])
  })

  const openLink = async () => {
    await openCaught(page, { to: 'gail@town.example', says: 'Your answer: Spring cleanup' })
    await openMail(page).getByRole('link', { name: 'See and confirm your answer' }).click()
    await isAt(page, new RegExp(`/calendar/${calendar.id}/poll/`))
  }
  const choose = async (number: number, choice: string) =>
    page.getByRole('group').nth(number).getByLabel(choice, { exact: true }).check()

  await step('a guest finds the poll on the public page, and answers without an account', async () => {
    await page.goto(`/calendar/${calendar.id}`)
    const card = page.getByRole('complementary', { name: 'Help choose a date' })
    await card.getByRole('link', { name: 'Spring cleanup' }).click()
    await sees(page, 'Nobody has answered yet.')
    await choose(0, 'Yes')
    await choose(1, 'Maybe')
    await field(page, /^Your name/).fill('Gail Guest')
    await field(page, /^Email address/).fill('gail@town.example')
    await button(page, 'Send answer').click()
    await seesToast(page, 'Check your email')
    await openLink()
    await sees(page, 'Please check your answer and confirm it.')
    assert.equal(new URL(page.url()).search, '', 'the token is gone from the address')
    await button(page, 'Confirm answer').click()
    await sees(page, 'Your answer counts. Thank you!')
    assert.deepEqual(await violations(page), [])
    await choose(1, 'No')
    await button(page, 'Save changes').click()
    await sees(page, '0 yes, 0 maybe')
    await page.getByRole('link', { name: 'See the poll' }).click()
    await sees(page, '1 person has answered.')
    await sees(page, '1 yes, 0 maybe')
  })

  await step('the organizer answers as a member, at once', async () => {
    await admin.page.goto(queue)
    await admin.page.getByRole('link', { name: 'See the page' }).click()
    await admin.page.getByRole('group').nth(0).getByLabel('Yes', { exact: true }).check()
    await admin.page.getByLabel('Email address').waitFor({ state: 'detached' })
    await button(admin.page, 'Send answer').click()
    await seesToast(admin.page, 'Saved')
    await sees(admin.page, '2 people have answered.')
    await sees(admin.page, '2 yes, 0 maybe')
  })

  await step('she sees who can come, and makes an event of the first time', async () => {
    await admin.page.goto(queue)
    await sees(admin.page, 'Yes (2): Gail Guest, Olga Maple')
    await button(admin.page, 'Make it an event').first().click()
    await button(admin.page.getByRole('alertdialog', { name: 'Make it an event?' }), 'Add event').click()
    await isAt(admin.page, new RegExp(`/calendars/${calendar.id}/events/`))
    await sees(admin.page, 'Spring cleanup')
    await admin.leave()
  })

  await step('the page of the poll leads to the event, and its link answers no more', async () => {
    await page.reload()
    await sees(page, 'The date is chosen.')
    assert.equal(await button(page, 'Send answer').count(), 0)
    await page.getByRole('link', { name: 'See the event' }).click()
    await page.getByRole('heading', { name: 'Spring cleanup' }).waitFor()
    await openLink()
    await sees(page, 'This poll is closed.')
    await button(page, 'Delete my answer').click()
    await sees(page, 'Your answer is deleted.')
    await visitor.leave()
  })
})
