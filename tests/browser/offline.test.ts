import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright'
import {
  button,
  chooseCategory,
  dialog,
  field,
  holds,
  isAt,
  sees,
  seesToast,
  signOutByMenu,
  step,
} from '#testing/browser/acts.ts'
import { type BrowserFixture, openBrowserFixture } from '#testing/browser/fixture.ts'
import { arriveAs, type Calendar, makeCalendar, makeEvent, makePerson, type Person } from '#testing/browser/people.ts'

// Reading without a connection: what public/service-worker.js stores, and what it forgets.

const OFFLINE = 'You are offline. This is what you last saw.'
const REFUSED = 'You are offline. Nothing was sent or lost: try again when you are connected.'

let fixture: BrowserFixture
let olga: Person
let calendar: Calendar
before(async () => {
  fixture = await openBrowserFixture()
  olga = await makePerson(fixture.app, 'Olga Offline')
  calendar = await makeCalendar(fixture.app, olga, { name: 'Tunnel Town', contacts: ['ann@town.example'] })
  await makeEvent(fixture.app, calendar, { title: 'Block party' })
})
after(() => fixture.close())

test('a visitor reads offline what they saw, and is told why nothing can be sent; online every page is new', async () => {
  const { page } = await fixture.visitor({ serviceWorker: true })
  const path = `/calendar/${calendar.id}`

  await step('a page that was seen can be read, links with a secret are not stored', async () => {
    await page.goto('/preferences?p=secret')
    await page.goto(path)
    await isStored(page, 'pages', path)
    await page.goto('/opt-out?t=secret')
    assert.deepEqual(await stored(page, 'pages'), ['/offline', path])
    await comesBack(page, 'pages', path)
    await goOffline(page)
    await sees(page, OFFLINE)
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Tunnel Town' }).waitFor()
    await sees(page, OFFLINE)
  })

  await step('following is refused, and what was typed stays', async () => {
    await button(page, 'Follow this Calendar').click()
    const follow = dialog(page, 'Join Tunnel Town')
    await field(follow, /^Email address/).fill('ann@town.example')
    await button(follow, 'Send Confirmation').click()
    await seesToast(page, 'Error', REFUSED)
    assert.equal(await field(follow, /^Email address/).inputValue(), 'ann@town.example')
    await page.keyboard.press('Escape')
    await button(page, 'Discard').click()
  })

  await step('what was not seen says so, and lists what was', async () => {
    await page.getByRole('link', { name: 'Pricing' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'You are offline' }).waitFor()
    await page.getByRole('link', { name: 'Tunnel Town, Burlington, Vermont' }).click()
    await page.getByRole('heading', { level: 1, name: 'Tunnel Town' }).waitFor()
    await page.goto(`${path}?view=week`)
    await page.getByRole('heading', { level: 1, name: 'Tunnel Town' }).waitFor()
    assert.equal(new URL(page.url()).search, '')
  })

  await step('online, the newest page', async () => {
    await fixture.app.pool.query(`update public.calendars set description = 'Dug since' where id = $1`, [calendar.id])
    await page.context().setOffline(false)
    await page.getByText(OFFLINE).waitFor({ state: 'hidden' })
    await page.reload()
    await sees(page, 'Dug since')
    await isStored(page, 'pages', path)
  })

  await step('the number of copies has a bound', async () => {
    await page.evaluate(async () => {
      const pages = await caches.open('pages')
      const headers = { 'x-stored-at': String(Date.now()) }
      for (let n = 0; n < 60; n++) await pages.put(`/calendar/${n}`, new Response('old', { headers }))
    })
    await page.goto('/locate-calendar')
    await holds(page, async () => {
      const keys = (await (await caches.open('pages')).keys()).map(({ url }) => new URL(url).pathname)
      const isThere = ['/locate-calendar', '/offline', '/calendar/59'].every((path) => keys.includes(path))
      return isThere && keys.length === 40 && !keys.includes('/calendar/0')
    })
  })
  await page.context().close()
})

