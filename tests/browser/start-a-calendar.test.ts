import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Locator } from 'playwright'
import { plainDay } from '#domain/date-words.ts'
import { addDays, dayInZone } from '#domain/dates.ts'
import {
  button,
  chooseCategory,
  daySays,
  dialog,
  field,
  hasFocus,
  isAt,
  isDisabled,
  isEnabled,
  openMoreOptions,
  sees,
  seesNot,
  seesToast,
  step,
} from '#testing/browser/acts.ts'
import { violations } from '#testing/browser/axe.ts'
import { type BrowserFixture, openBrowserFixture } from '#testing/browser/fixture.ts'
import { count, PASSWORD } from '#testing/browser/people.ts'
import { caughtLink } from '#testing/mailbox.ts'

let fixture: BrowserFixture
before(async () => {
  // With the captcha a newcomer meets.
  fixture = await openBrowserFixture({ CAPTCHA: 'altcha' })
})
after(() => fixture.close())

test('the captcha solves itself while somebody types, anew for each form, and says why the button waits', async () => {
  const visitor = await fixture.visitor()
  const { page } = visitor
  await page.goto('/signin')
  const challenge = Promise.withResolvers<void>()
  const asked: string[] = []
  await page.route(/captcha-challenge/, async (route) => {
    asked.push(new URL(route.request().url()).searchParams.get('action') ?? '')
    await challenge.promise
    await route.continue()
  })
  await isDisabled(button(page.locator('main'), 'Sign in'))
  await button(page, 'Fill in the form to continue').click()
  await hasFocus(field(page, 'Email'))
  assert.deepEqual(asked, [])
  await page.keyboard.type('nora@town.example')
  await sees(page, 'Checking...')
  await isDisabled(button(page.locator('main'), 'Sign in'))
  challenge.resolve()
  await isEnabled(button(page.locator('main'), 'Sign in'))
  await seesNot(page, 'Checking...')
  await button(page, 'Create an account').click()
  await isDisabled(button(page, 'Create Account'))
  await button(page, /^Please agree to the Terms of Service/).click()
  await page.keyboard.press('Space')
  await isEnabled(button(page, 'Create Account'))
  assert.deepEqual(asked, ['sign-in', 'sign-up'])
  assert.equal(await page.getByRole('checkbox').count(), 1, 'the terms, and no box')
  await visitor.leave()
})

