import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright'
import { button, dialog } from './acts.ts'
import { violations } from './axe.ts'
import { arriveAs, type Calendar, makeCalendar, makeEvent, makePerson, type Person } from './people.ts'
import { openStage, type Stage } from './stage.ts'

// axe on every signed-in screen and every dialog, in light and dark, and whether anything is wider than a small phone.

let stage: Stage
let people: Record<'owner' | 'member' | 'newcomer', Person>
let calendar: Calendar
before(async () => {
  stage = await openStage()
  const { app } = stage
  people = {
    owner: await makePerson(app, 'Olga Owner', { trial: true }),
    member: await makePerson(app, 'Mo Member'),
    newcomer: await makePerson(app, 'Nell Newcomer', { confirmed: false, trial: true }),
  }
  const contacts = Array.from({ length: 10 }, (_, n) => `neighbor${n}@town.example`)
  calendar = await makeCalendar(app, people.owner, {
    name: 'Axe Lane',
    description: 'Sharp.',
    members: [people.member],
    contacts,
  })
  await makeEvent(app, calendar, {
    title: 'Wood chopping',
    creator: people.owner,
    description: 'Bring gloves.',
    place: 'Shed',
  })
  await makeEvent(app, calendar, { title: 'Road closed', category: 'Alert' })
  await makeEvent(app, calendar, { title: 'Minutes', category: 'Notice', inDays: 1 })
})
after(() => stage.close())

interface Screen {
  name: string
  who: keyof typeof people | null
  path: () => string
  open?: (page: Page) => Promise<unknown>
}

const calendarPath = () => `/calendars/${calendar.id}`
const openEvent = async (page: Page, name: string) => {
  await button(page, name).click()
  await page.getByRole(name.startsWith('Delete') ? 'alertdialog' : 'dialog').waitFor()
}
const settingsTab = (name: string) => async (page: Page) => {
  await dialog(page, 'Calendar Settings').getByRole('tab', { name }).click()
  await page.waitForLoadState('networkidle')
}

const screens: Screen[] = [
  { name: 'sign in', who: null, path: () => '/signin' },
  {
    name: 'sign up, with everything wrong',
    who: null,
    path: () => '/signin?mode=signup',
    open: async (page) => {
      await page.getByLabel('Password', { exact: true }).fill('a')
      await page.getByLabel('Confirm Password').fill('b')
      await page.getByText('Password must be at least 8 characters long').waitFor()
    },
  },
  {
    name: 'forgot password',
    who: null,
    path: () => '/signin',
    open: (page) => button(page, 'Forgot your password?').click(),
  },
  { name: 'a reset link that is over', who: null, path: () => '/reset-password' },
  { name: 'reset password', who: 'member', path: () => '/reset-password' },
  { name: 'account', who: 'owner', path: () => '/account' },
  { name: 'a guarded page, signed out', who: null, path: () => '/dashboard' },
  { name: 'dashboard', who: 'owner', path: () => '/dashboard' },
  { name: 'dashboard of a newcomer', who: 'newcomer', path: () => '/dashboard' },
  { name: 'create calendar', who: 'owner', path: () => '/dashboard', open: (page) => openEvent(page, 'New Calendar') },
  {
    name: 'contact lists at the limit',
    who: 'owner',
    path: () => '/dashboard',
    open: async (page) => {
      await button(page, /^Manage Recipients/).click()
      await page.getByText('neighbor9@town.example').waitFor()
    },
  },
  { name: 'settings, general', who: 'owner', path: () => `${calendarPath()}/settings`, open: settingsTab('General') },
  { name: 'settings, members', who: 'owner', path: () => `${calendarPath()}/settings`, open: settingsTab('Members') },
  {
    name: 'settings, danger zone',
    who: 'owner',
    path: () => `${calendarPath()}/settings`,
    open: settingsTab('Danger Zone'),
  },
  {
    name: 'delete calendar',
    who: 'owner',
    path: () => `${calendarPath()}/settings`,
    open: async (page) => {
      await settingsTab('Danger Zone')(page)
      await button(page, 'Delete Calendar').click()
      await page.getByRole('alertdialog').waitFor()
    },
  },
  {
    name: 'leave',
    who: 'member',
    path: () => '/dashboard',
    open: async (page) => {
      await button(page, /^Leave/).click()
      await page.getByRole('alertdialog').waitFor()
    },
  },
  { name: 'member calendar, as owner', who: 'owner', path: calendarPath },
  { name: 'member calendar, as member', who: 'member', path: calendarPath },
  {
    name: 'name being edited',
    who: 'owner',
    path: calendarPath,
    open: (page) => button(page, 'Edit calendar name').click(),
  },
  {
    name: 'description being edited',
    who: 'owner',
    path: calendarPath,
    open: (page) => button(page, 'Edit description').click(),
  },
  { name: 'add event', who: 'owner', path: calendarPath, open: (page) => openEvent(page, 'Add Event') },
  { name: 'edit event', who: 'owner', path: calendarPath, open: (page) => openEvent(page, 'Edit Wood chopping') },
  { name: 'delete event', who: 'owner', path: calendarPath, open: (page) => openEvent(page, 'Delete Wood chopping') },
  {
    name: 'email preview',
    who: 'owner',
    path: calendarPath,
    open: async (page) => {
      await openEvent(page, 'Edit Wood chopping')
      await button(page, 'Preview Email').click()
      await dialog(page, 'Email Preview').frameLocator('iframe').getByText('Wood chopping').first().waitFor()
    },
  },
  {
    name: 'a toast',
    who: 'owner',
    path: calendarPath,
    open: async (page) => {
      await button(page, 'Invite').click()
      await page.locator('[data-sonner-toast]').waitFor()
    },
  },
]

for (const screen of screens) {
  test(`axe finds nothing on ${screen.name}, and it fits a small phone`, { timeout: 120_000 }, async () => {
    const visitor = await stage.visitor({ height: 1000 })
    const { page } = visitor
    if (screen.who) await arriveAs(visitor, stage.app, people[screen.who])
    await page.goto(screen.path())
    await page.waitForLoadState('networkidle')
    await screen.open?.(page)
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 900 })
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        assert.deepEqual(await violations(page), [], `${width} px, ${colorScheme}`)
      }
    }
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    assert.ok(tooWide <= 0, `${tooWide} px too wide`)
    await visitor.leave()
  })
}
