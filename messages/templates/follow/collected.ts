import type { Letter } from '../letter.ts'

/** To the owner of a calendar that somebody else put on a town page. */
export const collected = (calendar: string, page: string, url: string): Letter => ({
  subject: `${calendar} is on the town page ${page}`,
  heading: `Your calendar is on “${page}”`,
  before: [
    `Somebody added “${calendar}” to the town page “${page}”. It shows the public events of several calendars together, and people can follow yours there.`,
    "If you don't want that, decline: your calendar leaves the page at once and can't be added to it again.",
  ],
  button: { label: 'See or decline', url },
  after: ['You need to do nothing to stay on it.'],
  reason: `You're getting this email because you own “${calendar}”.`,
})
