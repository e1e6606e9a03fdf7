import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { seal } from '#server/auth/sealed.ts'
import { codeOf, stepAt } from '#server/auth/totp.ts'
import { renewOperatorCode } from '#server/operator/new-code.ts'
import { button, dialog, field, sees, seesToast, step } from '#testing/browser/acts.ts'
import { violations } from '#testing/browser/axe.ts'
import { type BrowserFixture, openBrowserFixture } from '#testing/browser/fixture.ts'
import { arriveAs, makeCalendar, makePerson } from '#testing/browser/people.ts'
import { fits } from '#testing/browser/vitals.ts'

let fixture: BrowserFixture
before(async () => {
  fixture = await openBrowserFixture()
})
after(() => fixture.close())

test('an operator claims the site with the code, looks at its health, helps a person, deletes an account, and finds it all in the history', async () => {
  const { app } = fixture
  const { pool } = app
  const olga = await makePerson(app, 'Olga Operator')
  const sam = await makePerson(app, 'Sam Spammer')
  await makeCalendar(app, sam, { name: 'Claim your rebate' })
  const secret = randomBytes(20)
  const factor = randomUUID()
  await pool.query(
    'insert into auth.second_factors (id, user_id, sealed_secret, verified_at) values ($1, $2, $3, now())',
    [factor, olga.id, seal(app.config.linkSecret, factor, secret)],
  )
  const visitor = await fixture.visitor()
  const { page } = visitor
  await arriveAs(visitor, app, olga)
  const stepTaken = (minutesAgo: number) =>
    pool.query(
      `update auth.sessions set second_step = 'totp', second_step_at = now() - make_interval(mins => $2) where user_id = $1`,
      [olga.id, minutesAgo],
    )
  await pool.query('update auth.users set second_factor_since = now() where id = $1', [olga.id])
  await stepTaken(1)

  await step('everybody else sees the form for the code, and a wrong one is refused beside it', async () => {
    visitor.expectRefusal(/operator\/v1\/(me|claim)/)
    await page.goto('/operator')
    await page.getByRole('heading', { name: 'Run this site' }).waitFor()
    await field(page, 'Code from the log').fill('AAAAA-AAAAA-AAAAA-AAAAA')
    await button(page, 'Become the operator').click()
    await sees(page, 'This code is wrong, was used or has expired.')
  })

  await step('the right one opens health', async () => {
    await field(page, 'Code from the log').fill(await renewOperatorCode(pool, new Date()))
    await button(page, 'Become the operator').click()
    await page.getByRole('heading', { name: 'Health', exact: true }).waitFor()
    await sees(page, 'Sending is on')
    await sees(page, /This data folder was never backed up/)
    assert.deepEqual(await violations(page), [])
    await page.setViewportSize({ width: 360, height: 740 })
    await fits(page)
    await page.setViewportSize({ width: 1280, height: 900 })
  })

  await step('a person is found by the whole address, and suspended with a reason', async () => {
    await page.getByRole('link', { name: 'People' }).click()
    await sees(page, /^s…@town\.example, since/)
    await field(page, 'Email address').fill(sam.email)
    await button(page, 'Find').click()
    await sees(page, /Claim your rebate$/)
    await button(page, 'Suspend').click()
    const asked = dialog(page, 'Suspend')
    await button(asked, 'Suspend').click()
    await sees(asked, 'Please give a reason. It is kept in the history.')
    await field(asked, /^Why\?/).fill('Sends bait.')
    await button(asked, 'Suspend').click()
    await seesToast(page, 'Owner suspended')
    await button(page, 'End suspension').waitFor()
    assert.deepEqual(await violations(page), [])
  })

  await step('deleting asks for a new code of the second step', async () => {
    await stepTaken(30)
    visitor.expectRefusal(/operator\/v1\/delete-account/)
    await button(page, 'Delete account').click()
    const asked = dialog(page, 'Delete account')
    await field(asked, /^Why\?/).fill('Bait again.')
    await button(asked, 'Delete account').click()
    await field(asked, /^Code from your app/).fill(codeOf(secret, stepAt(new Date())))
    await button(asked, 'Delete account').click()
    await seesToast(page, 'Account deleted')
    const { rows } = await pool.query('select from auth.users where id = $1', [sam.id])
    assert.equal(rows.length, 0)
  })

  await step('the history has every press with its reason, and no address', async () => {
    await page.getByRole('link', { name: 'History' }).click()
    for (const words of [
      'Account deleted s…@town.example',
      'Owner suspended s…@town.example',
      'Became the operator with the code',
    ])
      await sees(page, words)
    await sees(page, /Bait again\.$/)
    assert.ok(!(await page.content()).includes(sam.email))
    for (const part of ['Review', 'Calendars', 'Bounces and opt-outs', 'Operators']) {
      await page.getByRole('link', { name: part, exact: true }).click()
      await page.getByRole('heading', { name: part, exact: true, level: 1 }).waitFor()
    }
    assert.deepEqual(await violations(page), [])
  })
})
