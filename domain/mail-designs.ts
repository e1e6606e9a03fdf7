/** The ids of our own templates for the mail on the day of an event; the first is that of new calendars. */
export const mailDesigns = ['townbell-day-of', 'townbell-agenda', 'townbell-letter'] as const
export type MailDesign = (typeof mailDesigns)[number]
