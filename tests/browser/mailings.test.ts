import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Locator } from 'playwright'
import { addDays, instantAt } from '#domain/dates.ts'
import type { TestApp } from '#testing/app.ts'
import {
  button,
  chooseCategory,
  dialog,
  field,
  isAt,
  openSection,
  sees,
  seesToast,
  step,
} from '#testing/browser/acts.ts'
import { violations } from '#testing/browser/axe.ts'
import { type BrowserFixture, openBrowserFixture } from '#testing/browser/fixture.ts'
import { arriveAs, type Calendar, count, makeCalendar, makeEvent, makePerson } from '#testing/browser/people.ts'
import { morningZone } from '#testing/calendars.ts'
import { movableClock } from '#testing/clock.ts'
import { startSmtp } from '#testing/smtp.ts'
import { beginPlanning } from '#worker/sending/plan-deliveries.ts'

const neighbors = ['ann@town.example', 'ben@town.example', 'cat@town.example', 'dan@town.example']

let fixture: BrowserFixture
before(async () => {
  fixture = await openBrowserFixture()
})
after(() => fixture.close())

test('an admin watches a mailing go out, number by number', async () => {
  const { app } = fixture
  const [olga, ada] = [await makePerson(app, 'Olga Ledger'), await makePerson(app, 'Ada Ledger')]
  const calendar = await makeCalendar(app, olga, {
    name: 'Ledger Lane',
    notifyAt: '08:00',
    admins: [ada],
    contacts: neighbors,
  })
  const visitor = await fixture.visitor()
  const { page } = visitor
  await arriveAs(visitor, app, ada)
  await page.goto('/dashboard')
  await button(page, 'Mailings: Ledger Lane').click()
  const opened = dialog(page, 'Mailings')

  await step('nothing was sent yet', async () => {
    await sees(opened, 'Nothing sent yet')
    await opened.getByRole('link', { name: 'Open the calendar' }).waitFor()
    await button(opened, 'Done').click()
    await opened.waitFor({ state: 'detached' })
  })

  await makeEvent(app, calendar, { title: 'Bake sale', inDays: 3 })
  const mailing = await planMailing(app, calendar, 3)
  await page.goto(`/calendars/${calendar.id}`)
  const ledger = await openSection(page, 'Mailings')
  const bar = ledger.getByRole('progressbar', { name: /^Progress of Events of the day/ })

  await step('everything is planned', async () => {
    await resultIs(ledger, '0 of 4 sent 4 waiting')
    assert.equal(await bar.getAttribute('aria-valuenow'), '0')
    assert.equal(await bar.getAttribute('aria-valuemax'), '4')
  })

  await step('two leave while the page is open', async () => {
    await settle(app, mailing, neighbors[0]!, 'delivered')
    await settle(app, mailing, neighbors[1]!, 'bounced', '550 5.1.1 no such user')
    await resultIs(ledger, '1 of 4 delivered 1 failed, 2 waiting')
    assert.equal(await bar.getAttribute('aria-valuenow'), '2')
  })

  await step('the rest leaves, and nothing moves any more', async () => {
    await settle(app, mailing, neighbors[2]!, 'failed', '452 4.2.2')
    await settle(app, mailing, neighbors[3]!, 'opted_out')
    await bar.waitFor({ state: 'detached' })
    await resultIs(ledger, '1 of 3 delivered 2 failed, 1 skipped')
  })

  await step('the mailing opens: who, how, and why not, failures first', async () => {
    await button(ledger, 'Bake sale').click()
    await ledger.getByRole('heading', { name: 'Bake sale' }).waitFor()
    const [first, second, third, fourth] = await shown(ledger, 'Recipients')
    assert.match(first ?? '', /^ben@town\.example Email Failed .+ The address doesn't exist Send again$/)
    assert.match(second ?? '', /^cat@town\.example Email Failed .+ Mailbox full Send again$/)
    assert.match(third ?? '', /^dan@town\.example Email Skipped Opted out$/)
    assert.match(fourth ?? '', /^ann@town\.example Email Delivered .+$/)
    await button(ledger, /^Failed/).click()
    await ledger.getByText('1–2 of 2').waitFor()
    await field(ledger, 'Search by name or address').fill('CAT')
    await ledger.getByText('1–1 of 1').waitFor()
    assert.match((await shown(ledger, 'Recipients'))[0] ?? '', /^cat@town\.example/)
  })

  await step('what failed is sent again, once, and only to those it did not reach', async () => {
    await button(ledger, 'Send again to 2 people').click()
    const question = page.getByRole('alertdialog', { name: 'Send again to 2 people?' })
    await button(question, 'Send again').click()
    await seesToast(page, 'On its way again', 'We try 2 people once more.')
    await field(ledger, 'Search by name or address').fill('')
    await button(ledger, /^Everyone/).click()
    await sees(ledger, '3 of 3 sent')
    const { rows } = await app.pool.query(
      `select recipient, count(*)::int as mails from private.caught_messages where recipient = any ($1) group by 1 order by 1`,
      [neighbors],
    )
    assert.deepEqual(rows, [
      { recipient: 'ben@town.example', mails: 1 },
      { recipient: 'cat@town.example', mails: 1 },
    ])
    assert.equal(await button(ledger, /^Send again/).count(), 0)
  })

  await step('a recipient is removed, and Back returns to the row', async () => {
    await button(ledger, 'Remove dan@town.example from the list').click()
    await seesToast(page, 'Removed')
    await sees(ledger, 'No longer on the list')
    assert.equal(await count(app.pool, `public.calendar_contacts where calendar_id = $1`, [calendar.id]), 3)
    await button(ledger, 'All mailings').click()
    await resultIs(ledger, '3 of 3 sent 1 skipped')
    assert.ok(await button(ledger, 'Bake sale').evaluate((row) => row === document.activeElement))
  })

  await step('the last weeks are drawn, said in a sentence, and listed in a table', async () => {
    await page.reload()
    const said = /^On the list: \d+ thirteen weeks ago, 3 now\. Messages sent: 3\.$/
    await ledger.getByRole('img', { name: said }).waitFor()
    await ledger.getByText('Show as a table').click()
    assert.equal(await ledger.getByRole('table').getByRole('row').count(), 14)
    assert.deepEqual(await violations(page), [])
  })

  await step('the event says how many people it was sent to', async () => {
    await page.goto(`/calendars/${calendar.id}?view=day&date=${addDays(calendar.today, 3)}`)
    await sees(page, 'Sent to 3 people')
  })

  await step('when its recipients are no longer stored, the numbers stay', async () => {
    await app.pool.query('delete from public.deliveries where mailing_id = $1', [mailing])
    await app.pool.query('update public.mailings set recipients_removed_at = now() where id = $1', [mailing])
    await page.goto(`/calendars/${calendar.id}`)
    await button(await openSection(page, 'Mailings'), 'Bake sale').click()
    await sees(ledger, 'Who got it is no longer stored. The numbers stay.')
    await sees(ledger, '3 of 3 sent')
    assert.equal(await ledger.getByRole('list', { name: 'Recipients' }).count(), 0)
    await page.goto(`/calendars/${calendar.id}?view=day&date=${addDays(calendar.today, 3)}`)
    await sees(page, 'Sent to 3 people')
  })
  await visitor.leave()
})

test('the bar moves while a real mailing leaves, as far as the mail server has taken it', async () => {
  const people = Array.from({ length: 60 }, (_, i) => `neighbor${i}@town.example`)
  let [begun, letThrough] = [0, 20]
  const inTurn = async (mine: number) => {
    while (mine > letThrough) await sleep(20)
    return undefined
  }
  const server = await startSmtp({ keepRaw: false, onEnd: () => inTurn(++begun) })
  const clock = movableClock()
  const slow = await openBrowserFixture({ SMTP_URL: server.url, MAIL_FROM: 'bell@town.example' }, { clock })
  try {
    const { app } = slow
    const olga = await makePerson(app, 'Olga Slow')
    const calendar = await makeCalendar(app, olga, { name: 'Slow Street', notifyAt: '08:00', contacts: people })
    // In the morning there, whatever the time is here: the day must not end under the test.
    clock.moveTo(instantAt(addDays(calendar.today, 1), '09:00', calendar.zone))
    const visitor = await slow.visitor()
    const { page } = visitor
    await arriveAs(visitor, app, olga)
    await page.goto(`/calendars/${calendar.id}`)
    await page.getByRole('link', { name: 'Mailings' }).waitFor()
    await makeEvent(app, calendar, { title: 'Snail race', inDays: 1 })
    // The database knows nothing of this clock, and calls no planner for an event of tomorrow.
    await app.pool.query(`select graphile_worker.add_job('plan-day-of')`)
    while (server.taken.length === 0) await sleep(50)
    const ledger = await openSection(page, 'Mailings')
    const bar = ledger.getByRole('progressbar', { name: /^Progress of Events of the day/ })
    await bar.waitFor()
    assert.equal(await bar.getAttribute('aria-valuemax'), '60')

    let seen = 0
    for (const many of [20, 40]) {
      letThrough = many
      while (seen !== many) {
        const value = Number(await bar.getAttribute('aria-valuenow'))
        assert.ok(value <= server.taken.length, `${value} shown, ${server.taken.length} taken`)
        assert.ok(value >= seen, 'it never goes back')
        seen = value
        await sleep(100)
      }
    }
    letThrough = people.length
    await resultIs(ledger, '60 of 60 sent')
    assert.deepEqual(server.taken.map(({ to }) => to.join()).sort(), people.toSorted())
    await visitor.leave()
  } finally {
    letThrough = people.length
    await slow.close()
    await server.stop()
  }
})

test('after the hour an event waits ten minutes: it can be sent now, taken back, or not sent at all', async () => {
  const { app } = fixture
  const olga = await makePerson(app, 'Olga Thinks')
  const calendar = await makeCalendar(app, olga, { name: 'Second Thoughts', notifyAt: '00:00', contacts: neighbors })
  const zone = morningZone()
  await app.pool.query('update public.calendars set time_zone = $2 where id = $1', [calendar.id, zone])
  const traces = async () =>
    (await count(app.pool, 'public.mailings where calendar_id = $1', [calendar.id])) +
    (await count(app.pool, 'public.deliveries where calendar_id = $1', [calendar.id]))
  const visitor = await fixture.visitor()
  const { page } = visitor
  await arriveAs(visitor, app, olga)
  await page.goto(`/calendars/${calendar.id}`)

  async function fill(title: string): Promise<Locator> {
    await button(page, 'Add Event').click()
    const form = dialog(page, /^Add Event/)
    await field(form, /^Event Title/).fill(title)
    await chooseCategory(form, 'Event')
    await sees(form, "It's past 12:00 AM, so this goes out in 10 minutes")
    await sees(form, '4 emails')
    return form
  }
  const sendsLater = (form: Locator) => form.getByRole('radio', { name: 'Send in 10 minutes' })

  await step('what is added without a choice waits, and can be taken back', async () => {
    const form = await fill('Slip of the finger')
    assert.ok(await sendsLater(form).isChecked())
    await button(form, 'Create Event').click()
    await page.getByText(/^1 event goes out at /).waitFor()
    await button(page, 'Undo sending Slip of the finger').click()
    await seesToast(page, 'Not sent')
    await page.getByText(/^1 event goes out at /).waitFor({ state: 'detached' })
    assert.equal(await traces(), 0)
  })

  await step('"Don\'t send" takes it out of the mailer', async () => {
    const form = await fill('Only for the wall')
    await form.getByRole('radio', { name: "Don't send" }).check()
    assert.equal(await form.getByRole('checkbox', { name: 'Include in Mailer' }).isChecked(), false)
    await button(form, 'Create Event').click()
    await form.waitFor({ state: 'detached' })
    assert.equal(await count(app.pool, 'public.events where calendar_id = $1 and include_in_mailer', [calendar.id]), 0)
  })

  await step('"Send now" sends', async () => {
    const form = await fill('Loose dog')
    await form.getByRole('radio', { name: 'Send now' }).check()
    const letPlan = await keepFromPlanning(app)
    await button(form, 'Create Event').click()
    await form.waitFor({ state: 'detached' })
    const ledger = await openSection(page, 'Mailings')
    await sees(ledger, 'Nothing sent yet')
    await letPlan()
    await resultIs(ledger, '4 of 4 sent')
    assert.equal(await count(app.pool, `private.caught_messages where subject like '%Loose dog%'`), 4)
    assert.equal(
      await count(app.pool, `private.caught_messages where text ~ 'Slip of the finger|Only for the wall'`),
      0,
    )
  })
  await visitor.leave()
})

test('an admin pauses and resumes sending, and gets a test', async () => {
  const { app } = fixture
  const olga = await makePerson(app, 'Olga Pauses')
  const calendar = await makeCalendar(app, olga, { name: 'Pause Place', notifyAt: '08:00' })
  await makeEvent(app, calendar, { title: 'Bell concert', inDays: 3 })
  const paused = () =>
    count(app.pool, 'public.calendars where id = $1 and sending_paused_at is not null', [calendar.id])
  const visitor = await fixture.visitor()
  const { page } = visitor
  await arriveAs(visitor, app, olga)
  await page.goto(`/calendars/${calendar.id}`)
  const ledger = await openSection(page, 'Mailings')

  await sees(ledger, 'Sending is on')
  await button(ledger, 'Pause sending').click()
  await seesToast(page, 'Sending paused')
  await sees(ledger, 'Sending is paused')
  await sees(ledger, 'Paused by an admin of the calendar.')
  assert.equal(await paused(), 1)

  visitor.expectRefusal(/functions\/v1\/send-test/)
  await button(ledger, 'Send me a test').click()
  await seesToast(page, 'Error', 'Sending for this calendar is paused.')
  assert.equal(await count(app.pool, 'public.mailings where calendar_id = $1', [calendar.id]), 0)

  await button(ledger, 'Resume sending').click()
  await seesToast(page, 'Sending resumed')
  await sees(ledger, 'Sending is on')
  assert.equal(await paused(), 0)

  await button(ledger, 'Send me a test').click()
  await seesToast(page, 'Test on its way', `We're sending it to ${olga.email}.`)
  await ledger.getByRole('heading', { name: 'Bell concert' }).waitFor()
  await resultIs(ledger, '1 of 1 sent')
  const { rows } = await app.pool.query('select text from private.caught_messages where recipient = $1', [olga.email])
  assert.equal(rows.length, 1)
  assert.match(rows[0].text, /Bell concert/)
  await visitor.leave()
})

test('a member who is not an admin sees no mailings', async () => {
  const { app } = fixture
  const [olga, mia] = [await makePerson(app, 'Olga Silent'), await makePerson(app, 'Mia Member')]
  const calendar = await makeCalendar(app, olga, {
    name: 'Quiet Court',
    members: [mia],
  })
  const visitor = await fixture.visitor()
  const { page } = visitor
  await arriveAs(visitor, app, mia)
  await page.goto('/dashboard')
  await button(page, 'Leave: Quiet Court').waitFor()
  assert.equal(await button(page, /Mailings/).count(), 0)
  await page.goto(`/calendars/${calendar.id}`)
  await button(page, 'More').waitFor()
  assert.equal(await page.getByRole('link', { name: /Mailings|People|Settings/ }).count(), 0)
  for (const section of ['people', 'mailings', 'setup']) {
    await page.goto(`/calendars/${calendar.id}/${section}`)
    await isAt(page, '/dashboard')
    await seesToast(page, 'Access denied', "You don't have access to this calendar.")
  }
  await visitor.leave()
})

/** As the planner writes it, but due tomorrow: the worker of this program leaves it to the test. */
async function planMailing({ pool }: TestApp, calendar: Calendar, inDays = 0): Promise<string> {
  const { rows } = await pool.query(insertMailing, [calendar.id, addDays(calendar.today, inDays)])
  await pool.query(insertEvents, [rows[0].id])
  await pool.query(insertDeliveries, [rows[0].id, calendar.id])
  return rows[0].id
}

const insertMailing = `insert into public.mailings (calendar_id, day) values ($1, $2) returning id`
const insertEvents = `
  insert into public.mailing_events (mailing_id, event_id, day)
  select m.id, e.id, e.event_date
  from public.mailings m join public.events e on e.calendar_id = m.calendar_id and e.event_date = m.day where m.id = $1`
const insertDeliveries = `
  insert into public.deliveries (mailing_id, calendar_id, contact_id, channel, address, next_attempt_at)
  select $1, $2, c.id, 'email', c.contact_value, now() + interval '1 day'
  from public.calendar_contacts c where c.calendar_id = $2`

/** Makes planners wait, as for one that is busy, until the returned function is called. */
async function keepFromPlanning({ pool }: TestApp): Promise<() => Promise<void>> {
  const client = await pool.connect()
  await client.query('begin')
  await beginPlanning(client)
  return async () => {
    await client.query('commit')
    client.release()
  }
}

async function settle({ pool }: TestApp, mailing: string, address: string, state: string, error: string | null = null) {
  const { rowCount } = await pool.query(
    'update public.deliveries set state = $3, last_error = $4 where mailing_id = $1 and address = $2',
    [mailing, address, state, error],
  )
  assert.equal(rowCount, 1)
}

/** The entries of a list, each as one line. */
async function shown(place: Locator, name: string): Promise<string[]> {
  const entries = place.getByRole('list', { name }).getByRole('listitem')
  await entries.first().waitFor()
  return (await entries.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim())
}

/** The result of the newest mailing in words, once it is this. */
async function resultIs(ledger: Locator, expected: string): Promise<void> {
  const words = ledger.getByRole('list', { name: 'Mailings' }).getByRole('listitem').first()
  const read = async () => (await words.innerText()).replace(/\s+/g, ' ')
  for (let tries = 0; tries < 1200; tries++) {
    if ((await read()).endsWith(expected)) return
    await sleep(100)
  }
  assert.equal(await read(), expected)
}
