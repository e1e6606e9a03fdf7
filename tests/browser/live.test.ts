import { after, before, test } from 'node:test'
import type { Page } from 'playwright'
import { sees, step } from '#testing/browser/acts.ts'
import { type BrowserFixture, openBrowserFixture } from '#testing/browser/fixture.ts'
import { arriveAs, makeCalendar, makeEvent, makePerson } from '#testing/browser/people.ts'

let fixture: BrowserFixture
before(async () => {
  fixture = await openBrowserFixture({ STREAMS_MAX: '100' })
})
after(() => fixture.close())

test('open pages show what others change, without being loaded again', async () => {
  const { app } = fixture
  const olga = await makePerson(app, 'Olga Live')
  const calendar = await makeCalendar(app, olga, { name: 'Live Lane' })
  const [neighbor, owner] = [await fixture.visitor(), await fixture.visitor()]
  await arriveAs(owner, app, olga)
  await Promise.all([
    follows(neighbor.page, () => neighbor.page.goto(`/calendar/${calendar.id}`)),
    follows(owner.page, () => owner.page.goto(`/calendars/${calendar.id}`)),
  ])

  await step('an event that somebody adds', async () => {
    await makeEvent(app, calendar, { title: 'Sudden bake sale' })
    for (const { page } of [neighbor, owner])
      await page.getByText('Sudden bake sale').filter({ visible: true }).first().waitFor()
  })

  await step('a mailing that goes out', async () => {
    await follows(owner.page, () => owner.page.goto(`/calendars/${calendar.id}/mailings`))
    await sees(owner.page, 'Nothing sent yet')
    await app.pool.query(
      `insert into public.mailings (calendar_id, day, kind, state) values ($1, $2, 'day_of', 'finished')`,
      [calendar.id, calendar.today],
    )
    await owner.page.getByText('Nothing sent yet').waitFor({ state: 'detached' })
  })
  await neighbor.leave()
  await owner.leave()
})

/** Waits until the page follows its calendar: what changes earlier it reads anyway. */
async function follows(page: Page, open: () => Promise<unknown>): Promise<void> {
  const opened = page.waitForResponse((answer) => answer.url().includes('/functions/v1/calendar-stream') && answer.ok())
  await open()
  await opened
}
