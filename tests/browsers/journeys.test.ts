// The main journeys in the other engines. Outside the usual suite: npm run test:browsers.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addDays } from '#domain/dates.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { count, makeCalendar, makeEvent, makePerson, PASSWORD } from '#testing/browser/people.ts'
import { engines, openJourney } from '#testing/browser/webdriver.ts'

let app: TestApp
before(async () => {
  app = await startApp({ CAPTCHA: 'none' })
})
after(() => app.close())

for (const engine of engines) {
  test(`${engine}: follow, sign in, month, popover, add and move`, async () => {
    const mo = await makePerson(app, `Mo ${engine}`)
    const calendar = await makeCalendar(app, mo, { name: `Elm ${engine}`, contacts: ['ann@town.example'] })
    await makeEvent(app, calendar, { title: 'Block party' })
    const isThere = (where: string) =>
      count(app.pool, `public.events where calendar_id = $1 and ${where}`, [calendar.id])
    const person = await openJourney(engine, app.url)
    try {
      await person.open(`/calendar/${calendar.id}`)
      await person.find('chip', '…Block party')
      await person.click('button', 'Follow this Calendar')
      await person.type('Email address', `gail@${engine}.example`)
      await person.click('button', 'Send Confirmation')
      await person.find('toast', 'Confirmation Email Sent')

      await person.open('/signin')
      await person.type('Email', mo.email)
      await person.type('Password', PASSWORD)
      await person.click('button', 'Sign in')
      await person.isAt('/dashboard')

      await person.open(`/calendars/${calendar.id}`)
      await person.click('link', 'Next month, …')
      await person.click('link', 'Today')
      await person.click('chip', '…Block party')
      await person.find('dialog', 'Block party')
      await person.click('button', 'Move')
      await person.find('dialog', 'Move to another day')
      await person.click('button', 'One week later')
      await person.find('toast', 'Event moved')
      assert.equal(await isThere(`title = 'Block party' and event_date = '${addDays(calendar.today, 7)}'`), 1)

      await person.click('link', 'New event')
      await person.type('Event Title', 'Bake sale')
      await person.click('field', 'Notice')
      await person.click('button', 'Create Event')
      await person.find('toast', 'Event created')
      assert.equal(await isThere(`title = 'Bake sale' and category = 'Notice'`), 1)
    } finally {
      await person.close()
    }
  })
}
