import type { Page } from 'playwright'
import { button, dialog, field } from '#testing/browser/acts.ts'
import type { Act, Message, Scene } from './message.ts'

const create = async ({ page }: Act, name = 'Second') => {
  const open = dialog(page, 'Create New Calendar')
  if (!(await open.isVisible())) {
    await button(page, 'New Calendar').click()
    await field(open, /^State/).selectOption('Ohio')
    await field(open, /^City/).selectOption('Columbus')
  }
  await field(open, /^Calendar Name/).fill(name)
  await button(open, 'Create Calendar').click()
}

const openSettings = async (page: Page, name: string, tab: string) => {
  const open = dialog(page, 'Calendar Settings')
  if (!(await open.isVisible())) await button(page, `Settings: ${name}`).click()
  await open.getByRole('tab', { name: tab }).click()
  return open
}

const save = async ({ page }: Act) => {
  await openSettings(page, 'Bare Hill', 'General')
  await button(page, 'Save Settings').click()
}

// What comes next must not find the dialog that is about to go.
const createAndClose = async (given: Act, name: string) => {
  await create(given, name)
  await dialog(given.page, 'Create New Calendar').waitFor({ state: 'hidden' })
}

const saveAndClose = async (given: Act) => {
  await save(given)
  await dialog(given.page, 'Calendar Settings').waitFor({ state: 'hidden' })
}

const remove = async ({ page }: Act) => {
  const asking = page.getByRole('alertdialog')
  if (!(await asking.isVisible())) {
    await openSettings(page, 'Doomed Dell', 'Danger Zone')
    await button(page, 'Delete Calendar').click()
    await field(asking, 'Type Doomed Dell to confirm').fill('Doomed Dell')
  }
  await button(asking, 'Delete Calendar').click()
}

const leave = async ({ page }: Act) => {
  const asking = dialog(page, 'Leave this calendar')
  await button(page, /^Leave/).click()
  await asking.getByRole('checkbox').check()
  await button(asking, 'Leave Calendar').click()
}

/** What the browser keeps of the session is changed behind the page's back, and put back afterwards. */
const withSession = (
  change: (session: { user: object }) => object | null,
  { act, until }: { act: Message['act']; until: string },
): Message['act'] => {
  return async (given) => {
    const { page } = given
    const kept = (await page.evaluate(() => localStorage.getItem('townbell'))) ?? ''
    const changed = change(JSON.parse(kept))
    const put = (text: string | null) =>
      page.evaluate((text) => {
        if (text === null) localStorage.removeItem('townbell')
        else localStorage.setItem('townbell', text)
      }, text)
    await put(changed && JSON.stringify(changed))
    await act(given)
    await page.getByText(until, { exact: true }).waitFor()
    await put(kept)
  }
}

export const signedOutElsewhere = (act: Message['act'], until: string) => withSession(() => null, { act, until })

const previewTemplate = async ({ page }: Act, name: string, title: string) => {
  const open = await openSettings(page, name, 'General')
  await field(open, 'Event title to preview').fill(title)
  await button(open, 'Preview Email').click()
}

