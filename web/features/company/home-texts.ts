import type { EventCategory } from '#domain/categories.ts'
import { promises } from '#domain/plans.ts'

export const homeTexts = {
  head: {
    title: 'Townbell | Shared community calendars that reach everyone',
    description:
      'Keep one shared calendar for your group. Everyone who follows it gets an email or text on the day of each event. Free, no credit card required.',
    keywords: [
      'community calendar',
      'shared calendar',
      'event notifications',
      'email and SMS',
      'neighborhood',
      'school',
      'PTA',
    ],
  },
  /** Before the words that change. */
  title: 'The shared calendar that reaches everyone, for',
  lead: 'Post an event once. Everyone who follows your calendar hears about it on the day, by email or text. No app to install.',
  find: 'Find a calendar',
  trial: `Free trial. ${promises.card}.`,
  pause: 'Pause animation',
  move: 'Play animation',
  and: 'and',

  stepsTitle: 'Three steps, and the bell rings',
  steps: [
    {
      title: 'Create your calendar',
      text: 'Give it a name and a town. You get a public page that neighbors can find, follow and print.',
    },
    {
      title: 'Add events and people',
      text: 'Post events, alerts and notices. Add recipients yourself, or let visitors follow with one confirmed email.',
    },
    {
      title: 'Everyone hears on the day',
      text: 'On the day of each event, everyone gets one email with all of that day, or a text.',
    },
  ],

  kindsTitle: 'Say what kind of news it is',
  kindsLead: 'Every event has one of four categories, so readers can tell a date from a warning at a glance.',
  kinds: {
    Event: 'Concerts, games, meetings: anything with a start and an end.',
    Alert: 'Water off, road closed, storm coming. What people must know today.',
    Notice: 'Elections, deadlines, street cleaning. What people should plan for.',
    FYI: 'Lost cats, found keys, good news. What people like to know.',
  } satisfies Record<EventCategory, string>,

  moreTitle: 'And around each event',
  more: [
    { title: 'Who’s coming', text: 'Answers without an account, with places and a waiting list.' },
    {
      title: 'Volunteers and things to bring',
      text: 'Lists on the event’s page. Helpers get a reminder the evening before.',
    },
    { title: 'Alerts', text: 'With an update and an all clear, by email, text and browser.' },
    { title: 'Suggestions', text: 'Visitors propose events, and you decide.' },
    { title: 'Town pages', text: 'Several calendars on one page, followed together.' },
    { title: 'On your website', text: 'Embed the calendar, or add it to any calendar app.' },
    { title: 'From where you are', text: 'Import events from Google, Outlook, Apple, Teamup or a spreadsheet.' },
    { title: 'En español', text: 'Pages, emails and texts in English and Spanish.' },
  ],

  closingTitle: 'Your town is waiting to hear from you',
  closing: `Setup takes about two minutes. ${promises.card}, ${promises.cancel.toLowerCase()}.`,

  example: {
    title: 'This is what neighbors see',
    lead: 'An example of a calendar, as it looks today.',
    invented: 'a made-up example',
  },

  mail: {
    title: 'An example of the morning’s email',
    caption: "This morning's email, just as followers see it.",
  },
} as const
