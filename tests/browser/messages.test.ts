import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { button, field, hasFocus, sees, seesToast } from '#testing/browser/acts.ts'
import { type BrowserFixture, openBrowserFixture } from '#testing/browser/fixture.ts'
import { arriveAs } from '#testing/browser/people.ts'
import { ruleSentences, ruleToasts, sentences, titles, toasts } from '#tests/structure/promised-texts.ts'
import { accountScenes, captchaScenes } from './messages/accounts.ts'
import { calendarScenes } from './messages/calendars.ts'
import { contactScenes } from './messages/contacts.ts'
import { eventScenes } from './messages/events.ts'
import { followScenes, provenScenes } from './messages/follow.ts'
import { hearToasts, provoke, type Scene } from './messages/message.ts'
import { type Seed, seedDatabase } from './messages/seed.ts'

// Every fixed message (docs/product.md), shown by the real screens: the table is in messages/. What can happen is made to
// happen, in the database or in another tab; a network that fails is made to fail at its edge, for that one request.

let fixtures: Record<'plain' | 'captcha', BrowserFixture>
let seeds: Record<'plain' | 'captcha', Seed>
const found = new Set<string>()

before(async () => {
  fixtures = { plain: await openBrowserFixture(), captcha: await openBrowserFixture({ CAPTCHA: 'altcha' }) }
  seeds = { plain: await seedDatabase(fixtures.plain.app), captcha: await seedDatabase(fixtures.captcha.app) }
})
after(() => Promise.all([fixtures.plain.close(), fixtures.captcha.close()]))

const plain = [...accountScenes, ...calendarScenes, ...contactScenes, ...eventScenes, ...followScenes]
for (const scene of plain) play(scene, 'plain')
for (const scene of [...captchaScenes, ...provenScenes]) play(scene, 'captcha')

test('every message of the catalogue was found on a screen', (context) => {
  const catalogue = [...toasts.map(both), ...titles.map((title) => `${title} /`), ...sentences]
  const rules = [...ruleToasts.map(both), ...ruleSentences]
  const missing = [...catalogue, ...rules].filter((words) => !isFound(words))
  const report = (name: string, words: string[]) => `${words.filter(isFound).length} of ${words.length} ${name}`
  context.diagnostic(`found ${report('messages', catalogue)} and ${report('sentences of rules', rules)}`)
  assert.deepEqual(missing, [])
})

test('what was typed before the scripts arrive solves the captcha, and an Enter is sent when it is solved', async () => {
  // Not a visitor of the fixture: those wait for the scripts.
  const { app, browser } = fixtures.captcha
  const page = await browser.newPage({ baseURL: app.url })
  const scripts = Promise.withResolvers<void>()
  await page.route(/\.js$/, async (route) => {
    await scripts.promise
    await route.continue()
  })
  await page.goto('/signin', { waitUntil: 'commit' })
  await page.getByLabel('Email', { exact: true }).fill('olga.owner@town.example')
  await page.getByLabel('Password', { exact: true }).fill('Wrong!password9')
  await page.keyboard.press('Enter')
  scripts.resolve()
  await seesToast(page, 'Error', 'Invalid login credentials')
  assert.equal(await page.getByRole('checkbox').count(), 0)
  await page.close()
})

test('a captcha requested too often says when to try again', async () => {
  const { page } = await fixtures.captcha.visitor()
  const { rowCount } = await fixtures.captcha.app.pool.query(
    `update private.rate_limits set taken = 1000000 where key like 'challenge-network:%'`,
  )
  assert.ok(rowCount, 'it was asked for in the scenes above')
  await page.goto('/signin')
  await page.waitForLoadState('networkidle')
  await page.getByLabel('Email', { exact: true }).fill('olga.owner@town.example')
  await page.getByLabel(/^Too many attempts\. Please try again in /).waitFor()
  await page.getByRole('button', { name: 'Tick the box to continue' }).click()
  await hasFocus(page.getByRole('checkbox'))
  await page.context().close()
  // The tests after this one ask for puzzles too.
  await fixtures.captcha.app.pool.query(`delete from private.rate_limits where key like 'challenge-network:%'`)
})

test('a press in the moment after a failed message is not refused, because the next puzzle is being solved already', async () => {
  const { page } = await fixtures.captcha.visitor()
  let requests = 0
  await page.route(/send-contact-email/, (route) => (requests++ === 0 ? route.abort() : route.fallback()))
  await page.goto('/contact')
  for (const name of [/^First name/, /^Last name/, /^Subject/, /^Message/]) await field(page, name).fill('Ann')
  await field(page, /^Email/).fill('ann@town.example')
  // Presses once, and again as soon as the button can be pressed.
  await button(page, 'Send Message').evaluate((pressed: HTMLButtonElement) => {
    let wasDisabled = false
    const watching = new MutationObserver(() => {
      if (!pressed.disabled && wasDisabled) watching.disconnect()
      if (!pressed.disabled && wasDisabled) pressed.click()
      wasDisabled = pressed.disabled
    })
    watching.observe(pressed, { attributes: true })
    pressed.click()
  })
  await sees(page, 'Message Sent!')
  await page.context().close()
})

function play(scene: Scene, where: 'plain' | 'captcha') {
  test(scene.name, async (context) => {
    const [fixture, seed] = [fixtures[where], seeds[where]]
    const visitor = await fixture.visitor()
    const { page } = visitor
    const heard = await hearToasts(page)
    if (scene.who) await arriveAs(visitor, fixture.app, scene.who(seed))
    await page.goto(scene.at(seed))
    await page.waitForLoadState('networkidle')
    for (const message of scene.messages) {
      await context.test(`${message.says} (${message.when})`, async () => {
        await provoke(message, { page, seed }, heard)
        found.add(message.says)
      })
    }
    // Failed requests are this story.
    await visitor.abandon()
  })
}

function both([title, body]: [string, string]): string {
  return `${title} / ${body}`
}

/** A rule's sentence may be the title of a toast whose body is not fixed. */
function isFound(words: string): boolean {
  return found.has(words) || [...found].some((said) => said.startsWith(`${words} /`))
}
