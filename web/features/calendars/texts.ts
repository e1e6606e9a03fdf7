import { PRODUCT_NAME } from '#domain/company.ts'
import { TRIAL_CALENDARS, TRIAL_CONTACTS } from '#domain/limits.ts'
import { failure } from '#domain/texts/toast.ts'
import { zoneLabel } from '#domain/time-zones.ts'

export const dashboardTexts = {
  townPages: 'Town pages',
  title: `My Calendars | ${PRODUCT_NAME}, the community event manager`,
  pageDescription:
    'Community event manager with automated email and SMS notifications: your calendars, their events and their recipients.',
  emptyBody: 'Create one, add the people it should reach, then post your first event.',
  unconfirmedHint: 'Confirm your email address first.',
  trialNotice: `Free accounts include ${TRIAL_CALENDARS} calendar and ${TRIAL_CONTACTS} contacts per calendar.`,
  trialLink: 'Contact us to get your plan upgraded',
  eventsThisMonth: (count: number) => (count === 1 ? 'event this month' : 'events this month'),
  emails: (count: number) => (count === 1 ? 'email' : 'emails'),
  phones: (count: number) => (count === 1 ? 'phone' : 'phones'),
  owner: 'Owner',
  admin: 'Admin',
  member: 'Member',
  disabled: 'Disabled',
  mailings: 'Mailings',
  tryAgain: 'Try again',
  loading: 'Loading your calendars',
} as const

export const formTexts = {
  name: 'Calendar Name',
  description: 'Description',
  state: 'State',
  city: 'City',
  selectState: 'Select a state',
  selectCity: 'Select a city',
  guestsHint: 'Anyone can find the calendar and follow it by email or text.',
  createLead: 'You can change all of this later in Settings.',
  externalUrl: 'External Calendar Link',
  adminEmail: 'Admin Email',
  adminEmailHint: 'Shown on the public page so people can reach you.',
  adminEmailMissing: 'Please enter an admin email',
  useOwnAddress: 'Use my address',
  advanced: 'Advanced',
  templateId: 'SendGrid template ID',
  templateIdHint: "Leave as is to use Townbell's design.",
  timeZone: 'Time Zone',
  timeZoneOfCity: (zone: string) => `Times are shown in ${zoneLabel(zone)}, the city's time zone.`,
  timeZoneChosen: (zone: string) =>
    `Times are shown in ${zoneLabel(zone)}. If you change this, events keep their clock time.`,
  hour: "Hour of the day's mail",
  hourNext: (hour: string) => `On the day of an event, people are mailed at ${hour}.`,
  hourNow: (hour: string) =>
    `${hour} has passed today: if there is something on, its mail leaves ten minutes after you save.`,
  hourTomorrow: (hour: string) => `Today's hour has passed: ${hour} counts from tomorrow.`,
  unitedStates: 'United States',
  elsewhere: 'Elsewhere',
  save: 'Save Settings',
  saving: 'Saving...',
  cancel: 'Cancel',
  moreSettings: 'Suggestions, webhooks and history',
  history: 'History',
} as const

export const dangerTexts = {
  lead: 'This also deletes its events, recipients and members. You can restore everything for 30 days.',
  delete: 'Delete Calendar',
  deleting: 'Deleting...',
  question: (name: string) => `Delete "${name}"?`,
  typeName: (name: string) => `Type ${name} to confirm`,
} as const

export const headingTexts = {
  editName: 'Edit calendar name',
  name: 'Calendar name',
  editDescription: 'Edit description',
  description: 'Calendar description',
  save: 'Save',
  cancel: 'Cancel',
} as const

export function titleOf(name: string): string {
  return `${name} | ${PRODUCT_NAME}`
}

export const memberCalendarHead = {
  title: titleOf('Calendar'),
  description: 'The events of a community calendar, month by month.',
  loading: 'Loading calendar',
} as const

export const calendarScreenTexts = {
  created: (name: string) => ({ title: 'Calendar created!', body: `${name} is ready for collaboration.` }),
  createFailed: failure('Failed to create calendar. Please try again.'),
  listMeFailed: failure('Failed to add email'),
  createFailedWith: (status: number, body: string) => `Failed to create calendar: ${status} ${body}`,
  addMemberFailedWith: (status: number, body: string) => `Failed to add member: ${status} ${body}`,
  emailConfirmationRequired: {
    title: 'Email confirmation required',
    body: 'Please confirm your email address before creating calendars.',
  },
  trialLimit: {
    title: 'Trial Limitation',
    body: `Trial users can only create ${TRIAL_CALENDARS} calendar. Please upgrade your plan to create more calendars.`,
  },
  trialUnknown: failure('Unable to verify trial limitations. Please try again.'),
  loadAllFailed: failure('Failed to load calendars'),
  loadAllFailedWith: (status: number) => `Failed to fetch calendars: ${status}`,
  loadFailed: failure('Failed to load calendar'),
  accessDenied: { title: 'Access denied', body: "You don't have access to this calendar." },
  settingsUpdated: { title: 'Settings updated' },
  settingsFailed: failure('Failed to update calendar settings'),
  nameUpdated: { title: 'Name updated', body: 'Calendar name has been saved successfully.' },
  nameFailed: failure('Failed to update name. Please try again.'),
  descriptionUpdated: { title: 'Description updated', body: 'Calendar description has been saved successfully.' },
  descriptionFailed: failure('Failed to update description. Please try again.'),
  deleted: { title: 'Calendar deleted' },
  deleteFailed: failure('Failed to delete calendar'),
  myCalendars: 'My Calendars',
  newCalendar: 'New Calendar',
  createCalendar: 'Create Calendar',
  createNewCalendar: 'Create New Calendar',
  creating: 'Creating...',
  noCalendarsYet: 'No calendars yet',
  allowGuests: 'Allow Guest Users to Sign Join',
  selectStateFirst: 'Select a state first',
  editCalendar: 'Edit Calendar',
  manageRecipients: 'Manage Recipients',
  settings: 'Settings',
  calendarSettings: 'Calendar Settings',
  general: 'General',
  dangerZone: 'Danger Zone',
  leave: 'Leave',
  back: 'Back',
  addDescription: 'Click to add a description',
  identifier: (identifier: number | string) => `#${identifier}`,
  noUserId: failure('Unable to determine current user ID. Please sign in again.'),
  freeAccount: 'Free Account',
  suggestions: 'Suggestions',
} as const
