// Every route of the product with the demo data: who opens it, and what is opened there. For the screenshots and for the
// tests that hold of all pages.
import type { Page } from 'playwright'
import { addDays, dayInZone } from '#domain/dates.ts'
import { preferenceTexts } from '#domain/texts/preferences.ts'
import { linkedToken } from '#messages/linked-token.ts'
import { preferencesToken } from '#messages/preferences-link.ts'
import type { TestApp } from '#testing/app.ts'
import { fillTown } from '../../bin/demo.ts'
import { button, dialog, editName, field, isLoaded, openMoreOptions, pressTool, sees } from './acts.ts'

export type Demo = {
  calendar: string
  event: string
  invite: string
  today: string
  preferences: string
  rsvp: string
  slots: string
  suggestion: string
  poll: string
  pollAnswer: string
}

export type Screen = {
  name: string
  path: (demo: Demo) => string
  /** An email address of the demo; without one it is a visitor. */
  who?: string
  /** The largest of it is read by the token of a mail, which no server of a page sees. */
  isSealed?: true
  /** The answer's status, when it is not 200. */
  status?: number
  open?: (page: Page) => Promise<unknown>
}

export const DEMO_PASSWORD = 'Ring.the.bell.1'

const ZONE = 'America/Chicago'

/** Inserts the demo, and returns its neighborhood calendar with an event today. */
export async function openDemo({ pool, config: { linkSecret } }: TestApp): Promise<Demo> {
  await fillTown(pool, new Date(), DEMO_PASSWORD)
  const { rows } = await pool.query(`select id, name from public.calendars where name = 'Barton Hills Neighborhood'`)
  const { id } = rows[0]
  await pool.query(lastLonger, [id, ZONE])
  await pool.query(deleteSome, [id])
  await pool.query(sendSome, [id])
  const invites = await pool.query('select code from private.calendar_invites where calendar_id = $1', [id])
  const events = await pool.query(findPlaced, [id])
  const answers = await pool.query(askSome, [id, events.rows[0].id])
  await pool.query(makeTown)
  const signups = await pool.query(needSome, [id, events.rows[0].id])
  const suggestions = await pool.query(suggestSome, [id])
  const polls = await pool.query(proposeSome, [id])
  return {
    calendar: id,
    event: events.rows[0].id,
    invite: invites.rows[0].code,
    today: dayInZone(Date.now(), ZONE),
    rsvp: linkedToken({ linkSecret, kind: 'rsvp', id: answers.rows[0].id }),
    slots: linkedToken({ linkSecret, kind: 'slots', id: signups.rows[0].signup_id }),
    poll: polls.rows[0].poll_id,
    pollAnswer: linkedToken({ linkSecret, kind: 'poll', id: polls.rows[0].id }),
    suggestion: linkedToken({ linkSecret, kind: 'suggestion', id: suggestions.rows[0].id }),
    preferences: preferencesToken({ linkSecret, address: 'neighbor1@austin.example', now: new Date() }),
  }
}

/** In the evening, today's event lasts until midnight: the screens have something that is still to come. */
const lastLonger = `
  update public.events set end_time = (event_date + time '23:59') at time zone $2
  where calendar_id = $1 and event_date = (now() at time zone $2)::date and end_time < now() + interval '30 minutes'`

const makeTown = `
  with page as (
    insert into public.collections (slug, name, description, owner_id)
    select 'south-austin', 'South Austin', 'What is on in our part of town.', u.id
    from auth.users u where u.email = 'maria@townbell.example'
    returning id
  )
  insert into public.collection_calendars (collection_id, calendar_id, position, color)
  select page.id, c.id, row_number() over (order by c.identifier),
    (array['blue', 'green', 'orange', 'purple', 'teal', 'pink'])[row_number() over (order by c.identifier)]
  from page, public.calendars c
  where not c.disabled and c.allow_guest_users
  order by c.identifier limit 6`

const findPlaced = `
  select e.id from public.events e
  where e.calendar_id = $1 and e.location_name is not null order by e.start_time, e.id limit 1`

/** Asks who comes to an event, and has an answer. */
const askSome = `
  with asking as (
    insert into public.event_rsvps (event_id, calendar_id, capacity, question, shows_count, closes_hours)
    values ($2, $1, 30, 'What do you bring?', true, 24) returning event_id
  )
  insert into public.rsvp_answers (event_id, calendar_id, email, name, answer, party, reply, confirmed_at)
  select event_id, $1, 'neighbor1@austin.example', 'Ana Neighbor', 'going', 2, 'A cake', now() from asking
  returning id`

