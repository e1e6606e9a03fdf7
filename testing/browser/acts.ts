// What people do and see, in their own words.
import { setTimeout } from 'node:timers/promises'
import type { Locator, Page } from 'playwright'

/** A part of a journey, by name. What comes after one that failed would only fail again, so it ends the journey. */
export async function step(says: string, act: () => Promise<void>): Promise<void> {
  try {
    await act()
  } catch (error) {
    throw new Error(`${says}: ${error instanceof Error ? error.message : error}`, { cause: error })
  }
}

/** A message in the corner, by its title and, if given, its sentence. */
export async function seesToast(page: Page, title: string, body?: string): Promise<void> {
  const shown = page.locator('[data-sonner-toast]').filter({ has: page.getByText(title, { exact: true }) })
  const whole = body === undefined ? shown : shown.filter({ has: page.getByText(body, { exact: true }) })
  await whole.first().waitFor()
}

export async function sees(page: Page | Locator, text: string | RegExp): Promise<void> {
  await page.getByText(text, { exact: true }).first().waitFor()
}

export async function seesNot(page: Page | Locator, text: string): Promise<void> {
  await page.getByText(text, { exact: true }).first().waitFor({ state: 'detached' })
}

export function button(page: Page | Locator, name: string | RegExp): Locator {
  return page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
}

export function field(page: Page | Locator, label: string | RegExp): Locator {
  return page.getByLabel(label, typeof label === 'string' ? { exact: true } : {})
}

/** Chooses the category of the event in a form. */
export async function chooseCategory(form: Locator, category: string): Promise<void> {
  await form.getByRole('radio', { name: category, exact: true }).check()
}

/** Shows the rest of the event form: repetition, description, picture, link. */
export async function openMoreOptions(form: Page | Locator): Promise<void> {
  const more = button(form, 'More options')
  if ((await more.getAttribute('aria-expanded')) !== 'true') await more.click()
}

export function dialog(page: Page, name: string | RegExp): Locator {
  return page.getByRole('dialog', { name }).or(page.getByRole('alertdialog', { name }))
}

/** Waits until the address is this path, whatever follows it. */
export async function isAt(page: Page, path: string | RegExp): Promise<void> {
  await page.waitForURL((url) => (typeof path === 'string' ? url.pathname === path : path.test(url.pathname)))
  await isAwake(page)
}

/** Buttons act once the page's script runs, which is after the first paint: when React knows also the last link. */
export async function isAwake(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const link = document.getElementById('scripts') && [...document.links].at(-1)
    return !link || Object.keys(link).some((key) => key.startsWith('__reactProps'))
  })
}

export async function isDisabled(control: Locator): Promise<void> {
  await control.and(control.page().locator(':disabled')).waitFor()
}

export async function isEnabled(control: Locator): Promise<void> {
  await control.and(control.page().locator(':enabled')).waitFor()
}

export async function hasFocus(control: Locator): Promise<void> {
  await control.and(control.page().locator(':focus')).waitFor()
}

/** What a sign-in writes a moment later: a sign-out would have it refused, and it has the name that was then. */
export async function profileIsMerged(page: Page): Promise<void> {
  await page.waitForResponse((answer) => answer.request().method() === 'POST' && /v1\/profiles/.test(answer.url()))
}

/** Nothing holds the place of what is still coming, and nothing is dimmed until it comes. */
export async function isLoaded(page: Page): Promise<void> {
  await page.locator('.animate-pulse, [aria-busy]').first().waitFor({ state: 'detached' })
}

/** A press on a button is answered at once, the clipboard a moment later. */
export async function hasCopied(page: Page, text: string): Promise<void> {
  await holds(page, async (text) => (await navigator.clipboard.readText()) === text, text)
}

/** Waits until the page answers a question with yes. For questions that take a promise: `waitForFunction` takes it for a yes. */
export async function holds<Arg>(page: Page, question: (arg: Arg) => Promise<boolean>, arg?: Arg): Promise<void> {
  const deadline = Date.now() + 120_000
  while (!(await page.evaluate(question as (arg: unknown) => Promise<boolean>, arg))) {
    if (Date.now() > deadline) throw new Error(`This never held: ${question}`)
    await setTimeout(50)
  }
}

/** The day's button in the month grid, by its date such as 2025-07-04. */
export function dayButton(page: Page, day: string): Locator {
  return page.locator(`[data-day="${day}"]`)
}

/** Drags with the mouse, and lets go unless told not to. Dragging is loaded when the pointer first comes near. */
export async function dragTo(
  event: Locator,
  to: Locator,
  { position, drop = true }: { position?: { x: number; y: number }; drop?: boolean } = {},
): Promise<void> {
  const page = event.page()
  await event.scrollIntoViewIfNeeded()
  await event.hover()
  await page.locator('[data-drag]').waitFor()
  // Once more: it may have moved meanwhile.
  await event.hover()
  await page.mouse.down()
  await to.hover(position ? { position } : {})
  if (drop) await page.mouse.up()
}

/** Waits until the day in the grid says so, such as "1 event: 1 Event". */
export async function daySays(page: Page, day: string, words: RegExp): Promise<void> {
  await dayButton(page, day).and(page.getByLabel(words)).waitFor()
}

/** Opens the menu behind the person's initials. */
export async function openAccountMenu(page: Page): Promise<void> {
  await button(page, 'Account menu').click()
}

/** Signs out by the menu of signed-in screens. */
export async function signOutByMenu(page: Page): Promise<void> {
  await openAccountMenu(page)
  await button(page, 'Sign Out').click()
}

/** Presses one of the calendar's tools in the menu at the end of its toolbar, such as History. */
export async function pressTool(page: Page, name: string): Promise<void> {
  await button(page, 'More').press('Enter')
  // By keyboard: on a phone the toasts lie over the menu.
  await button(page, name).press('Enter')
}

/** Opens the menu of the calendar's name in the header. */
export async function openSwitcher(page: Page): Promise<void> {
  await button(page, /switch calendar$/).click()
  await field(page, 'Find a calendar of yours').waitFor()
}

/** Begins to edit the calendar's name in the header. */
export async function editName(page: Page): Promise<void> {
  await openSwitcher(page)
  await button(page, 'Edit calendar name').click()
  await field(page, 'Calendar name').waitFor()
}

/** Opens a section of the calendar by its tab, such as Mailings. Returns the screen. */
export async function openSection(page: Page, name: string): Promise<Locator> {
  await page.getByRole('navigation', { name: 'Calendar sections' }).getByRole('link', { name, exact: true }).click()
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
  return page.getByRole('main')
}
