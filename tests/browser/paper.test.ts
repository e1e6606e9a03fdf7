// Sheets to print, made into PDFs by the browser: the paper, the number of sheets, and what stands on them.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright'
import { addDays, addMonths, firstDayOf, instantAt, monthOf } from '#domain/dates.ts'
import { sees } from '#testing/browser/acts.ts'
import { violations } from '#testing/browser/axe.ts'
import { type BrowserFixture, openBrowserFixture } from '#testing/browser/fixture.ts'
import { type Calendar, makeCalendar, makeEvent, makePerson } from '#testing/browser/people.ts'

let fixture: BrowserFixture
let calendar: Calendar
let full: string
const LONG = `Annual ${'very '.repeat(30)}long potluck`

before(async () => {
  fixture = await openBrowserFixture()
  const { app } = fixture
  const petra = await makePerson(app, 'Petra Paper')
  calendar = await makeCalendar(app, petra, { name: 'Elm Street & Friends' })
  // Next month, so that no day of it is over, and full: 200 events.
  full = addMonths(monthOf(calendar.today), 1)
  const rows = Array.from({ length: 200 }, (_, index) => {
    const day = addDays(firstDayOf(full), index % 28)
    const hour = `${8 + (Math.floor(index / 28) % 12)}`.padStart(2, '0')
    return { title: index === 0 ? LONG : `Event ${index}`, at: instantAt(day, `${hour}:00`, calendar.zone) }
  })
  await app.pool.query(
    `insert into public.events (calendar_id, title, category, start_time, end_time)
     select $1, n.title, 'Event', n.at, n.at + interval '1 hour'
     from jsonb_to_recordset($2) as n (title text, at timestamptz)`,
    [calendar.id, JSON.stringify(rows)],
  )
  await makeEvent(app, calendar, { title: 'Soup tomorrow', inDays: 1, place: 'The Shed' })
})
after(() => fixture.close())

/** The size of each sheet, in points. */
async function sheetsOf(page: Page, format: 'A4' | 'Letter') {
  const pdf = (await page.pdf({ format, preferCSSPageSize: true, printBackground: true })).toString('latin1')
  return [...pdf.matchAll(/\/Type \/Page\b(?!s)[\s\S]*?\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(
    ([, width, height]) => ({ width: Number(width), height: Number(height) }),
  )
}

test('a guest prints a month, a list, a flyer and large print, on A4 and Letter', async () => {
  const visitor = await fixture.visitor()
  const { page } = visitor
  await page.goto(`/calendar/${calendar.id}?month=${full}`)
  await page.getByRole('button', { name: 'More', exact: true }).filter({ visible: true }).click()
  await page.getByRole('link', { name: 'Print', exact: true }).click()
  await page.getByRole('heading', { name: 'Print this calendar' }).waitFor()
  await sees(page, 'Event 199')
  const titles = page
    .getByRole('cell')
    .getByRole('listitem')
    .filter({ hasText: /Event \d|potluck/ })
  assert.equal(await titles.count(), 200, 'every title is there')
  assert.deepEqual(await violations(page), [])
  for (const format of ['A4', 'Letter'] as const) {
    const sheets = await sheetsOf(page, format)
    assert.ok(sheets.length >= 1 && sheets.length <= 2, `${sheets.length} sheets of ${format}`)
    assert.ok(
      sheets.every(({ width, height }) => width > height),
      'landscape',
    )
  }

  await page.getByRole('link', { name: /^Fridge list/ }).click()
  await page.getByRole('heading', { level: 3 }).first().waitFor()
  assert.ok(
    (await sheetsOf(page, 'A4')).every(({ width, height }) => width < height),
    'portrait',
  )

  await page.getByRole('link', { name: /^Large print/ }).click()
  await page.locator('nav [aria-current]', { hasText: 'Large print' }).waitFor()
  const title = page.getByText('Event 199', { exact: true })
  assert.ok(await title.evaluate((text) => Number.parseFloat(getComputedStyle(text).fontSize) >= 24))

  await page.getByRole('link', { name: /^Flyer/ }).click()
  await sees(page, 'Soup tomorrow')
  assert.equal(await page.getByRole('img', { name: /^QR/ }).count(), 1, 'the strips are not read out')
  assert.deepEqual(await violations(page), [])
  for (const format of ['A4', 'Letter'] as const) assert.equal((await sheetsOf(page, format)).length, 1, format)
  await visitor.leave()
})

test('the sheets need no scripts, and a calendar that is not there is said so', async () => {
  const response = await fetch(`${fixture.app.url}/calendar/${calendar.id}/print?style=list&month=${full}`)
  assert.equal(response.status, 200)
  const html = await response.text()
  assert.match(html, /Event 199/)
  assert.match(html, /Use Print in your browser’s menu\./)
  assert.match(html, /noindex/)
  const missing = await fetch(`${fixture.app.url}/calendar/00000000-0000-4000-8000-000000000000/print`)
  assert.equal(missing.status, 404)
})
