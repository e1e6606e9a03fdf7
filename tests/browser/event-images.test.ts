// The pictures of an event: one that is chosen, described, seen by everybody or by members only, and taken away again; and the map.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Locator, Page } from 'playwright'
import { longDay } from '#domain/date-words.ts'
import { eventImageTexts, imageProblemTexts } from '#domain/texts/event-images.ts'
import { button, dialog, field, hasFocus, openMoreOptions, sees, seesToast } from '#testing/browser/acts.ts'
import { violations } from '#testing/browser/axe.ts'
import { type BrowserFixture, openBrowserFixture } from '#testing/browser/fixture.ts'
import { arriveAs, type Calendar, makeCalendar, makeEvent, makePerson, type Person } from '#testing/browser/people.ts'
import { imageFieldTexts } from '#web/features/events/texts.ts'

let fixture: BrowserFixture
let owner: Person
let calendar: Calendar
let day: string
before(async () => {
  fixture = await openBrowserFixture({ MAP_TILES_URL: 'https://tiles.example.org/{z}/{x}/{y}.png' })
  owner = await makePerson(fixture.app, 'Maria Santos')
  calendar = await makeCalendar(fixture.app, owner, { name: 'Elm Street', contacts: ['neighbor@town.example'] })
  day = await makeEvent(fixture.app, calendar, { title: 'Block party', inDays: 8 })
})
after(() => fixture.close())

/** A real picture, as a camera would make it: larger than any screen. */
async function photograph(page: Page): Promise<Buffer> {
  const text = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 2400, height: 1200 })
    const paper = canvas.getContext('2d') as CanvasRenderingContext2D
    paper.fillStyle = 'seagreen'
    paper.fillRect(0, 0, 2400, 1200)
    return canvas.toDataURL('image/png').split(',')[1] as string
  })
  return Buffer.from(text, 'base64')
}

const isShown = (image: Locator) =>
  image.evaluate((img: HTMLImageElement) => img.decode().then(() => [img.naturalWidth, img.naturalHeight]))

test('an admin gives an event a picture in words and all, visitors see it, and it can be taken away', async () => {
  const visitor = await fixture.visitor({ width: 360, theme: 'dark' })
  const { page } = visitor
  await arriveAs(visitor, fixture.app, owner)
  await page.goto(`/calendars/${calendar.id}?view=day&date=${day}`)
  await button(page, 'Edit Block party').click()
  const editing = dialog(page, 'Edit Event')
  await openMoreOptions(editing)
  const choose = field(editing, imageFieldTexts.label)
  await choose.setInputFiles({ name: 'party.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') })
  await sees(editing, imageProblemTexts.unknown)
  await choose.setInputFiles({ name: 'party.png', mimeType: 'image/png', buffer: await photograph(page) })
  const preview = editing.getByRole('presentation')
  await preview.waitFor()
  assert.deepEqual(await isShown(preview), [1600, 800])

  await button(editing, 'Save Changes').click()
  await sees(editing, eventImageTexts.altMissing)
  const words = field(editing, new RegExp(`^${imageFieldTexts.alt}`))
  await hasFocus(words)
  assert.deepEqual(await violations(page), [])
  await words.fill('Neighbors at a long table')
  await button(editing, 'Save Changes').click()
  await seesToast(page, 'Event updated')
  const image = page.getByRole('img', { name: 'Neighbors at a long table' })
  await image.waitFor()

  const guest = await fixture.visitor()
  await guest.page.goto(`/calendar/${calendar.id}?view=day&date=${day}`)
  const seen = guest.page.getByRole('img', { name: 'Neighbors at a long table' })
  assert.deepEqual(await isShown(seen), [1600, 800])
  await guest.page.getByRole('main').getByRole('link', { name: 'Block party', exact: true }).click()
  await guest.page.getByRole('heading', { level: 1, name: 'Block party' }).waitFor()
  assert.deepEqual(await isShown(seen), [1600, 800])
  assert.match(
    (await guest.page.locator('meta[property="og:image"]').getAttribute('content')) ?? '',
    /\/event-images\/.*-1600x800\.webp$/,
  )
  assert.deepEqual(await violations(guest.page), [])
  await guest.leave()

  // Not public any more: members are shown the same, by saying who they are.
  await fixture.app.pool.query('update public.calendars set disabled = true where id = $1', [calendar.id])
  await page.reload()
  await image.waitFor()
  await page.waitForFunction((img) => (img as HTMLImageElement).naturalWidth === 1600, await image.elementHandle())
  assert.match((await image.getAttribute('src')) ?? '', /^data:image\/webp/)
  await page.getByRole('main').getByRole('link', { name: 'Block party', exact: true }).click()
  await page.getByRole('link', { name: 'Event page' }).click()
  await page.getByRole('heading', { level: 1, name: 'Block party' }).waitFor()
  assert.deepEqual(await isShown(image), [1600, 800])
  await page.goBack()

  await button(page, 'Edit Block party').click()
  assert.equal(await words.inputValue(), 'Neighbors at a long table')
  await button(editing, imageFieldTexts.remove).click()
  await hasFocus(choose)
  await button(editing, 'Save Changes').click()
  await editing.waitFor({ state: 'detached' })
  await page.getByRole('heading', { level: 2, name: longDay(day), exact: true }).waitFor()
  await image.waitFor({ state: 'detached' })
  await visitor.leave()
})

test('a phone shows the map of an event from the tile server, and Follow and Share in reach of the thumb', async () => {
  await fixture.app.pool.query('update public.calendars set disabled = false where id = $1', [calendar.id])
  const { rows } = await fixture.app.pool.query<{ id: string }>(
    `update public.events set location_name = 'Elm Park', latitude = 51.5074, longitude = -0.1278 where calendar_id = $1 returning id`,
    [calendar.id],
  )
  const visitor = await fixture.visitor({ width: 360, height: 740 })
  const { page } = visitor
  const asked: string[] = []
  const tile = await photograph(page)
  await page.route('https://tiles.example.org/**', (route) => {
    asked.push(new URL(route.request().url()).pathname)
    return route.fulfill({ contentType: 'image/png', body: tile })
  })
  await page.goto(`/calendar/${calendar.id}/events/${rows[0]?.id}`)
  const map = page.getByRole('link', { name: 'Map of Elm Park' })
  assert.match((await map.getAttribute('href')) ?? '', /openstreetmap\.org/)
  await page.waitForLoadState('networkidle')
  assert.ok(asked.includes('/16/32744/21792.png'), asked.join())
  await sees(page, '© OpenStreetMap contributors')
  assert.deepEqual(await violations(page), [])

  const bar = page.locator('[data-bottom-bar]')
  const { y, height } = (await bar.boundingBox())!
  assert.equal(Math.round(y + height), 740)
  await button(bar, 'Share').waitFor()
  await button(bar, 'Follow this Calendar').click()
  await dialog(page, /^Join /).waitFor()
  await visitor.leave()
})