/** Needs help and things at an event, and has somebody who signed up. */
const needSome = `
  with needed as (
    insert into public.event_slots (event_id, calendar_id, kind, title, wanted, taken, position)
    values ($2, $1, 'help', 'Grill from noon to two', 3, 1, 1), ($2, $1, 'bring', 'Bowls of salad', 5, 0, 2) returning id, taken
  ), person as (
    insert into public.slot_signups (event_id, calendar_id, email, name, confirmed_at)
    values ($2, $1, 'neighbor1@austin.example', 'Ana Neighbor', now()) returning id
  )
  insert into public.slot_amounts (signup_id, slot_id)
  select person.id, needed.id from person join needed on needed.taken = 1
  returning signup_id`
/** Asks which date suits people, and has an answer. */
const proposeSome = `
  with poll as (
    insert into public.polls (calendar_id, title, location_name, starts, ends, closes_at, answered, yes, maybe)
    select $1, 'Spring cleanup', 'Creek bridge', array[d, d + interval '1 day'], array[d + interval '2 hours', d + interval '26 hours'],
      d + interval '26 hours', 1, '{1,0}', '{0,1}'
    from (select date_trunc('day', now()) + interval '14 days 15 hours' as d) as days
    returning id
  )
  insert into public.poll_answers (poll_id, calendar_id, email, name, choices, confirmed_at)
  select id, $1, 'neighbor1@austin.example', 'Ana Neighbor', '{yes,maybe}', now() from poll
  returning id, poll_id`

/** Takes suggestions, and has some: one that waits comes first. */
const suggestSome = `
  with taking as (
    update public.calendars set takes_suggestions = true where id = $1
  )
  insert into public.event_suggestions (
    calendar_id, state, title, description, location_name, day, starts_at, end_day, ends_at, email, name, confirmed_at, decided_at
  )
  select $1, given.state, given.title, 'Bring a chair. Details at https://picnic.example', 'Zilker Park', current_date + 20, '17:00',
    current_date + 20, '20:00', 'ana@austin.example', 'Ana Neighbor', now(), case when given.state <> 'pending' then now() end
  from (values ('pending', 'Picnic by the lake'), ('declined', 'Yard sale')) as given (state, title)
  returning id`

/** Deletes something, so that the screens have something to restore. */
const deleteSome = `
  with calendar as (
    insert into public.calendars (name, owner_id, state, city)
    select 'Zilker Book Club', owner_id, state, city from public.calendars where id = $1 returning id
  ), event as (
    insert into public.deleted_events (id, calendar_id, event, deleted_at)
    values (gen_random_uuid(), $1, '{"title": "Seed swap", "event_date": "2025-07-12"}', now() - interval '3 days')
  )
  select private.put_away_calendar(id) from calendar`

/** Has sent something, so that there are mailings to read: of each result one. */
const sendSome = `
  with sent as (
    insert into public.mailings (calendar_id, day, kind, state, created_at, started_at, finished_at)
    select $1, (now() - days * interval '1 day')::date, kind, 'finished', now() - days * interval '1 day',
      now() - days * interval '1 day', now() - days * interval '1 day'
    from (values (3, 'alert'), (4, 'day_of'), (11, 'day_of'), (32, 'day_of')) as past (days, kind)
    returning id, created_at
  ), people as (
    select k.*, row_number() over (order by k.contact_type, k.normalised) as n from public.calendar_contacts k where k.calendar_id = $1
  )
  insert into public.deliveries (mailing_id, calendar_id, contact_id, channel, address, state, last_error, sent_at, created_at, expires_at)
  select sent.id, $1, people.id, case people.contact_type when 'phone' then 'sms' else 'email' end, people.normalised,
    case people.n when 1 then 'bounced' when 2 then 'opted_out' when 3 then 'failed' else 'delivered' end,
    case people.n when 1 then '550 5.1.1' when 3 then '552 5.2.2' end,
    case when people.n > 3 then sent.created_at end, sent.created_at, sent.created_at + interval '1 day'
  from sent cross join people where people.contact_type = 'email' or people.confirmed_at is not null`

const owner = 'maria@townbell.example'
const member = 'dana@townbell.example'
const newcomer = 'nina@townbell.example'