test('a member reads their calendars offline, and signing out deletes them for the next person', async () => {
  const visitor = await fixture.visitor({ serviceWorker: true })
  const { page } = visitor
  await arriveAs(visitor, fixture.app, olga)
  const path = `/calendars/${calendar.id}`
  const party = page.getByText('Block party').first()

  await step('the dashboard and a calendar', async () => {
    await page.goto('/dashboard')
    await isStored(page, 'screens', '/dashboard')
    await page.goto(path)
    await party.waitFor()
    await isStored(page, 'screens', path)
    await holds(page, async () => {
      const name = (await caches.keys()).find((name) => name.startsWith('reads '))
      const keys = name ? await (await caches.open(name)).keys() : []
      return ['/events', '/calendar_members', '/get_my_calendars'].every((read) =>
        keys.some(({ url }) => new URL(url).pathname.endsWith(read)),
      )
    })
    assert.deepEqual(
      (await readsOf(page)).filter((read) => /contacts|mailings|history/.test(read)),
      [],
    )
    await comesBack(page, 'screens', path)
    await party.waitFor()
    await goOffline(page)
    await page.reload()
    await party.waitFor()
    await sees(page, OFFLINE)
  })

  await step('an event is refused, and what was typed stays', async () => {
    await button(page, 'Add Event').click()
    const add = dialog(page, /^Add Event/)
    await field(add, /^Event Title/).fill('Lantern walk')
    await chooseCategory(add, 'FYI')
    await button(add, 'Create Event').click()
    await seesToast(page, 'Error', REFUSED)
    assert.equal(await field(add, /^Event Title/).inputValue(), 'Lantern walk')
  })

  await step('connected again, it is saved', async () => {
    await page.context().setOffline(false)
    await button(dialog(page, /^Add Event/), 'Create Event').click()
    await dialog(page, /^Add Event/).waitFor({ state: 'hidden' })
    await page.getByText('Lantern walk').first().waitFor()
  })

  await step('also when the session has expired meanwhile', async () => {
    await goOffline(page)
    await page.evaluate(() => {
      const session = JSON.parse(localStorage.getItem('townbell') ?? '')
      localStorage.setItem('townbell', JSON.stringify({ ...session, expires_at: 1, expires_in: 0 }))
    })
    await page.goto('/dashboard')
    await page.getByRole('heading', { name: 'Tunnel Town' }).first().waitFor()
    await page.goto(path)
    await party.waitFor()
    await page.context().setOffline(false)
  })

  await step('the installed app starts with their calendars', async () => {
    await page.goto('/start')
    await isAt(page, '/dashboard')
  })

  await step('the public page leads members to their own', async () => {
    await page.goto(`/calendar/${calendar.id}`)
    await page.getByRole('link', { name: 'Manage' }).click()
    await isAt(page, path)
    await party.waitFor()
  })

  await step('signing out deletes all of it', async () => {
    await page.evaluate((id) => {
      localStorage.setItem(`townbell-shared-${id}`, '1')
      sessionStorage.setItem(`townbell-draft:follow:${id}`, '"olga@town.example"')
    }, calendar.id)
    await signOutByMenu(page)
    await isAt(page, '/')
    await holds(
      page,
      async ([id, person]) => {
        const left = JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])
        return (
          !left.includes(id) &&
          !/olga/i.test(left) &&
          !left.includes(person) &&
          (await indexedDB.databases()).length === 0
        )
      },
      [calendar.id, olga.id] as const,
    )
    await holds(
      page,
      async (id) => {
        const names = await caches.keys()
        const pages = names.includes('pages') ? await (await caches.open('pages')).keys() : []
        const isOther = ({ url }: { url: string }) => !url.includes(id)
        return !names.some((name) => /^(?:screens|reads)/.test(name)) && pages.every(isOther)
      },
      calendar.id,
    )
    await isStored(page, 'pages', '/offline')
    await goOffline(page)
    await page.goto(path)
    await page.getByRole('heading', { level: 1, name: 'You are offline' }).waitFor()
    assert.equal(await page.getByText('Tunnel Town').count(), 0)
  })

  await step('the installed app then starts with the calendar that was seen last', async () => {
    await page.context().setOffline(false)
    await page.goto(`/calendar/${calendar.id}`)
    assert.ok(!(await page.getByRole('link', { name: 'Manage' }).isVisible()))
    await isStored(page, 'pages', `/calendar/${calendar.id}`)
    await page.goto('/start')
    await isAt(page, `/calendar/${calendar.id}`)
  })
  await page.context().close()
})

/** A service worker that has just started is cut off later than the page: until then it would answer from the server. */
async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true)
  await holds(page, () =>
    fetch('/assets/none').then(
      () => false,
      () => true,
    ),
  )
}

/** Who comes a second time gets the files of the page's dialogs, too. */
async function comesBack(page: Page, name: string, path: string): Promise<void> {
  const since = Date.now()
  await page.goto(path)
  await isStored(page, name, path, since)
}

/** The page itself, after its files. */
async function isStored(page: Page, name: string, path: string, since = 0): Promise<void> {
  await holds(
    page,
    async ({ name, path, since }) => {
      const copy = (await caches.has(name)) && (await (await caches.open(name)).match(path))
      return Boolean(copy && Number(copy.headers.get('x-stored-at')) >= since)
    },
    { name, path, since },
  )
}

function stored(page: Page, name: string): Promise<string[]> {
  return page.evaluate(async (name) => {
    const keys = (await caches.has(name)) ? await (await caches.open(name)).keys() : []
    return keys.map(({ url }) => new URL(url).pathname)
  }, name)
}

async function readsOf(page: Page): Promise<string[]> {
  const names = await page.evaluate(() => caches.keys())
  return (await Promise.all(names.filter((name) => name.startsWith('reads ')).map((name) => stored(page, name)))).flat()
}
