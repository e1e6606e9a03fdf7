import type { Page } from 'playwright'
import { plainDay } from '#domain/date-words.ts'
import { days } from '#domain/durations.ts'
import { button, chooseCategory, dialog, editName, field } from '#testing/browser/acts.ts'
import { makeEvent } from '#testing/browser/people.ts'
import { signedOutElsewhere } from './calendars.ts'
import type { Act, Message, Scene } from './message.ts'
import type { Seed } from './seed.ts'

const elm = ({ calendars }: Seed) => `/calendars/${calendars.elm.id}`
const adding = (page: Page) => dialog(page, /^Add Event - /)

const fillEvent = async (page: Page, { category = 'Event' } = {}) => {
  const add = adding(page)
  if (!(await add.isVisible())) await button(page, 'Add Event').click()
  await field(add, /^Event Title/).fill('Cider pressing')
  if (category) await chooseCategory(add, category)
  await field(add, /^Start Time/).fill('09:00')
  await field(add, /^End Time/).fill('17:00')
}

const createEvent = async ({ page }: Act) => {
  await fillEvent(page)
  await button(adding(page), 'Create Event').click()
}

/** Asks for a preview with one field left out. */
const previewWithout = (says: string, label: RegExp): Message => ({
  says,
  when: 'a preview is asked for without it',
  act: async ({ page }) => {
    await fillEvent(page)
    await field(adding(page), label).fill('')
    await button(adding(page), 'Preview Email').click()
  },
})

const preview = async ({ page }: Act) => {
  await fillEvent(page)
  await button(adding(page), 'Preview Email').click()
}

const edit = async (page: Page, change: Record<string, string>) => {
  const open = dialog(page, 'Edit Event')
  if (!(await open.isVisible())) await button(page, 'Edit Wood chopping').click()
  for (const [label, value] of Object.entries(change)) await field(open, new RegExp(`^${label}`)).fill(value)
  await button(open, 'Save Changes').click()
}

const remove = async ({ page }: Act) => {
  const asking = page.getByRole('alertdialog')
  if (!(await asking.isVisible())) await button(page, 'Delete Wood chopping').click()
  await button(asking, 'Delete Event').click()
}

