import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { button, dialog, field, sees, seesToast, step } from '#testing/browser/acts.ts'
import { violations } from '#testing/browser/axe.ts'
import { type BrowserFixture, openBrowserFixture } from '#testing/browser/fixture.ts'
import { arriveAs, makeCalendar, makeEvent, makePerson } from '#testing/browser/people.ts'

let fixture: BrowserFixture
let receiver: Server
let status = 200
const received: { headers: IncomingHttpHeaders; body: string }[] = []
before(async () => {
  receiver = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    received.push({ headers: request.headers, body })
    response.writeHead(status).end()
  })
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  fixture = await openBrowserFixture()
})
after(async () => {
  await fixture.close()
  receiver.closeAllConnections()
  receiver.close()
})

test('on a phone, an owner adds a webhook, tests it, sees what was posted, posts it again and removes it', async () => {
  const { app } = fixture
  const wanda = await makePerson(app, 'Wanda Webb')
  const calendar = await makeCalendar(app, wanda, { name: 'Willow Lane', contacts: ['ann@town.example'] })
  const visitor = await fixture.visitor({ width: 360, height: 740 })
  const { page } = visitor
  await arriveAs(visitor, app, wanda)
  await page.goto(`/calendars/${calendar.id}/setup`)
  await page.getByRole('tab', { name: 'Webhooks' }).click()
  const address = `http://localhost:${(receiver.address() as AddressInfo).port}/hook`
  let secret = ''

  await step('a wrong address is refused in our words, a right one gets a secret that is shown once', async () => {
    await button(page, 'Add webhook').click()
    await field(page, /^Address/).fill('http://town.example/hook')
    visitor.expectRefusal(/add_webhook/)
    await button(page, 'Add webhook').click()
    await seesToast(page, 'Error', 'Please enter an address that starts with https://.')
    await field(page, /^Address/).fill(address)
    await button(page, 'Add webhook').click()
    await sees(page, 'Copy the secret now')
    secret = await page.locator('code').innerText()
    assert.match(secret, /^whsec_/)
    assert.deepEqual(await violations(page), [])
    await button(page, "I've copied it").click()
    await page.getByText(secret).waitFor({ state: 'detached' })
  })

  await step('a test arrives with a signature that the secret confirms', async () => {
    await button(page, 'Send a test').click()
    await sees(page, /Delivered, answered 200/)
    const [{ headers, body }] = received as [(typeof received)[0]]
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    assert.equal(headers['webhook-signature'], `v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
    assert.equal(JSON.parse(body).type, 'test')
  })

  await step('what fails is shown, and can be posted again', async () => {
    status = 500
    await makeEvent(app, calendar, { title: 'Bake sale', inDays: 6 })
    await page.reload()
    await page.getByText('Last posts').click()
    await sees(page, /We try again: answered 500/)
    await sees(page, 'Failing, we try again')
    assert.deepEqual(await violations(page), [])
    status = 200
    await button(page, 'Send again').first().click()
    await page.getByText(/We try again/).waitFor({ state: 'detached' })
    assert.equal(JSON.parse(received.at(-1)?.body ?? '').data.events[0].title, 'Bake sale')
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
  })

  await step('it is turned off and removed', async () => {
    await page.getByRole('switch', { name: 'On' }).click()
    await sees(page, 'Off')
    await button(page, 'Remove').click()
    await button(dialog(page, 'Remove this webhook?'), 'Remove').click()
    await sees(page, 'This calendar has no webhooks.')
  })
  await visitor.leave()
})
