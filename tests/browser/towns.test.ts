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

test('on a phone, an organizer makes a town page, a guest follows two of its calendars by one mail, and another owner declines', async () => {
  const { app } = fixture
  const guest = 'gina@town.example'
  const olga = await makePerson(app, 'Olga Maple')
  const pete = await makePerson(app, 'Pete Birch')
  const maple = await makeCalendar(app, olga, { name: 'Maple Row' })
  const birch = await makeCalendar(app, pete, { name: 'Birch Lane' })
  const cedar = await makeCalendar(app, olga, { name: 'Cedar Court' })
  await makeEvent(app, maple, { title: 'Porch concert', inDays: 5 })
  await makeEvent(app, birch, { title: 'Tree walk', inDays: 6 })
  await makeEvent(app, cedar, { title: 'Book swap', inDays: 7 })
  const numbers = await app.pool.query('select name, identifier from public.calendars')
  const numberOf = (name: string) => String(numbers.rows.find((row) => row.name === name)?.identifier)

  await step('she makes the page and adds calendars, by number and by name', async () => {
    const visitor = await fixture.visitor(phone)
    const { page } = visitor
    await arriveAs(visitor, app, olga)
    await page.goto('/dashboard')
    await page.getByRole('link', { name: 'Town pages' }).click()
    await isAt(page, '/towns')
    await button(page, 'New town page').click()
    const form = dialog(page, 'New town page')
    await button(form, 'Save').click()
    await sees(form, 'Please enter a name.')
    await field(form, /^Name/).fill('Our whole town')
    await field(form, /^Short name/).fill('towns')
    assert.deepEqual(await violations(page), [])
    await button(form, 'Save').click()
    await sees(page, '/town/towns')
    const search = field(page, 'Add a calendar')
    await search.fill(`#${numberOf('Maple Row')}`)
    await button(page, `Add #${numberOf('Maple Row')}`).click()
    await button(page, 'Remove Maple Row').waitFor()
    for (const name of ['Birch Lane', 'Cedar Court']) {
      await search.fill(name)
      await button(page, `Add ${name}`).click()
      await button(page, `Remove ${name}`).waitFor()
    }
    await button(page, 'Move Birch Lane up').click()
    await button(page, 'Move Maple Row up').waitFor()
    await page.getByLabel('Color of Birch Lane').selectOption('Pink')
    assert.deepEqual(await violations(page), [])
    await visitor.leave()
  })

  await step('a guest sees the events of all, filters them, and follows two calendars', async () => {
    const visitor = await fixture.visitor(phone)
    const { page } = visitor
    await app.pool.query("update public.collections set slug = 'our-town' where slug = 'towns'")
    // What stands on posters leads to the page after it got another short name.
    await page.goto('/town/towns?only=1')
    await isAt(page, '/town/our-town')
    await page.goto('/town/our-town')
    await sees(page, '3 calendars')
    for (const title of ['Porch concert', 'Tree walk', 'Book swap'])
      await page.getByRole('link', { name: title }).last().waitFor()
    await page.getByRole('navigation', { name: 'Calendars' }).getByRole('link', { name: 'Birch Lane' }).click()
    await page.getByRole('link', { name: 'Porch concert' }).first().waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Tree walk' }).last().waitFor()
    await page.getByRole('link', { name: 'All calendars' }).click()
    await page.getByRole('link', { name: 'Porch concert' }).last().waitFor()

    await button(page, 'Follow').click()
    const form = dialog(page, 'Follow Our whole town')
    // All are ticked.
    await form.getByRole('checkbox', { name: 'Maple Row', checked: true }).waitFor()
    for (const box of await form.getByRole('checkbox').all()) await box.uncheck()
    await button(form, 'Send confirmation').click()
    await sees(form, 'Please choose at least one calendar.')
    await form.getByRole('checkbox', { name: 'Maple Row' }).check()
    await form.getByRole('checkbox', { name: 'Birch Lane' }).check()
    await field(form, /^Email address/).fill(guest)
    assert.deepEqual(await violations(page), [])
    await button(form, 'Send confirmation').click()
    await seesToast(page, 'Confirmation Email Sent')

    await openCaught(page, { to: guest, says: 'Please confirm: follow 2 calendars' })
    await openMail(page).getByRole('link', { name: 'Confirm all' }).click()
    await isAt(page, '/confirm-contact')
    await page.getByText(/^You've successfully subscribed to (Maple Row, Birch Lane|Birch Lane, Maple Row)$/).waitFor()
    const { rows } = await app.pool.query(
      'select c.name from public.calendar_contacts k join public.calendars c on c.id = k.calendar_id where k.contact_value = $1 order by 1',
      [guest],
    )
    assert.deepEqual(
      rows.map(({ name }) => name),
      ['Birch Lane', 'Maple Row'],
    )
    await visitor.leave()
  })

  await step('the owner of the other calendar reads the mail and declines; the page shows it no more', async () => {
    const visitor = await fixture.visitor(phone)
    const { page } = visitor
    await openCaught(page, { to: pete.email, says: 'Birch Lane is on the town page Our whole town' })
    const link = await openMail(page).getByRole('link', { name: 'See or decline' }).getAttribute('href')
    await arriveAs(visitor, app, pete)
    await page.goto(link ?? '')
    await isAt(page, '/towns')
    await sees(page, 'Shows Birch Lane')
    await button(page, /^Decline/).click()
    await sees(page, 'Birch Lane declined')
    assert.deepEqual(await violations(page), [])
    await page.goto('/town/our-town')
    await sees(page, '2 calendars')
    await page.getByRole('link', { name: 'Porch concert' }).last().waitFor()
    assert.equal(await page.getByText('Tree walk').count(), 0)
    await visitor.leave()
  })

  await step('it cannot be added again', async () => {
    const visitor = await fixture.visitor(phone)
    const { page } = visitor
    await arriveAs(visitor, app, olga)
    await page.goto('/towns')
    await sees(page, 'Its owner declined.')
    visitor.expectRefusal(/add_collection_calendar/)
    await field(page, 'Add a calendar').fill(numberOf('Birch Lane'))
    await button(page, `Add #${numberOf('Birch Lane')}`).click()
    await seesToast(page, 'Error', 'The owner of this calendar has declined to be on this page.')
    await button(page, 'Delete page').click()
    await button(page.getByRole('alertdialog', { name: 'Delete Our whole town?' }), 'Delete page').click()
    await sees(page, 'You have no town page yet.')
    await visitor.leave()
  })
})