export const calendarScenes: Scene[] = [
  {
    name: 'the dashboard',
    who: ({ people }) => people.owner,
    at: () => '/dashboard',
    messages: [
      {
        says: 'Error / Failed to load calendars',
        when: 'they cannot be fetched',
        fails: { method: 'GET', path: /rpc\/get_my_calendars/ },
        act: ({ page }) => page.reload(),
      },
      {
        says: 'Failed to fetch calendars: {1}',
        filled: () => ['503'],
        when: 'the server answers with an error',
        fails: { method: 'GET', path: /rpc\/get_my_calendars/, status: 503, answer: { message: 'resting' } },
        act: ({ page }) => page.reload(),
      },
    ],
  },
  {
    name: 'creating a calendar',
    who: ({ people }) => people.owner,
    at: () => '/dashboard',
    messages: [
      {
        says: 'Error / Failed to create calendar. Please try again.',
        when: 'the server cannot be reached',
        fails: { method: 'POST', path: /rest\/v1\/calendars$/ },
        act: create,
      },
      {
        says: 'Failed to create calendar: {1} {2}',
        filled: () => ['500', 'out of order'],
        when: 'the server answers with an error',
        fails: { method: 'POST', path: /rest\/v1\/calendars$/, status: 500, answer: { message: 'out of order' } },
        act: create,
      },
      {
        says: 'Error / No valid authentication session. Please sign out and sign in again.',
        when: 'the session was ended in another tab',
        act: signedOutElsewhere(create, 'No valid authentication session. Please sign out and sign in again.'),
      },
      {
        says: 'Error / Unable to determine current user ID. Please sign in again.',
        when: 'the session names nobody',
        act: withSession((session) => ({ ...session, user: {} }), {
          act: create,
          until: 'Unable to determine current user ID. Please sign in again.',
        }),
      },
      {
        says: 'Email confirmation required / Please confirm your email address before creating calendars.',
        when: 'the address lost its confirmation meanwhile',
        act: async (given) => {
          const { app, people } = given.seed
          const confirm = (at: Date | null) =>
            app.pool.query('update auth.users set email_confirmed_at = $2 where id = $1', [people.owner.id, at])
          await confirm(null)
          await create(given)
          await given.page.getByText('Email confirmation required').waitFor()
          await confirm(new Date())
        },
      },
      {
        says: 'Calendar created! / {1} is ready for collaboration.',
        filled: () => ['Maple Row'],
        when: 'it was created',
        act: (given) => createAndClose(given, 'Maple Row'),
      },
      {
        says: 'Failed to add member: {1} {2}',
        filled: () => ['500', 'out of order'],
        when: 'its first admin cannot be added',
        fails: { method: 'POST', path: /calendar_members/, status: 500, answer: { message: 'out of order' } },
        act: (given) => create(given, 'Half Made'),
      },
    ],
  },
  {
    name: 'creating a second calendar on trial',
    who: ({ people }) => people.trial,
    at: () => '/dashboard',
    messages: [
      {
        says: 'Error / Unable to verify trial limitations. Please try again.',
        when: 'the calendars cannot be counted',
        fails: { method: 'HEAD', path: /calendar_members/ },
        act: create,
      },
      {
        says: 'Trial Limitation / Trial users can only create 1 calendar. Please upgrade your plan to create more calendars.',
        when: 'there is one already',
        act: create,
      },
    ],
  },
  {
    name: 'settings',
    who: ({ people }) => people.owner,
    at: () => '/dashboard',
    messages: [
      {
        says: 'No template configured / Please add a SendGrid template ID in calendar settings before previewing.',
        when: 'a calendar without a template is previewed',
        act: (given) => previewTemplate(given, 'Bare Hill', 'Anything'),
      },
      {
        says: 'Error / Failed to update calendar settings',
        when: 'they cannot be saved',
        fails: { method: 'PATCH', path: /rest\/v1\/calendars$/ },
        act: save,
      },
      { says: 'Settings updated /', when: 'they were saved', act: saveAndClose },
      {
        says: 'Missing event title / Please enter an event title to preview',
        when: 'a template is previewed without a title',
        act: (given) => previewTemplate(given, 'Doomed Dell', ' '),
      },
      {
        says: 'Preview Error / Failed to generate email preview',
        when: 'the preview cannot be fetched',
        fails: { method: 'POST', path: /preview-email/ },
        act: (given) => previewTemplate(given, 'Doomed Dell', 'Anything'),
      },
      {
        says: 'Error / Failed to delete calendar',
        when: 'it cannot be deleted',
        fails: { method: 'DELETE', path: /rest\/v1\/calendars$/ },
        act: remove,
      },
      { says: 'Calendar deleted /', when: 'it was deleted', act: remove },
    ],
  },
  {
    name: 'leaving',
    who: ({ people }) => people.member,
    at: () => '/dashboard',
    messages: [
      {
        says: 'Error / Failed to leave calendar. Please try again.',
        when: 'the server cannot be reached',
        fails: { method: 'DELETE', path: /notification_preferences/ },
        act: leave,
      },
      {
        says: `You've left the calendar / You're no longer a member of "{1}" and won't receive notifications.`,
        filled: ({ calendars }) => [calendars.elm.name],
        when: 'one has left',
        act: leave,
      },
    ],
  },
  {
    name: 'leaving as the last admin',
    who: ({ people }) => people.lastAdmin,
    at: () => '/dashboard',
    messages: [
      {
        says: 'Cannot leave calendar / You are the last admin. Transfer ownership or promote another admin before leaving.',
        when: 'nobody else is an admin',
        act: leave,
      },
    ],
  },
]
