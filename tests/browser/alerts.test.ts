import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { button, field, sees, seesNot, step } from '#testing/browser/acts.ts'
import { type BrowserFixture, openBrowserFixture } from '#testing/browser/fixture.ts'
import { arriveAs, makeCalendar, makePerson } from '#testing/browser/people.ts'

let fixture: BrowserFixture
before(async () => {
  fixture = await openBrowserFixture()
})
after(() => fixture.close())

interface Caught {
  kind: string
  recipient: string
  subject: string
  text: string
  headers: Record<string, string>
  message_id: string
}

/** Waits until this person has a message about the subject. */
async function caught(recipient: string, words: string): Promise<Caught> {
  for (let tries = 0; tries < 2400; tries++) {
    const { rows } = await fixture.app.pool.query<Caught>(
      'select * from private.caught_messages where recipient = $1 and strpos(subject || text, $2) > 0',
      [recipient, words],
    )
    if (rows[0]) {
      assert.equal(rows.length, 1, `${recipient} got it once`)
      return rows[0]
    }
    await sleep(50)
  }
  throw new Error(`${recipient} got nothing about ${words}`)
}

test('an admin of a public body writes an alert, takes it back, sends it, and gives the all clear', async () => {
  const { app } = fixture
  const olga = await makePerson(app, 'Olga Water')
  const neighbor = 'ann@water.example'
  const phone = '+18025550123'
  const calendar = await makeCalendar(app, olga, { name: 'Water Works', contacts: [neighbor] })
  await app.pool.query(
    `insert into public.calendar_contacts (calendar_id, contact_type, contact_value, confirmed_at) values ($1, 'phone', $2, now())`,
    [calendar.id, phone],
  )
  // So that the text leaves at any hour of the day at which the test runs.
  await app.pool.query('select private.mark_public_body($1, true)', [olga.id])
  const visitor = await fixture.visitor()
  const { page } = visitor
  await arriveAs(visitor, app, olga)
  await page.goto(`/calendars/${calendar.id}`)

  await step('a template fills the form, and the previews show what people get', async () => {
    await page.getByRole('link', { name: 'New alert' }).click()
    await page.getByRole('heading', { name: 'Alert for Water Works' }).waitFor()
    await sees(page, 'Write a headline to see what people get.')
    await button(page, 'Boil water').click()
    await sees(page, 'ALERT: Boil water notice (Water Works)')
    await field(page, 'Headline *').fill('Boil water on Main Street')
    const preview = page.getByRole('region', { name: 'Preview' })
    await preview
      .getByText(/^Water Works: ALERT: Boil water on Main Street\. Boil tap water .* Reply STOP to end$/)
      .waitFor()
    await page.getByText(/^\d+ of 306 characters, 2 texts$/).waitFor()
    await preview.getByRole('tab', { name: 'Email' }).click()
    await preview.frameLocator('iframe').getByRole('heading', { name: 'Boil water on Main Street' }).waitFor()
    await preview.getByRole('tab', { name: 'Browser' }).click()
    await preview.getByText(/ALERT: Boil water on Main Street\s+Boil tap water/).waitFor()
  })

  await step('nothing leaves without a message', async () => {
    const message = await field(page, 'Message *').inputValue()
    await field(page, 'Message *').fill(' ')
    await button(page, /^Send to \d+ people in Water Works$/).click()
    await sees(page, 'Say what happened and what to do')
    await field(page, 'Message *').fill(message)
    await seesNot(page, 'Say what happened and what to do')
  })

  await step('Undo brings the draft back, and nothing of the alert exists', async () => {
    await page.getByRole('checkbox', { name: 'Emergency: text at night too' }).check()
    await button(page, /^Send to \d+ people in Water Works$/).click()
    await button(page, 'Undo').click()
    await field(page, 'Headline *').waitFor()
    assert.equal(await field(page, 'Headline *').inputValue(), 'Boil water on Main Street')
    assert.match(await field(page, 'Message *').inputValue(), /^Boil tap water for one minute/)
    assert.equal(await page.getByRole('checkbox', { name: 'Emergency: text at night too' }).isChecked(), true)
    const { rows } = await app.pool.query('select from public.events where calendar_id = $1', [calendar.id])
    assert.equal(rows.length, 0)
  })

  const first = await step2('it is sent, by mail and by text, and the screen says so', async () => {
    await button(page, /^Send to \d+ people in Water Works$/).click()
    await page.getByRole('heading', { name: /^Sending in \d+ …$/ }).waitFor()
    await sees(page, /^To \d+ people in Water Works\.$/)
    await button(page, 'Send now').click()
    const mail = await caught(neighbor, 'ALERT: Boil water on Main Street (Water Works)')
    assert.match(mail.text, /Boil tap water for one minute/)
    const text = await caught(phone, 'ALERT: Boil water on Main Street.')
    assert.match(text.text, /^Water Works: ALERT: Boil water on Main Street\. Boil tap water for one minute/)
    await page
      .getByRole('status')
      .filter({ hasText: /Waiting\s*0/ })
      .waitFor()
    return mail
  })

  await step('the all clear is a reply, and ends the alert', async () => {
    await page.getByRole('link', { name: 'Send the all clear' }).click()
    await page.getByRole('heading', { name: 'All clear for Water Works' }).waitFor()
    await field(page, 'Message *').fill('Main Street has safe water again.')
    await page.getByRole('checkbox', { name: 'Emergency: text at night too' }).check()
    await button(page, /^Send to \d+ people in Water Works$/).click()
    await page.getByRole('heading', { name: /^Sending in \d+ …$/ }).waitFor()
    // The server sends it, without the screen.
    const held = page.url()
    await page.goto('/about')
    const mail = await caught(neighbor, 'ALL CLEAR: Boil water on Main Street (Water Works)')
    assert.equal(mail.headers['In-Reply-To'], first.message_id)
    assert.match(
      (await caught(phone, 'ALL CLEAR: Boil water on Main Street.')).text,
      /Main Street has safe water again\./,
    )
    await page.goto(held)
    await page.getByRole('link', { name: 'See the alert' }).waitFor()
    await page.getByRole('link', { name: 'Send the all clear' }).waitFor({ state: 'detached' })
    const { rows } = await app.pool.query(
      'select count(*)::int as count from public.events where calendar_id = $1 and end_time <= now() + interval $$2 minutes$$',
      [calendar.id],
    )
    assert.equal(rows[0].count, 1)
    await page.getByRole('link', { name: 'See the alert' }).click()
    const updates = page.getByRole('region', { name: 'Updates' })
    await updates.getByText('Main Street has safe water again.').waitFor()
    await sees(updates, 'All clear')
    const [news, said] = await Promise.all(
      [updates, page.getByText(/^Boil tap water for one minute/)].map((part) => part.boundingBox()),
    )
    assert.ok(news && said && news.y < said.y, 'what followed comes before what it said at first')
  })
  await visitor.leave()
})

/** A step that returns something. */
async function step2<Result>(says: string, act: () => Promise<Result>): Promise<Result> {
  let result: Result | undefined
  await step(says, async () => {
    result = await act()
  })
  return result as Result
}
