// Takes every screen of the demo town at four widths, light and dark, into screenshots/ (which git does not keep).
// `npm run screenshots -- home dialog-follow` takes only these; `-- --readme` remakes the README's three instead.
import { mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright'
import { type BrowserFixture, openBrowserFixture, type VisitorOptions } from '#testing/browser/fixture.ts'
import { arriveAs } from '#testing/browser/people.ts'
import {
  DEMO_PASSWORD,
  type Demo,
  dialogScreens,
  openDemo,
  publicScreens,
  type Screen,
  signedInScreens,
  similarScreens,
  stateScreens,
} from '#testing/browser/screens.ts'
import { stopTransitions } from '#testing/browser/stop-transitions.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const screens = [...publicScreens, ...signedInScreens, ...dialogScreens, ...stateScreens, ...similarScreens]
const widths = [360, 768, 1280, 1920]
const themes = ['light', 'dark'] as const

/** The best three, with the look they are shown in. Small on purpose: a README is read on phones too. */
const best: { screen: string; file: string; look: VisitorOptions }[] = [
  { screen: 'public-calendar', file: 'public-calendar', look: { width: 1280, height: 900 } },
  { screen: 'member-calendar', file: 'member-calendar', look: { width: 1280, height: 900 } },
  { screen: 'home', file: 'home-small-dark', look: { width: 360, height: 720, theme: 'dark' } },
]
const MAX_BYTES = 150_000

const wanted = process.argv.slice(2)
const fixture = await openBrowserFixture()
try {
  const demo = await openDemo(fixture.app)
  if (wanted.includes('--readme')) await remakeBest(fixture, demo)
  else await takeAll(fixture, demo, wanted)
} finally {
  await fixture.close()
}

async function takeAll(fixture: BrowserFixture, demo: Demo, names: string[]): Promise<void> {
  const folder = join(ROOT, 'screenshots')
  if (names.length === 0) rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const chosen = screens.filter(({ name }) => names.length === 0 || names.includes(name))
  for (const screen of chosen) {
    for (const theme of themes) {
      await visit(fixture, demo, screen, { theme }, async (page) => {
        for (const width of widths) {
          await page.setViewportSize({ width, height: width === 360 ? 720 : 900 })
          await stopTransitions(page)
          await settle(page)
          // Dialogs stand in the window, pages are longer than it.
          const path = join(folder, `${screen.name}-${width}-${theme}.png`)
          await page.screenshot({ path, fullPage: !screen.open })
        }
      })
    }
    console.log(screen.name)
  }
}

async function remakeBest(fixture: BrowserFixture, demo: Demo): Promise<void> {
  const folder = join(ROOT, 'docs', 'images')
  mkdirSync(folder, { recursive: true })
  // After its hour it would wait ten minutes, behind a bar that hides half of the month.
  await fixture.app.pool.query('delete from private.waiting_events')
  for (const { screen: name, file, look } of best) {
    const screen = screens.find((screen) => screen.name === name)
    if (!screen) throw new Error(`there is no screen ${name}`)
    await visit(fixture, demo, screen, look, async (page) => {
      await settle(page)
      const path = join(folder, `${file}.jpg`)
      for (let quality = 90; quality > 40; quality -= 10) {
        await page.screenshot({ path, type: 'jpeg', quality })
        if (statSync(path).size <= MAX_BYTES) break
      }
      console.log(`${path.slice(ROOT.length)}: ${Math.round(statSync(path).size / 1000)} kB`)
    })
  }
}

async function visit(
  fixture: BrowserFixture,
  demo: Demo,
  { who, path, status, open }: Screen,
  look: VisitorOptions,
  act: (page: Page) => Promise<void>,
): Promise<void> {
  const visitor = await fixture.visitor(look)
  if (who) await arriveAs(visitor, fixture.app, { email: who, password: DEMO_PASSWORD })
  if (status) visitor.expectRefusal(/./)
  await visitor.page.goto(path(demo))
  await visitor.page.waitForLoadState('networkidle')
  await open?.(visitor.page)
  await act(visitor.page)
  await visitor.leave()
}

/** Colours on their way from one theme to the other, or a dialog on its way in, belong to neither. */
async function settle(page: Page): Promise<void> {
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
  await page.evaluate(() => document.fonts.ready)
}
