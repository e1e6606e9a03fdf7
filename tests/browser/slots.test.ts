import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { button, dialog, field, isAt, sees, seesToast, step } from '#testing/browser/acts.ts'
import { violations } from '#testing/browser/axe.ts'
import { openCaught, openMail } from '#testing/browser/caught.ts'
import { type BrowserFixture, openBrowserFixture } from '#testing/browser/fixture.ts'
import { arriveAs, makeCalendar, makeEvent, makePerson } from '#testing/browser/people.ts'

let fixture: BrowserFixture
before(async () => {
  fixture = await openBrowserFixture()
})
after(() => fixture.close())

const phone = { width: 360, height: 740 }

test('on a phone, an organizer asks for help, a guest takes the only place and gives it back, and somebody else takes it', async () => {
  const { app } = fixture
  const olga = await makePerson(app, 'Olga Maple')
  const calendar = await makeCalendar(app, olga, { name: 'Maple Row' })
  await makeEvent(app, calendar, { title: 'Block party', inDays: 5 })
  const { rows } = await app.pool.query('select id from public.events where calendar_id = $1', [calendar.id])
  const event: string = rows[0].id
  const board = `/calendars/${calendar.id}/events/${event}/slots`
  const path = `/calendar/${calendar.id}/events/${event}`
  const admin = await fixture.visitor(phone)
  await arriveAs(admin, app, olga)

  await step('she writes the lists on a page of their own', async () => {
    await admin.page.goto(`/calendars/${calendar.id}/events/${event}`)
    await admin.page.getByRole('link', { name: 'Helpers' }).click()
    await isAt(admin.page, board)
    await sees(admin.page, 'No lists yet. Say what the event needs, and people sign up on its page.')
    await button(admin.page, 'Add a task').click()
    await button(admin.page, 'Save lists').click()
    await sees(admin.page, 'Please say what is needed.')
    await field(admin.page, 'What: Volunteers, line 1').fill('Grill 12–2pm')
    await button(admin.page, 'Add a thing').click()
    await field(admin.page, 'What: Things to bring, line 1').fill('Salads')
    await field(admin.page, 'How many: Things to bring, line 1').fill('5')
    await button(admin.page, 'Save lists').click()
    await seesToast(admin.page, 'The page of the event is up to date.')
    await sees(admin.page, '0 of 5')
    assert.deepEqual(await violations(admin.page), [])
  })

  const visitor = await fixture.visitor(phone)
  const { page } = visitor
  const card = page.getByRole('region', { name: 'Lend a hand' })
  const openLink = async (email: string) => {
    await openCaught(page, { to: email, says: 'Not confirmed yet: helping at Block party' })
    await openMail(page).getByRole('link', { name: 'See and confirm your sign-up' }).click()
    await isAt(page, '/slots')
  }
  const signUp = async (name: string, email: string) => {
    await page.goto(path)
    await button(card, 'Sign up Grill 12–2pm').click()
    const form = dialog(page, 'Grill 12–2pm')
    await button(form, 'Sign up').click()
    await sees(form, 'Please enter your name.')
    await field(form, /^Your name/).fill(name)
    await field(form, /^Email address/).fill(email)
    assert.deepEqual(await violations(page), [])
    await button(form, 'Sign up').click()
    await seesToast(page, 'Check your email')
    await openLink(email)
    await sees(page, 'Please check what you take and confirm it.')
    assert.equal(new URL(page.url()).search, '', 'the token is gone from the address')
  }

  await step('a guest signs up without an account, and only the button of the link counts', async () => {
    await signUp('Gail Guest', 'gail@town.example')
    await page.goto(path)
    await sees(card, '1 of 1 still needed')
    await openLink('gail@town.example')
    await button(page, 'Confirm sign-up').click()
    await page.getByRole('heading', { name: "You're helping: Grill 12–2pm" }).waitFor()
    await button(page, 'Add to calendar').waitFor()
    assert.deepEqual(await violations(page), [])
    await page.getByRole('link', { name: 'See the event' }).click()
    await sees(card, 'Taken')
    assert.equal(await button(card, 'Sign up Grill 12–2pm').count(), 0)
  })

  await step('she swaps it for a salad, and back', async () => {
    const change = page.getByText('Change my answer')
    await openLink('gail@town.example')
    await change.click()
    await field(page, /^Grill/).fill('0')
    await field(page, /^Salads/).fill('2')
    await button(page, 'Save changes').click()
    await sees(page, "You're bringing: Salads (2)")
    await change.click()
    await sees(page, '3 still needed')
    await field(page, /^Grill/).fill('1')
    await field(page, /^Salads/).fill('0')
    await button(page, 'Save changes').click()
    await sees(page, "You're helping: Grill 12–2pm")
    await change.click()
    await sees(page, '5 still needed')
  })

  await step('the organizer sees her name', async () => {
    await admin.page.goto(board)
    await sees(admin.page, 'Gail Guest')
    await sees(admin.page, '1 of 1')
  })

  await step('she gives it back, and somebody else takes it', async () => {
    await button(page, 'Cancel my sign-up').click()
    await sees(page, 'You gave everything back.')
    await signUp('Hugo Helper', 'hugo@town.example')
    await button(page, 'Confirm sign-up').click()
    await sees(page, "You're helping: Grill 12–2pm")
    await admin.page.goto(board)
    await sees(admin.page, 'Hugo Helper')
    assert.equal(await admin.page.getByText('Gail Guest').count(), 0)
  })

  await step('the organizer adds who phoned, and removes somebody', async () => {
    await button(admin.page, 'Add a name to Salads').click()
    const form = dialog(admin.page, 'Add a name to Salads')
    await field(form, /^Name/).fill('Rosa Phone')
    await field(form, /^How many/).fill('2')
    await button(form, 'Save').click()
    await sees(admin.page, 'Rosa Phone (2)')
    await button(admin.page, 'Remove Hugo Helper').click()
    await button(admin.page.getByRole('alertdialog', { name: 'Remove Hugo Helper?' }), 'Remove').click()
    await sees(admin.page, '0 of 1')
  })

  await step('as a member she signs up at once', async () => {
    await admin.page.goto(`/calendars/${calendar.id}/events/${event}`)
    await button(admin.page, 'Sign up Grill 12–2pm').click()
    await button(dialog(admin.page, 'Grill 12–2pm'), 'Save').click()
    await sees(admin.page, 'You have one')
    await admin.leave()
  })
  await visitor.leave()
})