export const publicScreens: Screen[] = [
  { name: 'home', path: () => '/' },
  { name: 'community', path: () => '/community' },
  { name: 'about', path: () => '/about' },
  { name: 'contact', path: () => '/contact' },
  { name: 'pricing', path: () => '/pricing' },
  { name: 'purchase-pro', path: () => '/purchase?plan=pro' },
  { name: 'privacy', path: () => '/privacy' },
  { name: 'terms', path: () => '/terms' },
  { name: 'locate', path: () => '/locate-calendar' },
  { name: 'locate-footer', path: () => '/locate?q=austin' },
  { name: 'locate-nothing', path: () => '/locate-calendar?q=zzzz' },
  { name: 'public-calendar', path: ({ calendar }) => `/calendar/${calendar}` },
  { name: 'public-week', path: ({ calendar }) => `/calendar/${calendar}?view=week` },
  { name: 'print-month', path: ({ calendar }) => `/calendar/${calendar}/print` },
  { name: 'print-flyer', path: ({ calendar }) => `/calendar/${calendar}/print?style=flyer` },
  { name: 'event', path: ({ calendar, event }) => `/calendar/${calendar}/events/${event}` },
  { name: 'town', path: () => '/town/south-austin' },
  { name: 'town-missing', path: () => '/town/nowhere', status: 404 },
  { name: 'public-calendar-missing', path: () => `/calendar/${NOWHERE}`, status: 404 },
  { name: 'invite', path: ({ invite }) => `/invite/${invite}` },
  { name: 'opt-out', path: ({ calendar }) => `/opt-out?email=neighbor1@austin.example&calendar=${calendar}` },
  { name: 'opt-out-damaged', path: () => '/opt-out?t=x', open: (page) => sees(page, preferenceTexts.invalidLink) },
  {
    name: 'preferences',
    path: ({ preferences }) => `/preferences?p=${preferences}`,
    open: (page) => button(page, 'Save').waitFor(),
  },
  {
    name: 'rsvp',
    isSealed: true,
    path: ({ rsvp }) => `/rsvp?t=${rsvp}`,
    open: (page) => sees(page, 'Change my answer'),
  },
  {
    name: 'slots',
    isSealed: true,
    path: ({ slots }) => `/slots?t=${slots}`,
    open: (page) => sees(page, 'Change my answer'),
  },
  {
    name: 'suggest',
    path: ({ calendar }) => `/calendar/${calendar}/suggest`,
    open: (page) => button(page, 'Send suggestion').waitFor(),
  },
  {
    name: 'suggestion',
    path: ({ calendar, suggestion }) => `/calendar/${calendar}/suggest?t=${suggestion}`,
    open: (page) => button(page, 'Save changes').waitFor(),
  },
  { name: 'poll', path: ({ calendar, poll }) => `/calendar/${calendar}/poll/${poll}` },
  {
    name: 'poll-answer',
    path: ({ calendar, poll, pollAnswer }) => `/calendar/${calendar}/poll/${poll}?t=${pollAnswer}`,
    open: (page) => button(page, 'Save changes').waitFor(),
  },
  {
    name: 'preferences-without-link',
    path: () => '/preferences',
    open: (page) => sees(page, preferenceTexts.invalidLink),
  },
  { name: 'confirm-contact', path: () => '/confirm-contact' },
  { name: 'signin', path: () => '/signin' },
  { name: 'signup', path: () => '/signin?mode=signup' },
  { name: 'not-found', path: () => '/nothing-here', status: 404 },
]

const NOWHERE = '00000000-0000-4000-8000-000000000000'

