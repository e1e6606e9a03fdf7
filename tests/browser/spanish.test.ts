import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright'
import { longDay } from '#domain/date-words.ts'
import { confirmationTexts, followTexts } from '#domain/texts/follow.es.ts'
import { optOutTexts } from '#domain/texts/opt-out.es.ts'
import { publicCalendarTexts } from '#domain/texts/public-calendar.es.ts'
import { verifyPageTexts } from '#server/auth/verify-page-texts.es.ts'
import { button, dialog, field, isAt, sees, seesToast, step } from '#testing/browser/acts.ts'
import { readableByAll } from '#testing/browser/axe.ts'
import { type BrowserFixture, openBrowserFixture } from '#testing/browser/fixture.ts'
import { type Demo, openDemo } from '#testing/browser/screens.ts'
import { fits } from '#testing/browser/vitals.ts'
import { caughtLink } from '#testing/mailbox.ts'
import { accountFormTexts, resetTexts, signInTexts } from '#web/features/account/texts.es.ts'
import { viewTexts } from '#web/features/calendar-view/texts.es.ts'
import { buttonTexts } from '#web/features/feeds/button-texts.es.ts'
import { shareTexts } from '#web/features/feeds/share-texts.es.ts'
import { followDialogTexts, optOutPageTexts } from '#web/features/follow/texts.es.ts'
import { siteTexts } from '#web/texts/site.es.ts'

let fixture: BrowserFixture
let demo: Demo
before(async () => {
  fixture = await openBrowserFixture()
  demo = await openDemo(fixture.app)
})
after(() => fixture.close())

test('a browser that prefers Spanish is answered in Spanish, down to the last word that is ours', async () => {
  const visitor = await fixture.visitor({ locale: 'es-US' })
  const { page } = visitor
  const calendar = `/calendar/${demo.calendar}`

  await step('the home page', async () => {
    await opens(page, '/')
    await sees(page, siteTexts.createYourFreeCalendar)
  })
  await step('the month, with days as Spanish has them, and the dialog to follow it', async () => {
    await opens(page, calendar)
    await sees(page, publicCalendarTexts.eventsFor(longDay(demo.today, 'es-US')))
    await button(page, publicCalendarTexts.follow).click()
    await dialog(page, followDialogTexts.title('Barton Hills Neighborhood')).waitFor()
    await isSpanish(page)
    await button(page, followDialogTexts.sendConfirmation).click()
    await seesToast(page, followTexts.invalidEmail.title, followTexts.invalidEmail.body)
    await button(page, followDialogTexts.cancel).click()
    await button(page, buttonTexts.share).click()
    await dialog(page, shareTexts.calendar).waitFor()
    await isSpanish(page)
    await page.keyboard.press('Escape')
  })
  await step('week and agenda, by the links between them', async () => {
    await page.getByRole('link', { name: viewTexts.names.week, exact: true }).click()
    await page.waitForURL('**?view=week')
    await isSpanish(page)
    await opens(page, `${calendar}?view=agenda`)
    await readableByAll(page)
  })
  await step('an event, and the page to stop hearing of them', async () => {
    await opens(page, `${calendar}/events/${demo.event}`)
    await opens(page, `/opt-out?email=neighbor1@austin.example&calendar=${demo.calendar}`)
    await button(page, optOutPageTexts.unsubscribe).click()
    await sees(page, optOutTexts.success)
    await isSpanish(page)
  })
  await step('a link that was used or made up', async () => {
    visitor.expectRefusal(/confirm-contact-subscription/)
    await page.goto('/confirm-contact?token=made-up')
    await sees(page, confirmationTexts.notFound)
    await isSpanish(page)
  })
  await visitor.leave()
})

test('the language is changed by a link in the footer, and stays; also where no cookie is kept', async () => {
  const visitor = await fixture.visitor()
  const { page } = visitor
  const choose = async (name: string) => {
    await page.getByRole('link', { name, exact: true }).focus()
    await page.keyboard.press('Enter')
  }
  await page.goto(`/calendar/${demo.calendar}?view=week`)
  await choose(siteTexts.languages.es)
  await page.locator('html[lang=es]').waitFor()
  assert.match(page.url(), /\?view=week&lang=es$/)
  await page.goto('/pricing')
  await isSpanish(page)
  await choose(siteTexts.languages.en)
  await page.locator('html[lang=en]').waitFor()
  await sees(page, 'Simple plans for every group')

  await page.goto('/?lang=es')
  await page.waitForLoadState('networkidle')
  await page.context().clearCookies()
  await page.getByRole('contentinfo').getByRole('link', { name: siteTexts.community }).click()
  await page.waitForURL('**/community')
  await isSpanish(page)
  await visitor.leave()
})

test('a mail requested on a Spanish page leads to Spanish pages, in any browser', async () => {
  const visitor = await fixture.visitor()
  const { page } = visitor
  const email = 'maria@townbell.example'
  await page.goto('/signin?lang=es')
  await button(page, accountFormTexts.forgotPassword).click()
  await field(page, accountFormTexts.email).fill(email)
  await button(page, signInTexts.sendLink).click()
  await seesToast(page, accountFormTexts.resetLinkSent.title)

  const link = await caughtLink(fixture.app.pool, email, '/auth/v1/verify')
  await page.context().clearCookies()
  await page.goto(link)
  await sees(page, verifyPageTexts.recovery.title)
  await button(page, verifyPageTexts.next).click()
  await isAt(page, '/reset-password')
  await sees(page, resetTexts.heading)
  await isSpanish(page)
  await visitor.leave()
})

async function opens(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  await isSpanish(page)
  await fits(page)
}

/** Nothing that the page says is one of our English texts. */
async function isSpanish(page: Page): Promise<void> {
  assert.equal(await page.locator('html').getAttribute('lang'), 'es')
  const english = await englishTexts
  const said = await page.evaluate(everythingSaid)
  assert.ok(said.length > 20, 'hardly anything was read')
  assert.deepEqual(
    said.filter((text) => english.has(text)),
    [],
    page.url(),
  )
}

function everythingSaid(): string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const said = [document.title, document.querySelector<HTMLMetaElement>('meta[name=description]')?.content]
  while (walker.nextNode()) {
    if (!walker.currentNode.parentElement?.closest('script, style')) said.push(walker.currentNode.textContent ?? '')
  }
  for (const element of document.querySelectorAll('[aria-label], [placeholder], [alt], [aria-description]')) {
    for (const name of ['aria-label', 'placeholder', 'alt', 'aria-description'])
      said.push(element.getAttribute(name) ?? '')
  }
  return said.map((text) => text?.trim() ?? '').filter((text) => text !== '')
}

const englishTexts = readTexts()

/** The English texts that have Spanish neighbours, except for those that Spanish says as well. */
async function readTexts(): Promise<Set<string>> {
  const root = join(import.meta.dirname, '../..')
  const english = new Set<string>()
  const spanish = new Set<string>()
  for (const neighbour of globSync('{domain,web}/**/*.es.ts', { cwd: root })) {
    collect(await import(join(root, neighbour.replace('.es.', '.'))), english)
    collect(await import(join(root, neighbour)), spanish)
  }
  assert.ok(english.size > 300, `${english.size} texts`)
  // The calendar in the picture of the home page is called as the one of the demo town.
  english.delete('Barton Hills Neighborhood')
  return english.difference(spanish)
}

function collect(value: unknown, into: Set<string>): void {
  if (typeof value === 'string') into.add(value)
  else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) collect(part, into)
}
