import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright'
import { addDays, instantAt } from '#domain/dates.ts'
import { categoryNames } from '#domain/texts/categories.es.ts'
import { mailTexts } from '#messages/templates/texts.es.ts'
import type { TestApp } from '#testing/app.ts'
import { button, dialog, field, isAt, sees, seesNot, seesToast, step } from '#testing/browser/acts.ts'
import { violations } from '#testing/browser/axe.ts'
import { caughtBy, openCaught, openMail } from '#testing/browser/caught.ts'
import { type BrowserFixture, openBrowserFixture } from '#testing/browser/fixture.ts'
import { type Calendar, count, makeCalendar, makeEvent, makePerson } from '#testing/browser/people.ts'
import { movableClock } from '#testing/clock.ts'
import { preferencesPageTexts } from '#web/features/preferences/texts.es.ts'

const clock = movableClock()
let fixture: BrowserFixture
before(async () => {
  fixture = await openBrowserFixture({}, { clock })
})
after(() => fixture.close())

test('a guest follows by email, is notified on the day, opts out, and gets no more mail', async () => {
  const { app } = fixture
  const guest = 'gail@town.example'
  const other = 'otto@town.example'
  const olga = await makePerson(app, 'Olga Maple')
  const calendar = await makeCalendar(app, olga, { name: 'Maple Row', notifyAt: '08:00', contacts: [other] })
  await makeEvent(app, calendar, { title: 'Pancake breakfast', inDays: 1 })
  await makeEvent(app, calendar, { title: 'Book swap', inDays: 2 })
  const visitor = await fixture.visitor()
  const { page } = visitor

  await step('she finds the calendar and requests to follow it', async () => {
    await findCalendar(page, calendar)
    await ask(page, guest)
  })

  await step('the link in her mail confirms it; until then she is not a contact', async () => {
    await openCaught(page, { to: guest, says: 'Please confirm: follow Maple Row' })
    assert.equal(await contacts(app, calendar, guest), 0)
    await openMail(page).getByRole('link', { name: 'Confirm subscription' }).click()
    await isAt(page, '/confirm-contact')
    await sees(page, "You've successfully subscribed to Maple Row")
    assert.equal(new URL(page.url()).search, '', 'the token is used, and gone from the address')
    assert.equal(await contacts(app, calendar, guest), 1)
  })

  await step('where the browser can install the app, she is asked once', async () => {
    await page.evaluate(offerInstall)
    await sees(page, 'Put Townbell on your home screen')
    await button(page, 'Install').click()
    await page.waitForFunction(() => localStorage.getItem('prompted') === 'yes')
    await seesNot(page, 'Put Townbell on your home screen')
    await page.evaluate(offerInstall)
    assert.equal(await page.getByText('Put Townbell on your home screen').count(), 0)
  })

  await step('on the day, before eight o’clock, nothing is sent', async () => {
    await comes(app, calendar, 1, '07:45')
    assert.equal(await count(app.pool, 'public.mailings where calendar_id = $1', [calendar.id]), 0)
    assert.deepEqual(await caughtBy(page, guest), ['Please confirm: follow Maple Row'])
  })

  await step('after eight o’clock she reads what is on, and how to end it', async () => {
    await comes(app, calendar, 1, '08:15')
    await openCaught(page, { to: guest, says: 'Today: Pancake breakfast (Maple Row)' })
    await sees(page, 'List-Unsubscribe-Post')
    await openMail(page).getByRole('heading', { name: 'Pancake breakfast' }).waitFor()
    assert.equal(await openMail(page).getByRole('heading', { name: 'Book swap' }).count(), 0, 'it is not on today')
    await openMail(page).getByRole('link', { name: 'Book swap' }).waitFor()
  })

  await step('the link in the mail leads to the page where one press is enough', async () => {
    await openMail(page).getByRole('link', { name: 'Unsubscribe' }).click()
    await isAt(page, '/opt-out')
    assert.deepEqual([...new URL(page.url()).searchParams.keys()], ['t'], 'her address stands only on the page')
    assert.equal(await field(page, /^Email address/).inputValue(), guest)
    await button(page, 'Unsubscribe').click()
    await sees(page, 'You have been successfully unsubscribed from notifications.')
    assert.equal(new URL(page.url()).search, '', 'so is the token')
    assert.deepEqual(await violations(page), [])
  })

  await step('she undoes it, is offered less, and decides to leave after all', async () => {
    await button(page, 'Undo').click()
    await sees(page, "You're subscribed to notifications again.")
    assert.equal(await count(app.pool, 'public.opt_outs where email = $1', [guest]), 0)
    await openCaught(page, { to: guest, says: 'Today: Pancake breakfast (Maple Row)' })
    await openMail(page).getByRole('link', { name: 'Unsubscribe' }).click()
    await button(page, 'Once a week').click()
    await sees(page, "You'll get one email a week, on Sunday evening.")
    await openCaught(page, { to: guest, says: 'Today: Pancake breakfast (Maple Row)' })
    await openMail(page).getByRole('link', { name: 'Unsubscribe' }).click()
    await button(page, 'Unsubscribe').click()
    await button(page, 'Too many emails').click()
    await sees(page, 'Thank you for telling them.')
    assert.equal(await count(app.pool, "public.opt_outs where email = $1 and reason = 'too_many'", [guest]), 1)
  })

  await step('the next day another follower is notified, and she is not', async () => {
    await comes(app, calendar, 2, '08:15')
    await openCaught(page, { to: other, says: 'Today: Book swap (Maple Row)' })
    await hasEnded(app, calendar, 2)
    assert.deepEqual(await caughtBy(page, other), [
      'Today: Book swap (Maple Row)',
      'Today: Pancake breakfast (Maple Row)',
    ])
    assert.deepEqual(await caughtBy(page, guest), [
      'Today: Pancake breakfast (Maple Row)',
      'Please confirm: follow Maple Row',
    ])
  })
  await visitor.leave()
})

