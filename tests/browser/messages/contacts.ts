import type { Page } from 'playwright'
import { button, dialog, field } from '#testing/browser/acts.ts'
import type { Scene } from './message.ts'

const reopen = async (page: Page) => {
  const open = dialog(page, 'Manage Contact Lists')
  if (await open.isVisible()) {
    await button(open, 'Done').click()
    await open.waitFor({ state: 'detached' })
  }
  await button(page, /^Manage Recipients/).click()
}

const add = async (page: Page, address: string) => {
  const open = dialog(page, 'Manage Contact Lists')
  await field(open, 'Email address').fill(address)
  await button(open, 'Add Email').click()
}

/** Until the list has been read again: what is added behind the page's back afterwards is unknown to it. */
const untilRead = async (page: Page, act: () => Promise<void>) => {
  const read = page.waitForResponse(/find_contacts/)
  await act()
  await read
}

/** A calendar of a free account, with eight of ten contacts. */
export const contactScenes: Scene[] = [
  {
    name: 'contact lists',
    who: ({ people }) => people.trial,
    at: () => '/dashboard',
    messages: [
      {
        says: 'Error / Failed to load contacts',
        when: 'they cannot be fetched',
        fails: { method: 'POST', path: /find_contacts/ },
        act: ({ page }) => reopen(page),
      },
      {
        says: 'Please enter a valid email address',
        when: 'it is none',
        act: async ({ page }) => {
          await reopen(page)
          await page.getByText('8 contacts', { exact: true }).waitFor()
          await add(page, 'not an address')
        },
      },
      {
        says: 'Error / Failed to add email',
        when: 'the server cannot be reached',
        fails: { method: 'POST', path: /calendar_contacts/ },
        act: ({ page }) => add(page, 'ninth@town.example'),
      },
      {
        says: 'Email added to contact list /',
        when: 'it was added',
        act: ({ page }) => untilRead(page, () => add(page, 'ninth@town.example')),
      },
      {
        says: 'Error / This email is already in the contact list',
        when: 'it stands there already',
        act: ({ page }) => add(page, 'Ninth@Town.example'),
      },
      {
        says: 'Error / Failed to remove contact',
        when: 'the server cannot be reached',
        fails: { method: 'DELETE', path: /calendar_contacts/ },
        act: ({ page }) => untilRead(page, () => button(page, 'Remove neighbor0@town.example').click()),
      },
      {
        says: 'Error / This email is already in the contact list',
        when: 'somebody else was faster, and the database says so',
        act: async ({ page, seed }) => {
          await addBehind(seed.app.pool, seed.calendars.trial.id, 'tenth@town.example')
          await add(page, 'tenth@town.example')
        },
      },
      {
        says: 'Trial Limitation / Trial users can only add up to 10 contacts per calendar. Please upgrade your plan to add more contacts.',
        when: 'somebody else added the tenth',
        act: ({ page }) => add(page, 'eleventh@town.example'),
      },
      {
        says: 'Contact Limit Reached: Free accounts are limited to 10 contacts per calendar',
        when: 'the dialog is opened with ten',
        act: ({ page }) => reopen(page),
      },
      {
        says: 'Contact removed from list /',
        when: 'it was removed',
        act: ({ page }) => button(page, 'Remove tenth@town.example').click(),
      },
    ],
  },
]

function addBehind(pool: { query(sql: string, values: unknown[]): Promise<unknown> }, id: string, address: string) {
  return pool.query(
    `insert into public.calendar_contacts (calendar_id, contact_type, contact_value) values ($1, 'email', $2)`,
    [id, address],
  )
}