export const eventScenes: Scene[] = [
  {
    name: 'the calendar of others',
    who: ({ people }) => people.trial,
    at: () => '/dashboard',
    messages: [
      {
        says: "Access denied / You don't have access to this calendar.",
        when: 'one does not belong to it',
        act: ({ page, seed }) => page.goto(elm(seed)),
      },
    ],
  },
  {
    name: "a calendar's name, description and link",
    who: ({ people }) => people.owner,
    at: elm,
    messages: [
      {
        says: 'Error / Failed to load calendar',
        when: 'it cannot be fetched',
        fails: { method: 'GET', path: /calendar_members/ },
        act: ({ page }) => page.reload(),
      },
      {
        says: 'Error / Failed to load events',
        when: 'its events cannot be fetched',
        fails: { method: 'GET', path: /rest\/v1\/events/ },
        act: ({ page, seed }) => page.goto(elm(seed)),
      },
      {
        says: 'Error / Failed to update name. Please try again.',
        when: 'the server cannot be reached',
        fails: { method: 'PATCH', path: /rest\/v1\/calendars$/ },
        act: ({ page }) => rename(page, 'Elm Avenue'),
      },
      {
        says: 'Name updated / Calendar name has been saved successfully.',
        when: 'it was saved',
        act: ({ page }) => rename(page, 'Elm Avenue'),
      },
      {
        says: 'Error / Failed to update description. Please try again.',
        when: 'the server cannot be reached',
        fails: { method: 'PATCH', path: /rest\/v1\/calendars$/ },
        act: ({ page }) => describe(page),
      },
      {
        says: 'Description updated / Calendar description has been saved successfully.',
        when: 'it was saved',
        act: ({ page }) => describe(page),
      },
      { says: 'Invite link copied! /', when: 'it was copied', act: ({ page }) => button(page, 'Invite').click() },
    ],
  },
  {
    name: 'adding an event',
    who: ({ people }) => people.owner,
    at: elm,
    messages: [
      {
        says: 'Missing category / Please select a category to preview',
        when: 'a preview is asked for before one was chosen',
        act: async ({ page }) => {
          await fillEvent(page, { category: '' })
          await button(adding(page), 'Preview Email').click()
        },
      },
      previewWithout('Missing title / Please enter a title to preview', /^Event Title/),
      previewWithout('Missing start time / Please select a start time to preview', /^Start Time/),
      previewWithout('Missing end time / Please select an end time to preview', /^End Time/),
      {
        says: 'Preview failed / Failed to generate email preview',
        when: 'the preview cannot be fetched',
        fails: { method: 'POST', path: /preview-email/ },
        act: preview,
      },
      {
        says: 'No preview available',
        when: 'the template makes nothing of it',
        fails: { method: 'POST', path: /preview-email/, status: 200, answer: { html: '' } },
        act: preview,
      },
      {
        says: 'Error / Failed to create event',
        when: 'the server cannot be reached',
        fails: { method: 'POST', path: /rest\/v1\/events/ },
        act: async (given) => {
          await button(dialog(given.page, 'Email Preview'), 'Close').first().click()
          await createEvent(given)
        },
      },
      {
        says: 'Failed to create event: {1}',
        filled: () => ['500'],
        when: 'the server answers with an error',
        fails: { method: 'POST', path: /rest\/v1\/events/, status: 500, answer: { code: 'XX000', message: 'broken' } },
        act: createEvent,
      },
      {
        says: 'Error / No access token available',
        when: 'the session was ended in another tab',
        act: signedOutElsewhere(createEvent, 'No access token available'),
      },
      {
        says: 'No recipients defined / Please add email recipients to your contact list before creating events.',
        when: 'the last recipient was removed meanwhile',
        act: async (given) => {
          const { app, calendars } = given.seed
          await app.pool.query('delete from public.calendar_contacts where calendar_id = $1', [calendars.elm.id])
          await createEvent(given)
          await given.page.getByText('No recipients defined', { exact: true }).first().waitFor()
          await app.pool.query(
            `insert into public.calendar_contacts (calendar_id, contact_type, contact_value) values ($1, 'email', 'ann@town.example')`,
            [calendars.elm.id],
          )
        },
      },
      {
        says: 'Event created / {1} has been scheduled for {2}',
        filled: ({ calendars }) => ['Cider pressing', plainDay(calendars.elm.today)],
        when: 'it was created',
        act: async (given) => {
          await given.page.reload()
          await createEvent(given)
        },
      },
      {
        says: 'Past event not allowed / Please choose today or a later date.',
        when: 'the day is over',
        act: async ({ page, seed }) => {
          await page.goto(`${elm(seed)}?day=${seed.yesterday}`)
          await button(page, 'Add an event today').click()
          await field(adding(page), /^Event Title/).fill('Cider pressing')
          await chooseCategory(adding(page), 'Event')
          await field(adding(page), /^Date/).fill(seed.yesterday)
          await button(adding(page), 'Create Event').click()
        },
      },
      {
        says: 'Template not configured / Please add a SendGrid template ID in calendar settings before previewing.',
        when: 'the calendar has no template',
        act: async (given) => {
          const { app, calendars } = given.seed
          const [sql, id] = ['update public.calendars set sendgrid_template_id = null where id = $1', calendars.bare.id]
          await app.pool.query(sql, [id])
          await given.page.goto(`/calendars/${id}`)
          await preview(given)
        },
      },
    ],
  },
  {
    name: 'editing and deleting an event',
    who: ({ people }) => people.owner,
    at: elm,
    messages: [
      {
        says: 'Missing title / Please enter a title',
        when: 'it was emptied',
        act: ({ page }) => edit(page, { 'Event Title': '' }),
      },
      {
        says: 'Invalid time / End time must be after start time',
        when: 'it ends before it starts',
        act: ({ page }) => edit(page, { 'Event Title': 'Wood chopping', 'Start Time': '21:00', 'End Time': '20:00' }),
      },
      {
        says: 'Error / Failed to update event',
        when: 'the server cannot be reached',
        fails: { method: 'PATCH', path: /rest\/v1\/events/ },
        act: ({ page }) => edit(page, { 'Start Time': '10:00' }),
      },
      { says: 'Event updated /', when: 'it was saved', act: ({ page }) => edit(page, { 'Start Time': '11:00' }) },
      {
        says: 'Error / Failed to delete event',
        when: 'the server cannot be reached',
        fails: { method: 'DELETE', path: /rest\/v1\/events/ },
        act: async (given) => {
          await dialog(given.page, 'Edit Event').waitFor({ state: 'detached' })
          await remove(given)
        },
      },
      { says: 'Event deleted /', when: 'it was deleted', act: remove },
      {
        says: 'Past event cannot be edited / Only events dated today or in the future can be edited.',
        when: 'its day ended while it was edited',
        act: async ({ page, seed }) => {
          await makeEvent(seed.app, seed.calendars.elm, { title: 'Almost over' })
          await page.goto(elm(seed))
          await button(page, 'Edit Almost over').click()
          await page.clock.setFixedTime(Date.now() + days(2))
          await button(dialog(page, 'Edit Event'), 'Save Changes').click()
        },
      },
    ],
  },
]

async function rename(page: Page, name: string) {
  await editName(page)
  await field(page, 'Calendar name').fill(name)
  await button(page, 'Save').click()
}

async function describe(page: Page) {
  await button(page, 'Click to add a description').click()
  await field(page, 'Calendar description').fill('Who we are and when we meet.')
  await button(page, 'Save').click()
}