test('Nora starts a calendar: from the home page to her first event and its email', async () => {
  const { app } = fixture
  const nora = await fixture.visitor()
  const { page } = nora

  await step('she follows the button on the home page and signs up', async () => {
    await page.goto('/')
    await page.getByRole('link', { name: 'Create Your Free Calendar', exact: true }).first().click()
    await isAt(page, '/signin')
    await field(page, 'Display Name').fill('Nora Quist')
    await field(page, 'Email').fill('nora@town.example')
    await field(page, 'Password').fill('short')
    await sees(page, 'Password must be at least 8 characters long')
    await sees(page, 'Password must contain at least one number')
    await field(page, 'Password').fill(PASSWORD)
    await field(page, 'Confirm Password').fill('Bell!tower8')
    await sees(page, "Passwords don't match")
    await field(page, 'Confirm Password').fill(PASSWORD)
    await isDisabled(button(page, 'Create Account'))
    await page.getByRole('checkbox', { name: /I agree to the/ }).check()
    await isEnabled(button(page, 'Create Account'))
    assert.deepEqual(await violations(page), [])
    await button(page, 'Create Account').click()
    await seesToast(page, 'Check your email!', "We've sent you a confirmation link. Click it to activate your account.")
  })

  await step('the link in her mail signs her in, at the dashboard', async () => {
    await page.goto(await caughtLink(app.pool, 'nora@town.example', '/auth/v1/verify'))
    await button(page, 'Continue').click()
    await isAt(page, '/dashboard')
    // She came to create one: the form is open.
    const create = dialog(page, 'Create New Calendar')
    await button(create, 'Cancel').click()
    await create.waitFor({ state: 'detached' })
    await sees(page, 'No calendars yet')
    await sees(page, 'Free Account')
    assert.equal(new URL(page.url()).hash, '', 'the session stays in the address')
    assert.equal(await button(page, 'Resend Email').count(), 0)
  })

  await step('she creates a calendar; another state empties the city', async () => {
    await button(page, 'Create Calendar').click()
    const create = dialog(page, 'Create New Calendar')
    await isDisabled(field(create, /^City/))
    assert.equal(await field(create, /^City/).locator('option:checked').textContent(), 'Select a state first')
    await field(create, /^Calendar Name/).fill('Maple Row')
    await field(create, 'Description').fill('Who we are and when we meet.')
    await field(create, /^State/).selectOption('Texas')
    await field(create, /^City/).selectOption('Austin')
    await field(create, /^State/).selectOption('Vermont')
    assert.equal(await field(create, /^City/).inputValue(), '')
    await isDisabled(button(create, 'Create Calendar'))
    await field(create, /^City/).selectOption('Burlington')
    await create.getByRole('switch', { name: 'Allow Guest Users to Sign Join' }).waitFor()
    await create.getByRole('checkbox', { name: 'Put nora@town.example on the list' }).uncheck()
    await button(create, 'Create Calendar').click()
    await seesToast(page, 'Calendar created!', 'Maple Row is ready for collaboration.')
  })

  await step('an event needs a recipient', async () => {
    const add = dialog(page, /^Add Event - /)
    await sees(add, 'No recipients defined')
    await isDisabled(button(add, 'Create Event'))
    await add.getByRole('link', { name: 'Add people' }).click()
    await isAt(page, /^\/calendars\/.+\/people$/)
    await page.getByRole('link', { name: 'My Calendars' }).first().click()
    await page.getByRole('heading', { name: 'Maple Row' }).waitFor()
    await page.getByRole('checkbox', { name: 'Put nora@town.example on the list', checked: true }).waitFor()
  })

  await step('she adds two neighbors', async () => {
    await button(page, /^Manage Recipients/).click()
    const contacts = dialog(page, 'Manage Contact Lists')
    await field(contacts, 'Email address').fill('not an address')
    await button(contacts, 'Add Email').click()
    await sees(contacts, 'Please enter a valid email address')
    for (const address of ['ann@town.example', 'bob@town.example']) {
      await field(contacts, 'Email address').fill(address)
      await button(contacts, 'Add Email').click()
      await sees(contacts, address)
    }
    await seesToast(page, 'Email added to contact list')
    await sees(contacts, '2 contacts')
    await button(contacts, 'Done').click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  const tomorrow = addDays(dayInZone(Date.now(), 'America/New_York'), 1)
  await step('she looks at the email before she creates the event', async () => {
    await page.getByRole('link', { name: /^Edit Calendar/ }).click()
    await page.goto(`${page.url()}?day=${tomorrow}`)
    await button(page, 'Add Event').click()
    const add = dialog(page, `Add Event - `)
    await field(add, /^Event Title/).fill('  Cider pressing ')
    await button(add, 'Preview Email').click()
    await seesToast(page, 'Missing category', 'Please select a category to preview')
    await chooseCategory(add, 'Event')
    await field(add, 'Location Name (optional)').fill('The barn')
    await openMoreOptions(add)
    await field(add, /^Website or meeting link/).fill('cider.example')
    await button(add, 'Create Event').click()
    await sees(add, 'Enter a web address that starts with https:// or http://')
    await field(add, /^Website or meeting link/).fill('https://cider.example/press')
    await button(add, 'Preview Email').click()
    const preview = dialog(page, 'Email Preview')
    await preview.frameLocator('iframe').getByText('Cider pressing', { exact: true }).first().waitFor()
    await button(preview, 'Close').first().click()
    await preview.waitFor({ state: 'detached' })
    await button(add, 'Create Event').click()
    await seesToast(page, 'Event created', `Cider pressing has been scheduled for ${plainDay(tomorrow)}`)
  })

  await step('it stands on its day, and the day has a dot', async () => {
    await page.getByRole('heading', { name: 'Cider pressing' }).waitFor()
    await sees(page, '9:00 AM – 5:00 PM')
    const link = page.getByRole('link', { name: 'cider.example/press' })
    assert.equal(await link.getAttribute('href'), 'https://cider.example/press')
    await daySays(page, tomorrow, /1 event: 1 Event/)
    assert.equal(await count(app.pool, 'public.events where event_date = $1 and include_in_mailer', [tomorrow]), 1)
  })

  await nora.leave()
})

test('from sign-up to the first event in at most 14 presses, filled fields and shortcuts', async () => {
  const { app } = fixture
  const visitor = await fixture.visitor()
  const { page } = visitor
  let interactions = 0
  const press = async (control: Locator) => {
    interactions += 1
    await control.click()
  }
  const fill = async (control: Locator, words: string) => {
    interactions += 1
    await control.fill(words)
  }
  const choose = async (list: Locator, option: string) => {
    interactions += 1
    await list.selectOption(option)
  }
  await page.goto('/signin?mode=signup')
  await fill(field(page, 'Display Name'), 'Omar Quick')
  await fill(field(page, 'Email'), 'omar@town.example')
  await fill(field(page, 'Password'), PASSWORD)
  await fill(field(page, 'Confirm Password'), PASSWORD)
  await press(page.getByRole('checkbox', { name: /I agree to the/ }))
  await press(button(page, 'Create Account'))
  await seesToast(page, 'Check your email!')
  // The link in the mail.
  interactions += 1
  await page.goto(await caughtLink(app.pool, 'omar@town.example', '/auth/v1/verify'))
  await press(button(page, 'Continue'))

  const create = dialog(page, 'Create New Calendar')
  await create.getByRole('checkbox', { name: 'Put omar@town.example on the list', checked: true }).waitFor()
  await fill(field(create, /^Calendar Name/), 'Quick Quay')
  await choose(field(create, /^State/), 'Vermont')
  await choose(field(create, /^City/), 'Burlington')
  assert.deepEqual(await violations(page), [])
  await press(button(create, 'Create Calendar'))

  const add = dialog(page, /^Add Event - /)
  await fill(field(add, 'Quick add'), 'Dock cleaning tomorrow 6-8pm')
  await isEnabled(button(add, 'Create Event'))
  interactions += 1
  await page.keyboard.press('Control+Enter')
  await seesToast(page, 'Event created')
  assert.ok(interactions <= 14, `${interactions} interactions`)
  assert.equal(new URL(page.url()).search, '', 'the address still asks for the form')
  const listed = "public.calendar_contacts where contact_value = 'omar@town.example'"
  assert.equal(await count(app.pool, listed), 1, 'the only recipient is not the leader')

  await page.getByRole('link', { name: 'My Calendars' }).first().click()
  await sees(page, '1 of 4 done')
  await page.getByRole('list', { name: 'Coming up' }).getByRole('link', { name: 'Dock cleaning' }).waitFor()

  await app.pool.query(sendSomething)
  await page.reload()
  await page.getByRole('list', { name: 'Coming up' }).getByRole('link', { name: 'Dock cleaning' }).waitFor()
  await seesNot(page, 'Getting started')
  await visitor.leave()
})

const sendSomething = `
  insert into public.mailings (calendar_id, day, kind, state, created_at, started_at, finished_at)
  select id, current_date, 'day_of', 'finished', now(), now(), now() from public.calendars where name = 'Quick Quay'`
