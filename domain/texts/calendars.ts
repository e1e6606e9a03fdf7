import { CALENDAR_DESCRIPTION_MAX, CALENDAR_NAME_MAX, TRIAL_CALENDARS } from '../limits.ts'
import { failure } from './toast.ts'

// Calendars, their members and leaving them, fixed word for word.

export const calendarTexts = {
  // Rules of the forms
  nameRequired: 'Calendar name is required',
  nameTooLong: `Calendar name must be at most ${CALENDAR_NAME_MAX} characters`,
  descriptionTooLong: `Description must be at most ${CALENDAR_DESCRIPTION_MAX} characters`,
  stateRequired: 'Please select a state',
  cityRequired: 'Please select a city',
  externalUrlInvalid: 'Please enter a valid URL',
  templateIdInvalid: 'Please enter a valid template ID',
  timeZoneInvalid: 'Please select a time zone',

  // Creating
  created: (name: string) => ({ title: 'Calendar created!', body: `${name} is ready for collaboration.` }),
  createFailed: failure('Failed to create calendar. Please try again.'),
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

  // Loading
  loadAllFailed: failure('Failed to load calendars'),
  loadAllFailedWith: (status: number) => `Failed to fetch calendars: ${status}`,
  loadFailed: failure('Failed to load calendar'),
  accessDenied: { title: 'Access denied', body: "You don't have access to this calendar." },

  // Changing
  settingsUpdated: { title: 'Settings updated' },
  settingsFailed: failure('Failed to update calendar settings'),
  nameUpdated: { title: 'Name updated', body: 'Calendar name has been saved successfully.' },
  nameFailed: failure('Failed to update name. Please try again.'),
  descriptionUpdated: { title: 'Description updated', body: 'Calendar description has been saved successfully.' },
  descriptionFailed: failure('Failed to update description. Please try again.'),
  deleted: { title: 'Calendar deleted' },
  deleteFailed: failure('Failed to delete calendar'),

  // Members
  inviteCopied: { title: 'Invite link copied!' },
  left: (name: string) => ({
    title: "You've left the calendar",
    body: `You're no longer a member of "${name}" and won't receive notifications.`,
  }),
  leaveFailed: failure('Failed to leave calendar. Please try again.'),
  lastAdmin: {
    title: 'Cannot leave calendar',
    body: 'You are the last admin. Transfer ownership or promote another admin before leaving.',
  },

  // Labels
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
  leaveThisCalendar: 'Leave this calendar',
  back: 'Back',
  invite: 'Invite',
  addDescription: 'Click to add a description',
  identifier: (identifier: number | string) => `#${identifier}`,
} as const
