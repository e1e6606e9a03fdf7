import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { isLoaded } from '#testing/browser/acts.ts'
import { readableByAll } from '#testing/browser/axe.ts'
import { type BrowserFixture, openBrowserFixture } from '#testing/browser/fixture.ts'
import { arriveAs } from '#testing/browser/people.ts'
import {
  DEMO_PASSWORD,
  type Demo,
  dialogScreens,
  openDemo,
  signedInScreens,
  stateScreens,
} from '#testing/browser/screens.ts'
import { fits, layoutShift, SHIFT_MAX, watchPaint } from '#testing/browser/vitals.ts'

// What holds of every signed-in screen and every dialog: still, as wide as the window, readable by everybody.

let fixture: BrowserFixture
let demo: Demo
before(async () => {
  fixture = await openBrowserFixture()
  demo = await openDemo(fixture.app)
})
after(() => fixture.close())

for (const screen of [...signedInScreens, ...dialogScreens, ...stateScreens]) {
  test(`${screen.name}: still, fits a small phone, and axe finds nothing`, async () => {
    const visitor = await fixture.visitor()
    const { page } = visitor
    if (screen.who) await arriveAs(visitor, fixture.app, { email: screen.who, password: DEMO_PASSWORD })
    // Not in the frame of a preview, which runs no script.
    if (!screen.open) await watchPaint(page)
    await page.goto(screen.path(demo))
    await page.waitForLoadState('networkidle')
    // Not the spinner of a session that is being read.
    await page.locator('h1').first().waitFor({ state: 'attached' })
    await isLoaded(page)
    if (!screen.open) assert.ok((await layoutShift(page)) < SHIFT_MAX, 'the layout shifts')
    await screen.open?.(page)
    await readableByAll(page)
    await fits(page)
    await visitor.leave()
  })
}
