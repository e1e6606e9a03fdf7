import { failure } from '#domain/texts/toast.ts'

export const pollPanelTexts = {
  title: 'Polls for a date',
  hint: 'Propose some times, and people say which suit them, with an account or without. Then make an event of the best one.',
  propose: 'Propose dates',
  open: 'Ask people',
  time: (number: number) => `Time ${number}`,
  day: 'Date',
  start: 'Starts',
  end: 'Ends',
  addTime: 'Add a time',
  removeTime: (number: number) => `Remove time ${number}`,
  page: 'See the page',
  event: 'See the event',
  states: { open: 'Open', closed: 'Closed', event: 'On the calendar' },
  nobody: 'Nobody yet',
  make: 'Make it an event',
  close: 'Close',
  delete: 'Delete',
  loadFailed: failure("The polls couldn't be loaded."),
  failed: failure("The poll couldn't be saved."),
  /** By the function of the database. */
  ask: {
    make_poll_event: {
      title: 'Make it an event?',
      body: 'It is added to the calendar like any other event, and the poll closes.',
      confirm: 'Add event',
      done: { title: 'On the calendar', body: 'You can edit the event now.' },
    },
    close_poll: {
      title: 'Close this poll?',
      body: 'Nobody can answer anymore. You can still make an event of it.',
      confirm: 'Close poll',
      done: { title: 'Closed', body: 'The poll takes no more answers.' },
    },
    delete_poll: {
      title: 'Delete this poll?',
      body: 'All its answers are deleted, too. An event that came of it stays.',
      confirm: 'Delete poll',
      done: { title: 'Deleted', body: 'The poll and its answers are deleted.' },
    },
    propose_dates: { done: { title: 'The poll is open', body: 'It shows on the public page of the calendar.' } },
  },
} as const
