// Rules of the calendar forms.

export const calendarTexts = {
  /** The names of the fields in messages. */
  labels: { name: 'Calendar name', description: 'Description', state: 'State', city: 'City' },
  nameRequired: 'Calendar name is required',
  stateRequired: 'Please select a state',
  cityRequired: 'Please select a city',
  externalUrlMissing: 'Enter the address of a calendar.',
  externalUrlInvalid: 'Please enter a valid URL',
  templateIdInvalid: 'Please enter a valid template ID',
  timeZoneInvalid: 'Please select a time zone',
  hourInvalid: 'Please select an hour',
} as const
