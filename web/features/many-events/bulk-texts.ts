import type { BulkAction } from '../../../domain/bulk-change.ts'
import { failure } from '../../../domain/texts/toast.ts'

const events = (count: number) => (count === 1 ? '1 event' : `${count} events`)

const did: Record<BulkAction, string> = {
  cancel: 'cancelled',
  postpone: 'postponed',
  still_on: 'still on',
  category: 'changed',
  mailer: 'changed',
  delete: 'deleted',
}

/** The words of changing several events at once. */
export const bulkTexts = {
  title: 'Edit several events',
  description: 'Choose days and a place, tick the events, and say what happens to them.',
  place: 'Place',
  anyPlace: 'Any place',
  search: 'Title has',
  list: 'Events',
  all: (count: number) => `Select all (${count})`,
  chosen: (count: number) => `${events(count)} selected`,
  none: 'No events on these days.',
  action: 'Action',
  actions: {
    cancel: 'Cancel',
    postpone: 'Postpone',
    still_on: 'Still on',
    category: 'Set the category',
    mailer: 'Set the mailer',
    delete: 'Delete',
  },
  actionHints: {
    cancel: 'They stay on the calendar, marked as cancelled.',
    postpone: 'They stay on the calendar, marked as postponed.',
    still_on: 'Cancelled or postponed events take place again; the others are confirmed.',
    category: '',
    mailer: '',
    delete: 'You can restore them for 30 days.',
  },
  reason: 'Reason',
  note: 'A few words',
  reasonHint: 'For all of them, shown on the calendar and in the notice.',
  noteHint: 'For all of them, in the notice.',
  category: 'Category',
  mailer: 'Include in Mailer',
  mailerHint: 'Recipients are notified on the day of each event. Otherwise events only show on the calendar.',
  notify: 'Notify people who already heard about them',
  notifyHint: 'In 10 minutes, one message per person with all of them. You can undo it before that.',
  submit: (action: BulkAction, count: number) => {
    const verbs = {
      cancel: 'Cancel',
      postpone: 'Postpone',
      still_on: 'Confirm',
      category: 'Change',
      mailer: 'Change',
      delete: 'Delete',
    }
    return `${verbs[action]} ${events(count)}`
  },
  tickOne: 'Tick at least one event',
  working: 'Saving...',
  done: (action: BulkAction, changed: number, skipped: number, notify: boolean) => ({
    title: `${events(changed)} ${did[action]}`,
    ...((skipped > 0 || notify) && {
      body: [
        ...(notify && changed > 0 ? ['People who already heard about them will be notified in 10 minutes.'] : []),
        ...(skipped > 0 ? [`${events(skipped)} skipped: past, already so, or changed by someone else.`] : []),
      ].join(' '),
    }),
  }),
  failed: failure("The events couldn't be changed"),
  undone: (skipped: number) => ({
    title: 'Change undone',
    ...(skipped > 0 && {
      body: `${events(skipped)} changed by someone else meanwhile ${skipped === 1 ? 'stays' : 'stay'}.`,
    }),
  }),
  undoFailed: failure("The change couldn't be undone"),
} as const
