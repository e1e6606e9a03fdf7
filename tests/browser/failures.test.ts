import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright'
import { button, editName, field, isAt, seesToast } from '#testing/browser/acts.ts'
import { type BrowserFixture, openBrowserFixture } from '#testing/browser/fixture.ts'
import { arriveAs, type Calendar, makeCalendar, makeEvent, makePerson, type Person } from '#testing/browser/people.ts'

// What the server says when it fails, and what is taken back. Each row: where the visitor is, what breaks, what they do, and the sentence.
// The sentences of our own, also when it cannot be reached, are in messages/.

let fixture: BrowserFixture
let owner: Person
let member: Person
let calendar: Calendar
before(async () => {
  fixture = await openBrowserFixture()
  owner = await makePerson(fixture.app, 'Olga Outage')
  member = await makePerson(fixture.app, 'Mo Outage')
  calendar = await makeCalendar(fixture.app, owner, {
    description: 'Old',
    members: [member],
    contacts: ['ann@town.example'],
  })
  await makeEvent(fixture.app, calendar, { title: 'Block party' })
})
after(() => fixture.close())

interface Failure {
  what: string
  who?: () => Person
  at: () => string
  breaks: RegExp
  method: string
  act?: (page: Page) => Promise<void>
  title?: string
  says: string
  endsAt?: string
}

const dashboard = () => '/dashboard'
const calendarPage = () => `/calendars/${calendar.id}`
const settings = () => `/calendars/${calendar.id}/settings`

const failures: Failure[] = [
  {
    what: 'saving settings',
    at: settings,
    breaks: /rest\/v1\/calendars/,
    method: 'PATCH',
    act: async (page) => {
      await field(page, /^Admin Email/).fill('olga@town.example')
      await button(page, 'Save Settings').click()
    },
    says: 'It broke.',
  },
  {
    what: 'deleting a calendar',
    at: settings,
    breaks: /rest\/v1\/calendars/,
    method: 'DELETE',
    act: async (page) => {
      await page.getByRole('tab', { name: 'Danger Zone' }).click()
      await button(page, 'Delete Calendar').click()
      await field(page, /^Type/).fill(calendar.name)
      await button(page.getByRole('alertdialog'), 'Delete Calendar').click()
    },
    says: 'It broke.',
  },
  {
    what: 'leaving',
    who: () => member,
    at: dashboard,
    breaks: /rest\/v1\/notification_preferences/,
    method: 'DELETE',
    act: async (page) => {
      await button(page, /^Leave/).click()
      await page.getByRole('alertdialog').getByRole('checkbox').check()
      await button(page, 'Leave Calendar').click()
    },
    says: 'It broke.',
  },
  {
    what: 'loading one calendar',
    at: calendarPage,
    breaks: /calendar_members\?select=role/,
    method: 'GET',
    says: 'Failed to load calendar',
    endsAt: '/dashboard',
  },
  {
    what: 'renaming it',
    at: calendarPage,
    breaks: /rest\/v1\/calendars/,
    method: 'PATCH',
    act: async (page) => {
      await editName(page)
      await field(page, 'Calendar name').fill('Renamed')
      await page.keyboard.press('Enter')
      // Shown at once, and taken back.
      await page.getByRole('heading', { name: calendar.name, level: 1 }).waitFor()
    },
    says: 'Failed to update name. Please try again.',
  },
  {
    what: 'previewing an email',
    at: calendarPage,
    breaks: /functions\/v1\/preview-email/,
    method: 'POST',
    act: async (page) => {
      await button(page, 'Edit Block party').click()
      await button(page, 'Preview Email').click()
    },
    title: 'Preview failed',
    says: 'It broke.',
  },
]

for (const failure of failures) {
  test(`${failure.what} when the server answers 500: ${failure.says}`, async () => {
    const visitor = await fixture.visitor()
    const { page } = visitor
    await arriveAs(visitor, fixture.app, failure.who?.() ?? owner)
    const broken = () => visitor.breakRequests(failure.breaks, failure.method, 'answers 500')
    if (!failure.act) await broken()
    await page.goto(failure.at())
    if (failure.act) {
      await page.waitForLoadState('networkidle')
      await broken()
      await failure.act(page)
    }
    await seesToast(page, failure.title ?? 'Error', failure.says)
    if (failure.endsAt) await isAt(page, failure.endsAt)
    await visitor.leave()
  })
}

test('when a screen crashes, the header still knows who is signed in, and the theme stays', async () => {
  const visitor = await fixture.visitor()
  const { page } = visitor
  await page.setViewportSize({ width: 1400, height: 900 })
  await arriveAs(visitor, fixture.app, owner)
  await page.goto('/dashboard')
  await page.evaluate(() => localStorage.setItem('townbell-theme', 'dark'))
  await page.route(/rest\/v1\/events\?/, async (route) => {
    const events = await (await route.fetch()).json()
    await route.fulfill({ json: events.map((event: object) => ({ ...event, start_time: 'soon' })) })
  })
  await page.goto(calendarPage())
  await page.getByRole('heading', { name: 'Something went wrong' }).waitFor()
  await page.getByRole('banner').getByRole('link', { name: 'My Calendars' }).waitFor()
  assert.equal(await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).isVisible(), false)
  assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark')
  await page.context().close()
})

test('a browser too old for our scripts still shows what the server wrote', async () => {
  const page = await fixture.browser.newPage({ baseURL: fixture.app.url })
  await page.addInitScript('delete Array.prototype.flatMap')
  const thrown = page.waitForEvent('console', (message) => /not a function/.test(message.text()))
  await page.goto(`/calendar/${calendar.id}`)
  await thrown
  await page.locator('main > .contents').waitFor()
  await page
    .getByRole('main')
    .getByRole('link', { name: /Block party/ })
    .first()
    .waitFor()
  assert.equal(await page.getByText('Something went wrong').count(), 0)
  await page.close()
})

test('a rate-limited visitor sees when to try again', async () => {
  const visitor = await fixture.visitor()
  const { page } = visitor
  const usedUp = (name: string) =>
    fixture.app.pool.query(`update private.rate_limits set taken = 1000 where key like '${name}:%'`)
  visitor.expectRefusal(/auth\/v1\/token|functions\/v1\/opt-out/)
  await page.goto('/signin')
  await field(page, 'Email').fill('nobody@town.example')
  await field(page, 'Password').fill('not it')
  await button(page, 'Sign in').click()
  await seesToast(page, 'Error', 'Invalid login credentials')
  await usedUp('signin-here')
  await button(page, 'Sign in').click()
  await seesToast(page, 'Error', 'Too many attempts. Please try again in 15 minutes.')

  const optOut = `/opt-out?email=nobody@town.example&calendar=${calendar.id}`
  await page.goto(optOut)
  await button(page, 'Unsubscribe').click()
  await page.getByText('You have been successfully unsubscribed').waitFor()
  await usedUp('opt-out-network')
  await page.goto(optOut)
  await button(page, 'Unsubscribe').click()
  await page.getByText(/^Too many attempts. Please try again in (1 hour|60 minutes)\.$/).waitFor()
  await visitor.leave()
})
