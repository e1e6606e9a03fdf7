import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright'
import { builtInTemplate } from '#messages/template-service/built-in.ts'
import { compileTemplate } from '#messages/template-service/compile.ts'
import { account } from '#messages/templates/account/letters.ts'
import { dayOfData } from '#messages/templates/day-of/data.ts'
import { digestData, weekData } from '#messages/templates/digest/data.ts'
import { digest } from '#messages/templates/digest/digest.ts'
import { renderLetter } from '#messages/templates/letter.ts'
import { noticeData } from '#messages/templates/notice/data.ts'
import { notice } from '#messages/templates/notice/notice.ts'
import { violations } from '#testing/browser/axe.ts'
import { openBrowser } from '#testing/browser/find-browser.ts'

// What a mail program shows, in light and dark: a reader must be able to read it.

const siteUrl = 'https://town.example'
const sender = { siteUrl, supportEmail: 'help@town.example', postalAddress: '1 Town Square' }
const calendar = {
  id: 'c0ffee00-0000-4000-8000-000000000000',
  name: 'Barton Hills',
  identifier: '10482',
  description: null,
  city: 'Austin',
  state: 'Texas',
  time_zone: 'America/Chicago',
  admin_email: 'maria@town.example',
}
const message = {
  calendar,
  day: '2026-11-15',
  siteUrl,
  postalAddress: sender.postalAddress,
  personal: {
    email: 'sam@town.example',
    why: 'You follow Barton Hills.',
    unsubscribeUrl: `${siteUrl}/opt-out`,
    preferencesUrl: `${siteUrl}/preferences`,
  },
}
const events = (['Event', 'Alert', 'Notice', 'FYI'] as const).map((category, hour) => ({
  id: `e${hour}`,
  title: `Porch ${category}`,
  description: 'Bring a chair.',
  location: '2100 Barton Springs Rd',
  location_name: 'Zilker Porch',
  link_url: null,
  category,
  start_time: new Date(Date.UTC(2026, 10, 15, 18 + hour)),
  end_time: new Date(Date.UTC(2026, 10, 15, 19 + hour)),
  all_day: false,
}))
const day = { ...message, events }
const data = dayOfData(day)
const items = [
  { eventId: 'e', mark: 'CANCELLED', title: 'Porch concert', lines: ['It was planned for today.'], paragraphs: [] },
]

const mails: Record<string, string> = Object.fromEntries([
  ...['townbell-day-of', 'townbell-agenda', 'townbell-letter'].map((id) => [
    id,
    builtInTemplate(id)?.(data).html ?? '',
  ]),
  ['a notice of a change', compileTemplate(notice('en'))(noticeData({ ...message, items })).html],
  ['a week', compileTemplate(digest('en'))(weekData(day)).html],
  ['a digest', compileTemplate(digest('en'))(digestData({ ...message, parts: [day, day] })).html],
  ['a letter with a button', renderLetter(account.confirm(`${siteUrl}/verify`), sender).html],
])

/** A mail lies in a mail program's page, which has the landmarks and the first heading. */
const ofPages = /^(landmark-one-main|region|page-has-heading-one):/

let browser: Browser
before(async () => {
  browser = await openBrowser()
})
after(() => browser.close())

for (const [name, html] of Object.entries(mails))
  for (const colorScheme of ['light', 'dark'] as const)
    test(`axe finds nothing in ${name}, ${colorScheme}`, async () => {
      const context = await browser.newContext({ colorScheme, viewport: { width: 360, height: 740 } })
      const page = await context.newPage()
      await page.setContent(html)
      assert.deepEqual(
        (await violations(page)).filter((found) => !ofPages.test(found)),
        [],
      )
      const { wide, body } = await page.evaluate(() => ({
        wide: document.documentElement.scrollWidth,
        body: document.body.textContent,
      }))
      assert.match(body, /Barton Hills|Confirm/)
      assert.ok(wide <= 360, `it is ${wide} px wide on a phone of 360 px`)
      await context.close()
    })