export const signedInScreens: Screen[] = [
  { name: 'dashboard', who: owner, path: () => '/dashboard' },
  { name: 'dashboard-newcomer', who: newcomer, path: () => '/dashboard' },
  { name: 'dashboard-member', who: member, path: () => '/dashboard' },
  {
    name: 'settings',
    who: owner,
    path: ({ calendar }) => `/calendars/${calendar}/settings`,
    open: (page) => dialog(page, 'Calendar Settings').waitFor(),
  },
  { name: 'member-calendar', who: owner, path: ({ calendar }) => `/calendars/${calendar}` },
  { name: 'member-week', who: owner, path: ({ calendar }) => `/calendars/${calendar}?view=week` },
  { name: 'member-calendar-member', who: member, path: ({ calendar }) => `/calendars/${calendar}` },
  {
    name: 'roster',
    who: owner,
    path: ({ calendar, event }) => `/calendars/${calendar}/events/${event}/rsvp`,
    open: (page) => sees(page, 'Ana Neighbor'),
  },
  { name: 'towns', who: owner, path: () => '/towns', open: isLoaded },
  {
    name: 'slots-board',
    who: owner,
    path: ({ calendar, event }) => `/calendars/${calendar}/events/${event}/slots`,
    open: (page) => sees(page, 'Ana Neighbor'),
  },
  {
    name: 'cohosts',
    who: owner,
    path: ({ calendar, event }) => `/calendars/${calendar}/events/${event}/cohosts`,
    open: (page) => sees(page, 'Invite a calendar'),
  },
  {
    name: 'suggestions',
    who: owner,
    path: ({ calendar }) => `/calendars/${calendar}/setup/suggestions`,
    open: (page) => sees(page, 'Yard sale'),
  },
  { name: 'people', who: owner, path: ({ calendar }) => `/calendars/${calendar}/people`, open: isLoaded },
  { name: 'mailings', who: owner, path: ({ calendar }) => `/calendars/${calendar}/mailings`, open: isLoaded },
  {
    name: 'mailing',
    who: owner,
    path: ({ calendar }) => `/calendars/${calendar}/mailings`,
    open: async (page) => {
      await button(page, 'Alert').click()
      await sees(page, 'Mailbox full')
    },
  },
  {
    name: 'alert',
    who: owner,
    path: ({ calendar }) => `/calendars/${calendar}/alert`,
    open: async (page) => {
      await button(page, 'Boil water').click()
      await sees(page, 'ALERT: Boil water notice (Barton Hills Neighborhood)')
    },
  },
  { name: 'setup', who: owner, path: ({ calendar }) => `/calendars/${calendar}/setup`, open: isLoaded },
  {
    name: 'account-menu',
    who: owner,
    path: ({ calendar }) => `/calendars/${calendar}`,
    open: (page) => button(page, 'Account menu').click(),
  },
  {
    name: 'switcher',
    who: owner,
    path: ({ calendar }) => `/calendars/${calendar}`,
    open: async (page) => {
      await button(page, /switch calendar$/).click()
      await field(page, 'Find a calendar of yours').fill('main')
    },
  },
  { name: 'account', who: owner, path: () => '/account' },
  { name: 'reset-password', who: member, path: () => '/reset-password' },
]

/** Made of the same parts as those above: looked at, not tested again. */
export const similarScreens: Screen[] = [
  { name: 'public-calendar-long', path: ({ calendar }) => `/public/calendars/${calendar}` },
  { name: 'purchase-enterprise', path: () => '/purchase?plan=enterprise' },
  { name: 'public-found', path: ({ calendar }) => `/calendar/${calendar}?q=the&category=Event,Notice` },
  { name: 'public-agenda', path: ({ calendar }) => `/calendar/${calendar}?view=agenda` },
  { name: 'public-day', path: ({ calendar, today }) => `/calendar/${calendar}?view=day&date=${today}` },
  { name: 'event-missing', path: ({ calendar }) => `/calendar/${calendar}/events/${NOWHERE}`, status: 404 },
  { name: 'member-day', who: owner, path: ({ calendar }) => `/calendars/${calendar}?view=day` },
  { name: 'member-agenda', who: owner, path: ({ calendar }) => `/calendars/${calendar}?view=agenda` },
  { name: 'member-event', who: owner, path: ({ calendar, event }) => `/calendars/${calendar}/events/${event}` },
  {
    name: 'dialog-duplicate',
    who: owner,
    path: ({ calendar }) => `/calendars/${calendar}`,
    open: async (page) => {
      await press(/^Duplicate /)(page)
    },
  },
  {
    name: 'people-chosen',
    who: owner,
    path: ({ calendar }) => `/calendars/${calendar}/people`,
    open: async (page) => {
      await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
      await button(page, /^Add tag/).waitFor()
    },
  },
  {
    name: 'people-members',
    who: owner,
    path: ({ calendar }) => `/calendars/${calendar}/people`,
    open: async (page) => {
      await page.getByRole('tab', { name: 'Members' }).click()
      await field(page, /^Email addresses/).waitFor()
      await isLoaded(page)
    },
  },
  {
    name: 'dialog-import-preview',
    who: owner,
    path: ({ calendar }) => `/calendars/${calendar}`,
    open: async (page) => {
      await openTool('Import events')(page)
      const asked = dialog(page, 'Import events')
      const lines = ['Title,Date,Start', 'Stone soup,2031-05-02,6 PM', 'Choir,2031-05-03,19:00', 'No day,,']
      const buffer = Buffer.from(lines.join('\n'))
      await field(asked, /^File/).setInputFiles({ name: 'town.csv', mimeType: 'text/csv', buffer })
      await button(asked, 'Check the file').click()
      await isLoaded(page)
    },
  },
  {
    name: 'alert-email',
    who: owner,
    path: ({ calendar }) => `/calendars/${calendar}/alert`,
    open: async (page) => {
      await button(page, 'Road closed').click()
      await page.getByRole('tab', { name: 'Email' }).click()
      await page.locator('iframe').waitFor()
    },
  },
  {
    name: 'palette',
    who: owner,
    path: ({ calendar }) => `/calendars/${calendar}`,
    open: async (page) => {
      await page.keyboard.press('Control+k')
      await dialog(page, 'Go to a calendar or an action').getByRole('combobox').fill('p')
    },
  },
  {
    name: 'key-help',
    who: owner,
    path: ({ calendar }) => `/calendars/${calendar}`,
    open: async (page) => {
      await page.keyboard.press('?')
      await page.getByRole('dialog').waitFor()
    },
  },
]

