import { PRODUCT_NAME } from '#domain/company.ts'
import { TRIAL_CALENDARS, TRIAL_CONTACTS } from '#domain/limits.ts'
import { zoneLabel } from '#domain/time-zones.ts'

// Words of the calendar screens; those that are fixed word for word are in #domain/texts/calendars.ts.

export const dashboardTexts = {
  title: `My Calendars | ${PRODUCT_NAME}, the community event manager`,
  pageDescription:
    'Community event manager with automated email and SMS notifications: your calendars, their events and their recipients.',
  emptyBody: 'Create one, add the people it should reach, then post your first event.',
  unconfirmedHint: 'Confirm your email address first.',
  trialNotice: `Free accounts include ${TRIAL_CALENDARS} calendar and ${TRIAL_CONTACTS} contacts per calendar.`,
  trialLink: 'Contact us to get your plan upgraded',
  eventsThisMonth: 'events this month',
  emails: 'emails',
  phones: 'phones',
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
  templateId: 'SendGrid template ID',
  templateIdHint: "Leave as is to use Townbell's design.",
  timeZone: 'Time Zone',
  timeZoneOfCity: (zone: string) => `Times are shown in ${zoneLabel(zone)}, the city's time zone.`,
  timeZoneChosen: (zone: string) =>
    `Times are shown in ${zoneLabel(zone)}. If you change this, events keep their clock time.`,
  unitedStates: 'United States',
  elsewhere: 'Elsewhere',
  save: 'Save Settings',
  saving: 'Saving...',
  cancel: 'Cancel',
  members: 'Members',
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
