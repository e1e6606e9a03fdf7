import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { button, dialog, field, isAt, sees, seesToast, step } from '#testing/browser/acts.ts'
import { violations } from '#testing/browser/axe.ts'
import { type BrowserFixture, openBrowserFixture } from '#testing/browser/fixture.ts'
import { arriveAs, makeCalendar, makeEvent, makePerson } from '#testing/browser/people.ts'

let fixture: BrowserFixture
before(async () => {
  fixture = await openBrowserFixture()
})
after(() => fixture.close())

const phone = { width: 360, height: 740 }

test('on a phone, an admin invites another calendar to an event, its admin accepts and edits it, and both pages show it', async () => {
  const { app } = fixture
  const olga = await makePerson(app, 'Olga Maple')
  const pete = await makePerson(app, 'Pete Birch')
  const maple = await makeCalendar(app, olga, { name: 'Maple Row', contacts: ['ann@town.example'] })
  const birch = await makeCalendar(app, pete, { name: 'Birch Lane', contacts: ['ben@town.example'] })
  const day = await makeEvent(app, maple, { title: 'Street party', inDays: 5 })
  const events = async () => (await app.pool.query('select id, calendar_id from public.events')).rows
  const eventIn = async ({ id }: { id: string }) => (await events()).find(({ calendar_id }) => calendar_id === id).id
  const home = await eventIn(maple)

  await step('she finds it by its name and invites it', async () => {
    const visitor = await fixture.visitor(phone)
    const { page } = visitor
    await arriveAs(visitor, app, olga)
    await page.goto(`/calendars/${maple.id}/events/${home}`)
    await page.getByRole('link', { name: 'Co-hosts' }).click()
    await isAt(page, `/calendars/${maple.id}/events/${home}/cohosts`)
    await sees(page, 'No other calendar hosts it yet.')
    await field(page, 'Invite a calendar').fill('birch lane')
    await button(page, 'Invite Birch Lane').click()
    await seesToast(page, 'Invited')
    await sees(page, 'Birch Lane')
    assert.deepEqual(await violations(page), [])
    await visitor.leave()
  })

  await step('the other admin sees that something waits, accepts it, and gives it another title', async () => {
    const visitor = await fixture.visitor(phone)
    const { page } = visitor
    await arriveAs(visitor, app, pete)
    await page.goto(`/calendars/${birch.id}`)
    await page.getByRole('link', { name: '1 suggestion waits' }).click()
    await sees(page, 'From Maple Row')
    assert.deepEqual(await violations(page), [])
    await button(page, 'Accept Street party').click()
    await seesToast(page, 'Accepted')
    await button(page, 'Accept Street party').waitFor({ state: 'detached' })
    await page.goto(`/calendars/${birch.id}?day=${day}`)
    await button(page, 'Edit Street party').click()
    const form = dialog(page, 'Edit Event')
    await field(form, /^Event Title/).fill('Street party for all')
    await button(form, 'Save Changes').click()
    await seesToast(page, 'Event updated')
    await visitor.leave()
  })

  await step(
    'both public pages have the new title and name each other; search engines are sent to the first',
    async () => {
      const visitor = await fixture.visitor(phone)
      const { page } = visitor
      const copy = await eventIn(birch)
      await page.goto(`/calendar/${birch.id}/events/${copy}`)
      await sees(page, 'Street party for all')
      const canonical = await page.locator('link[rel=canonical]').getAttribute('href')
      assert.equal(new URL(canonical ?? '', app.url).pathname, `/calendar/${maple.id}/events/${home}`)
      assert.deepEqual(await violations(page), [])
      await page.getByRole('link', { name: 'Maple Row', exact: true }).click()
      await isAt(page, `/calendar/${maple.id}/events/${home}`)
      await sees(page, 'Street party for all')
      await page.getByRole('link', { name: 'Birch Lane' }).waitFor()
      await visitor.leave()
    },
  )
})
