import { statusMarks } from '../statuses.ts'

// What a mail or a text says of events that changed. Whom it goes to decides the language, so both are here at any time.

export const changeTexts = {
  marks: {
    ...statusMarks,
    changed: 'CHANGED',
    alert: 'ALERT',
    update: 'ALERT UPDATE',
    all_clear: 'ALL CLEAR',
    confirmed: 'STILL ON',
  },
  alertOver: 'This alert is over.',
  several: (mark: string, count: number, calendar: string) => `${mark}: ${count} events in ${calendar}`,
  planned: (when: string) => `It was planned for ${when}.`,
  reason: (reason: string) => `Reason: ${reason}`,
  postponed: 'It is postponed: it does not take place then, and there is no new date yet.',
  asPlanned: 'It takes place as planned.',
  onAgain: 'It takes place after all.',
  when: (is: string) => `When: ${is}`,
  where: (is: string) => `Where: ${is}`,
  nowhere: 'not said anymore',
  /** After what it is now; texts leave it out where there is no room. */
  before: (was: string) => ` (it was ${was})`,
}