test('after following, the page remembers where the link went, sends it again, and takes another address', async () => {
  const { app } = fixture
  const calendar = await makeCalendar(app, await makePerson(app, 'Olga Typo'))
  const visitor = await fixture.visitor()
  const { page } = visitor
  const sent = dialog(page, 'Check your email')
  const mails = () => count(app.pool, "private.caught_messages where recipient = 'gina@town.exmple'")
  await page.goto(`/calendar/${calendar.id}`)
  await ask(page, 'gina@town.exmple')
  await sees(sent, 'We sent a link to gina@town.exmple. Open it to follow the calendar.')
  assert.deepEqual(await violations(page), [])
  await until(async () => (await mails()) === 1)
  await button(sent, 'Send again').click()
  await until(async () => (await mails()) === 2)
  await page.keyboard.press('Escape')
  await sent.waitFor({ state: 'detached' })
  await page.reload()
  await button(page, 'Follow this Calendar').click()
  await button(sent, 'Wrong address?').click()
  const join = dialog(page, /^Join /)
  assert.equal(await field(join, /^Email address/).inputValue(), 'gina@town.exmple')
  await field(join, /^Email address/).fill('gina@town.example')
  await button(join, 'Send Confirmation').click()
  await sees(sent, 'We sent a link to gina@town.example. Open it to follow the calendar.')

  // The link says so also when it is opened a second time.
  for (const says of [/^You've successfully subscribed to/, /^You are already subscribed to this calendar$/]) {
    await openCaught(page, { to: 'gina@town.example', says: `Please confirm: follow ${calendar.name}` })
    await openMail(page).getByRole('link', { name: 'Confirm subscription' }).click()
    await page.getByText(says).waitFor()
  }
  await visitor.leave()
})

test('a guest follows by text: YES, the day’s events after the quiet hours, STOP, and no more', async () => {
  const { app } = fixture
  const guest = 'theo@town.example'
  // Where the area code is, the clock is an hour behind the calendar's.
  const phone = '+15125550123'
  const other = '+18025550147'
  const olga = await makePerson(app, 'Olga Birch')
  const calendar = await makeCalendar(app, olga, { name: 'Birch Hill', notifyAt: '08:00' })
  await app.pool.query(insertPhone, [calendar.id, other])
  await makeEvent(app, calendar, { title: 'Open stage', inDays: 3 })
  await makeEvent(app, calendar, { title: 'Bike repair', inDays: 4 })
  const visitor = await fixture.visitor()
  const { page } = visitor

  await step('he requests texts as well, and confirms his address', async () => {
    await findCalendar(page, calendar)
    await ask(page, guest, phone)
    await openCaught(page, { to: guest, says: 'Please confirm: follow Birch Hill' })
    await openMail(page).getByRole('link', { name: 'Confirm subscription' }).click()
    await sees(page, "You've successfully subscribed to Birch Hill")
    await sees(page, 'Reply YES to our text to get texts, too.')
  })

  await step('his phone gets a confirmation text, and replies YES', async () => {
    await openCaught(page, { to: phone, says: 'Townbell: Reply YES to get texts about events from Birch Hill' })
    assert.equal(await confirmedPhones(app, calendar, phone), 0)
    await button(page, 'YES').click()
    await page.getByText("You'll get texts about events from Birch Hill").waitFor()
    assert.equal(await confirmedPhones(app, calendar, phone), 1)
  })
  const soFar = await caughtBy(page, phone)
  assert.equal(soFar.length, 2)

  await step('at eight the mail comes; the text waits until it is eight where the phone is', async () => {
    await comes(app, calendar, 3, '08:15')
    await openCaught(page, { to: other, says: 'Birch Hill today: Open stage' })
    await openCaught(page, { to: guest, says: 'Today: Open stage (Birch Hill)' })
    const waits = `public.deliveries where calendar_id = $1 and address = $2 and state = 'planned' and next_attempt_at = $3`
    const eight = instantAt(addDays(calendar.today, 3), '08:00', 'America/Chicago')
    assert.equal(await count(app.pool, waits, [calendar.id, phone, eight]), 1)
    assert.deepEqual(await caughtBy(page, phone), soFar)
    await comes(app, calendar, 3, '09:15')
    await openCaught(page, { to: phone, says: 'Birch Hill today: Open stage, 5:00' })
    await hasEnded(app, calendar, 3)
  })

  await step('he replies STOP', async () => {
    await field(page, 'Or in other words').fill('Stop please')
    await button(page, 'Send').click()
    await page.getByText("You're unsubscribed and won't get any more texts").waitFor()
  })

  await step('the next day another phone gets a text, and his does not; he still gets mail', async () => {
    const before = await caughtBy(page, phone)
    assert.equal(before.length, 4)
    await comes(app, calendar, 4, '10:00')
    await openCaught(page, { to: other, says: 'Birch Hill today: Bike repair' })
    await openCaught(page, { to: guest, says: 'Today: Bike repair (Birch Hill)' })
    await hasEnded(app, calendar, 4)
    assert.deepEqual(await caughtBy(page, phone), before)
  })
  await visitor.leave()
})

test('a guest chooses her notifications by the link in a mail, and gets only those', async () => {
  const { app } = fixture
  const guest = 'cora@town.example'
  const other = 'owen@town.example'
  const olga = await makePerson(app, 'Olga Cedar')
  const calendar = await makeCalendar(app, olga, { name: 'Cedar Bend', notifyAt: '08:00', contacts: [other] })
  await makeEvent(app, calendar, { title: 'Porch concert', inDays: 5 })
  await makeEvent(app, calendar, { title: 'Street fair', inDays: 6 })
  await makeEvent(app, calendar, { title: 'No water', inDays: 6, category: 'Notice' })
  const visitor = await fixture.visitor()
  const { page } = visitor

  await step('she follows, and is notified on the day', async () => {
    await findCalendar(page, calendar)
    await ask(page, guest)
    await openCaught(page, { to: guest, says: 'Please confirm: follow Cedar Bend' })
    await openMail(page).getByRole('link', { name: 'Confirm subscription' }).click()
    await sees(page, "You've successfully subscribed to Cedar Bend")
    await comes(app, calendar, 5, '08:15')
    await openCaught(page, { to: guest, says: 'Today: Porch concert (Cedar Bend)' })
  })

  await step('the link in the mail shows her choices, and is gone from the address', async () => {
    await openMail(page).getByRole('link', { name: 'Choose what you get' }).click()
    await isAt(page, '/preferences')
    await sees(page, guest)
    await page.waitForURL((url) => url.search === '')
    assert.equal(await page.getByRole('checkbox', { name: 'Event' }).isChecked(), true)
    await page.getByRole('link', { name: 'Unsubscribe from Cedar Bend' }).waitFor()
  })

  await step('she must choose something; she chooses notices only, the evening before, in Spanish', async () => {
    for (const category of ['Event', 'Alert', 'Notice', 'FYI'])
      await page.getByRole('checkbox', { name: category }).uncheck()
    await button(page, 'Save').click()
    await sees(page, 'Choose at least one category, or unsubscribe.')
    await page.getByRole('checkbox', { name: 'Notice' }).check()
    await page.getByRole('radio', { name: 'The evening before' }).check()
    await page.getByRole('combobox', { name: 'Language' }).selectOption('Español')
    await button(page, 'Save').click()
    await sees(page, 'Saved.')
  })

  await step(
    'that evening she reads of the notice; the next day others read of everything, and she of nothing',
    async () => {
      await comes(app, calendar, 5, '18:15')
      await openCaught(page, { to: guest, says: 'Mañana: No water (Cedar Bend)' })
      await comes(app, calendar, 6, '08:15')
      await openCaught(page, { to: other, says: 'Today in Cedar Bend: 2 events' })
      await hasEnded(app, calendar, 6, 2)
      assert.equal((await caughtBy(page, guest)).length, 3)
    },
  )

  await step('the link in the Spanish mail leads to her choices in Spanish, as she made them', async () => {
    await openCaught(page, { to: guest, says: 'Mañana: No water (Cedar Bend)' })
    await openMail(page).getByRole('link', { name: mailTexts.choose }).click()
    await isAt(page, '/preferences')
    await sees(page, guest)
    assert.equal(await page.locator('html').getAttribute('lang'), 'es')
    const language = page.getByRole('combobox', { name: preferencesPageTexts.language })
    assert.equal(await language.locator('option:checked').textContent(), 'Español')
    assert.equal(await page.getByRole('checkbox', { name: categoryNames.Event }).isChecked(), false)
    assert.equal(await page.getByRole('checkbox', { name: categoryNames.Notice }).isChecked(), true)
  })

  await step('she chooses one hour before: nothing in the morning, one mail an hour before it starts', async () => {
    await page.getByRole('radio', { name: preferencesPageTexts.timings.hour.label }).check()
    await button(page, preferencesPageTexts.save).click()
    await sees(page, preferencesPageTexts.saved)
    await makeEvent(app, calendar, { title: 'Street closed', inDays: 7, category: 'Notice', from: '17:00' })
    await app.pool.query('delete from private.waiting_events')
    await comes(app, calendar, 7, '08:15')
    await openCaught(page, { to: other, says: 'Today: Street closed (Cedar Bend)' })
    await hasEnded(app, calendar, 7)
    assert.equal((await caughtBy(page, guest)).length, 3)
    await comes(app, calendar, 7, '16:00')
    await openCaught(page, { to: guest, says: 'En una hora: Street closed (Cedar Bend)' })
  })
  await visitor.leave()
})

async function findCalendar(page: Page, { id, name }: Calendar): Promise<void> {
  await page.goto('/')
  await page.locator('main').getByRole('link', { name: 'Find a calendar' }).first().click()
  await isAt(page, '/locate-calendar')
  await page.getByRole('searchbox').fill(name.toLowerCase())
  await page.waitForURL((url) => url.searchParams.get('q') === name.toLowerCase())
  await sees(page, '1 calendar')
  await page.getByRole('link', { name }).first().click()
  await isAt(page, `/calendar/${id}`)
}

async function ask(page: Page, email: string, phone?: string): Promise<void> {
  await button(page, 'Follow this Calendar').click()
  const join = dialog(page, /^Join /)
  await field(join, /^Email address/).fill(email)
  if (phone) {
    await join.getByRole('radio', { name: 'Email + SMS notifications' }).check()
    await field(join, /^Phone number/).fill(phone)
    await join.getByRole('checkbox').check()
  }
  await button(join, 'Send Confirmation').click()
  await seesToast(page, 'Confirmation Email Sent')
}

/** It is this time on that day where the calendar is, and the minute's planning has been done. */
async function comes({ pool }: TestApp, { today, zone }: Calendar, inDays: number, time: string): Promise<void> {
  clock.moveTo(instantAt(addDays(today, inDays), time, zone))
  const { rows } = await pool.query(`select id from graphile_worker.add_job('plan-day-of')`)
  await until(async () => (await count(pool, 'graphile_worker.jobs where id = $1', [rows[0].id])) === 0)
}

/** Nobody is left to be sent to, so who got nothing gets nothing. */
async function hasEnded({ pool }: TestApp, { id, today }: Calendar, inDays: number, mailings = 1): Promise<void> {
  const ended = `public.mailings where calendar_id = $1 and day = $2 and state = 'finished'`
  await until(async () => (await count(pool, ended, [id, addDays(today, inDays)])) === mailings)
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 2400; tries++) {
    if (await isSo()) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('it did not come to that')
}

const contacts = ({ pool }: TestApp, { id }: Calendar, address: string) =>
  count(pool, 'public.calendar_contacts where calendar_id = $1 and normalised = $2', [id, address])

const confirmedPhones = ({ pool }: TestApp, { id }: Calendar, phone: string) =>
  count(pool, 'public.calendar_contacts where calendar_id = $1 and normalised = $2 and confirmed_at is not null', [
    id,
    phone,
  ])

const insertPhone = `
  insert into public.calendar_contacts (calendar_id, contact_type, contact_value, confirmed_at) values ($1, 'phone', $2, now())`

/** In the page, as Chromium does it. Waits until what it may change is drawn. */
async function offerInstall() {
  const prompt = async () => localStorage.setItem('prompted', 'yes')
  dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt }))
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
}