const calendar = ({ calendar }: Demo) => `/calendars/${calendar}`
const settings = (tab: string) => async (page: Page) => {
  await dialog(page, 'Calendar Settings').getByRole('tab', { name: tab }).click()
  await isLoaded(page)
}
const pressFor = (name: string | RegExp) => async (page: Page) => {
  await button(page, name).first().click()
  await page.getByRole('dialog').or(page.getByRole('alertdialog')).first().waitFor()
}
const press = (name: string | RegExp) => async (page: Page) => {
  await pressFor(name)(page)
  await isLoaded(page)
}

const openTool = (name: string) => async (page: Page) => {
  await pressTool(page, name)
  await page.getByRole('dialog').or(page.getByRole('alertdialog')).first().waitFor()
  if (name !== 'Embed') await isLoaded(page)
}

const pressLink = (name: RegExp) => async (page: Page) => {
  await page.getByRole('link', { name }).first().click()
  await page.getByRole('dialog').waitFor()
}

export const dialogScreens: Screen[] = [
  {
    name: 'dialog-follow',
    path: ({ calendar }) => `/calendar/${calendar}`,
    open: async (page) => {
      await press('Follow this Calendar')(page)
      await page.getByRole('radio', { name: 'Email + SMS notifications' }).check()
    },
  },
  {
    name: 'dialog-subscribe',
    path: ({ calendar }) => `/calendar/${calendar}`,
    open: openTool('Add to my calendar app'),
  },
  { name: 'dialog-add-to', path: ({ calendar }) => `/calendar/${calendar}`, open: pressLink(/^Add to calendar/) },
  { name: 'dialog-embed', path: ({ calendar }) => `/calendar/${calendar}`, open: openTool('Embed') },
  { name: 'dialog-share', path: ({ calendar }) => `/calendar/${calendar}`, open: press('Share') },
  { name: 'dialog-create', who: owner, path: () => '/dashboard', open: press('New Calendar') },
  { name: 'dialog-contacts', who: owner, path: () => '/dashboard', open: press(/^Manage Recipients/) },
  {
    name: 'dialog-import-contacts',
    who: owner,
    path: () => '/dashboard',
    open: async (page) => {
      await press(/^Manage Recipients/)(page)
      await button(page, 'Add many at once').click()
      await field(page, 'Addresses and phone numbers').fill('email,phone\nann@austin.example,\nnobody,512 555 0199')
    },
  },
  {
    name: 'dialog-designs',
    who: owner,
    path: ({ calendar }) => `/calendars/${calendar}/settings`,
    open: async (page) => {
      await press('Choose a design')(page)
      await page.frameLocator('iframe').getByRole('heading', { name: 'Garden concert' }).waitFor()
    },
  },
  {
    name: 'setup-webhooks',
    who: owner,
    path: ({ calendar }) => `/calendars/${calendar}/setup?tab=webhooks`,
    open: async (page) => {
      await button(page, 'Add webhook').click()
      await page.getByText('What we post').waitFor()
    },
  },
  {
    name: 'setup-history',
    who: owner,
    path: ({ calendar }) => `/calendars/${calendar}/setup?tab=history`,
    open: async (page) => {
      await page.getByText('Seed swap').waitFor()
      await page.getByRole('list', { name: 'What happened' }).waitFor()
    },
  },
  {
    name: 'dialog-settings-danger',
    who: owner,
    path: ({ calendar }) => `/calendars/${calendar}/settings`,
    open: settings('Danger Zone'),
  },
  {
    name: 'dialog-delete-calendar',
    who: owner,
    path: ({ calendar }) => `/calendars/${calendar}/settings`,
    open: async (page) => {
      await settings('Danger Zone')(page)
      await button(page, 'Delete Calendar').click()
      await page.getByRole('alertdialog').waitFor()
    },
  },
  { name: 'dialog-mailings', who: owner, path: () => '/dashboard', open: press(/^Mailings: Barton/) },
  { name: 'dialog-add-event', who: owner, path: calendar, open: press('Add Event') },
  {
    name: 'dialog-repeat',
    who: owner,
    path: calendar,
    open: async (page) => {
      await press('Add Event')(page)
      await openMoreOptions(page)
      await field(page, 'Repeat').selectOption('Monthly')
      await field(page, 'Ends').selectOption('After a number of times')
      await field(page, 'Number of times').fill('6')
      await field(page, 'Number of times').scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'event-popover',
    who: owner,
    path: calendar,
    open: async (page) => {
      await page.locator('h3 a[href*="/events/"]').first().click()
      await page.getByRole('dialog').waitFor()
      await isLoaded(page)
    },
  },
  {
    name: 'dialog-move-event',
    who: owner,
    // In the evening today's concert is over, and what is over isn't moved.
    path: ({ calendar, today }) => `/calendars/${calendar}?date=${addDays(today, 1)}`,
    open: press(/^Move /),
  },
  { name: 'dialog-edit-event', who: owner, path: calendar, open: press(/^Edit (?!calendar|description)/) },
  { name: 'dialog-import-events', who: owner, path: calendar, open: openTool('Import events') },
  { name: 'dialog-change-several', who: owner, path: calendar, open: openTool('Edit several events') },
  { name: 'dialog-delete-event', who: owner, path: calendar, open: press(/^Delete /) },
  {
    name: 'dialog-preview',
    who: owner,
    path: calendar,
    open: async (page) => {
      await press(/^Edit (?!calendar|description)/)(page)
      await button(page, 'Preview Email').click()
      await dialog(page, 'Email Preview').frameLocator('iframe').getByText('Barton Hills').first().waitFor()
    },
  },
  {
    name: 'dialog-two-step',
    who: newcomer,
    path: () => '/account',
    open: async (page) => {
      await press('Turn on')(page)
      const asked = dialog(page, 'Turn on two-step sign-in')
      await field(asked, 'Password').fill(DEMO_PASSWORD)
      await button(asked, 'Continue').click()
      await page.getByRole('img', { name: 'QR code for the secret below' }).waitFor()
    },
  },
  { name: 'dialog-delete-account', who: owner, path: () => '/account', open: press('Delete account') },
  { name: 'dialog-leave', who: member, path: calendar, open: openTool('Leave') },
]

/** Pages in the middle of something. */
export const stateScreens: Screen[] = [
  {
    name: 'state-signup-wrong',
    path: () => '/signin?mode=signup',
    open: async (page) => {
      await field(page, 'Password').fill('a')
      await field(page, 'Confirm Password').fill('b')
      await page.getByText('Password must be at least 8 characters long').waitFor()
    },
  },
  {
    name: 'state-forgot',
    path: () => '/signin',
    open: async (page) => {
      await button(page, 'Forgot your password?').click()
      await page.getByRole('heading', { name: 'Reset your password' }).waitFor()
    },
  },
  { name: 'state-reset-link-over', path: () => '/reset-password' },
  { name: 'state-signed-out', path: () => '/dashboard' },
  {
    name: 'state-name',
    who: owner,
    path: calendar,
    open: editName,
  },
  {
    name: 'state-description',
    who: owner,
    path: calendar,
    open: (page) => button(page, 'Edit description').click(),
  },
  {
    name: 'state-toast',
    who: owner,
    path: calendar,
    open: async (page) => {
      await button(page, 'Invite').click()
      await page.locator('[data-sonner-toast]').waitFor()
    },
  },
]
