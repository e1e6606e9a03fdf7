import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { isAt, isDisabled, sees, seesToast, signOutByMenu, step } from '#testing/browser/acts.ts'
import { type BrowserFixture, openBrowserFixture } from '#testing/browser/fixture.ts'
import { arriveAs, count, makeCalendar, makePerson } from '#testing/browser/people.ts'

let fixture: BrowserFixture
before(async () => {
  fixture = await openBrowserFixture({}, { browser: 'whole' })
})
after(() => fixture.close())

test('a member switches notifications on in this browser, sees one, and switches them off', async () => {
  const { app } = fixture
  const [olga, mia] = [await makePerson(app, 'Olga Pushes'), await makePerson(app, 'Mia Notified')]
  const calendar = await makeCalendar(app, olga, { name: 'Push Park', members: [mia] })
  const browsers = () => count(app.pool, 'public.push_subscriptions where user_id = $1', [mia.id])
  const visitor = await fixture.visitor({ serviceWorker: true })
  const { page } = visitor
  await page.context().grantPermissions(['notifications'], { origin: app.url })
  await page.addInitScript(pushServiceOfThisTest)
  await arriveAs(visitor, app, mia)
  await page.goto(`/calendars/${calendar.id}`)
  const notify = page.getByRole('switch', { name: 'Notify me in this browser' })

  await step('no permission is requested before', async () => {
    await notify.and(page.locator(':enabled')).waitFor()
    assert.equal(await notify.isChecked(), false)
    assert.equal(await page.evaluate(() => localStorage.getItem('asked')), null)
    assert.equal(await page.evaluate(() => localStorage.getItem('subscribed')), null)
  })

  await step('on, and still on when the page is opened again', async () => {
    await notify.click()
    await seesToast(page, 'Notifications are on')
    assert.equal(await page.evaluate(() => localStorage.getItem('asked')), '1')
    assert.equal(await browsers(), 1)
    await page.reload()
    await notify.and(page.locator(':checked')).waitFor()
  })

  await step('a message is shown, and opens its calendar', async () => {
    const context = page.context()
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
    const sent = {
      title: 'Push Park',
      body: '5:00 PM Block party',
      url: `${app.url}/calendars/${calendar.id}`,
      tag: 'm',
    }
    const { shown, opened } = await worker.evaluate(deliverAndClick, JSON.stringify(sent))
    assert.deepEqual(shown, [{ title: 'Push Park', body: '5:00 PM Block party', tag: 'm' }])
    assert.deepEqual(opened, [sent.url])
    const elsewhere = JSON.stringify({ ...sent, url: 'https://elsewhere.example/' })
    const foreign = await worker.evaluate(deliverAndClick, elsewhere)
    assert.deepEqual([foreign.shown.length, foreign.opened], [1, []], 'it opens another site')
  })

  await step('off', async () => {
    await notify.click()
    await seesToast(page, 'Notifications are off')
    assert.equal(await browsers(), 0)
    await notify.and(page.locator(':not(:checked)')).waitFor()
    assert.equal(await page.evaluate(() => localStorage.getItem('subscribed')), null)
  })

  await step('signing out ends it, for the next person at this browser', async () => {
    await notify.click()
    await notify.and(page.locator(':checked:enabled')).waitFor()
    assert.equal(await browsers(), 1)
    await signOutByMenu(page)
    await isAt(page, '/')
    assert.equal(await browsers(), 0)
    assert.equal(await page.evaluate(() => localStorage.getItem('subscribed')), null)
  })
  await visitor.leave()
})

test('where notifications are blocked the switch says so', async () => {
  const { app } = fixture
  const olga = await makePerson(app, 'Olga Blocks')
  const calendar = await makeCalendar(app, olga, { name: 'Blocked Bend' })
  const visitor = await fixture.visitor()
  const { page } = visitor
  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }))
  await arriveAs(visitor, app, olga)
  await page.goto(`/calendars/${calendar.id}`)
  const notify = page.getByRole('switch', { name: 'Notify me in this browser' })
  await isDisabled(notify)
  await sees(page, 'Your browser blocks notifications from this site. Allow them in its settings first.')
  await visitor.leave()
})

/** In the page. A browser gets its address from its maker's service, which cannot be reached here; all else is its own. */
function pushServiceOfThisTest() {
  const ask = Notification.requestPermission.bind(Notification)
  Notification.requestPermission = () => {
    localStorage.setItem('asked', String(1 + Number(localStorage.getItem('asked'))))
    return ask()
  }
  const subscription = () => ({
    endpoint: 'https://fcm.googleapis.com/fcm/send/browser-of-this-test',
    toJSON: () => ({ keys: { p256dh: `B${'a'.repeat(86)}`, auth: 'a'.repeat(22) } }),
    unsubscribe: async () => localStorage.removeItem('subscribed'),
  })
  const found = () => (localStorage.getItem('subscribed') ? subscription() : null)
  Object.assign(PushManager.prototype, {
    getSubscription: async () => found(),
    subscribe: async ({ userVisibleOnly, applicationServerKey }: PushSubscriptionOptionsInit) => {
      const wellFormed = typeof applicationServerKey === 'string' && /^B[\w-]{86}$/.test(applicationServerKey)
      if (!wellFormed || !userVisibleOnly) throw new Error('no browser would take this')
      localStorage.setItem('subscribed', 'yes')
      return subscription()
    },
  })
}

/** In the service worker: what a push message shows, and what a click on it opens. Browsers open windows only for people. */
async function deliverAndClick(message: string) {
  // The global types of a service worker differ from those of a page.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  const scope = globalThis as any
  const opened: string[] = []
  scope.clients.openWindow = async (url: string) => void opened.push(url)
  scope.clients.matchAll = async () => []
  const happens = async (event: Event) => {
    const waits: Promise<unknown>[] = []
    Object.assign(event, { waitUntil: (until: Promise<unknown>) => waits.push(until) })
    scope.dispatchEvent(event)
    await Promise.all(waits)
  }
  await happens(new scope.PushEvent('push', { data: message }))
  const notifications: (Notification & { body: string })[] = await scope.registration.getNotifications()
  const shown = notifications.map(({ title, body, tag }) => ({ title, body, tag }))
  for (const notification of notifications)
    await happens(new scope.NotificationEvent('notificationclick', { notification }))
  return { shown, opened }
}
