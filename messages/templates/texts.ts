import type { EventCategory } from '#domain/categories.ts'
import { slotTexts } from '#domain/texts/slots.ts'

// The texts of the built-in mails around the events. Names in double braces are fields of the data; README.md lists them.

export const mailTexts = {
  categories: { Event: 'Event', Alert: 'Alert', Notice: 'Notice', FYI: 'FYI' } as Record<EventCategory, string>,
  when: { Today: 'Today', Tomorrow: 'Tomorrow', Soon: 'In an hour', Now: 'On now' },

  dayOfSubject:
    '{{#if has_several}}{{when}} in {{calendar.name}}: {{event_count}} events{{else}}{{when}}: {{title}} ({{calendar.name}}){{/if}}',
  agendaSubject: '{{calendar.name}}, {{date}}: {{#if has_several}}{{event_count}} events{{else}}{{title}}{{/if}}',
  letterSubject:
    '{{#if has_several}}{{event_count}} things {{when_lower}} in {{calendar.name}}{{else}}{{title}}, {{when_lower}}{{#unless all_day}}{{#unless is_now}} at {{start_time}}{{/unless}}{{/unless}}{{/if}}',
  goodMorning: 'Good morning',
  goodEvening: 'Good evening',
  letterIntro: "here's what {{calendar.name}} has on {{date}}.",
  seeCalendar: 'See the calendar',
  theCalendar: 'The calendar',
  countLine: '{{#if has_several}}{{event_count}} events{{else}}1 event{{/if}} {{when_lower}}',
  viewEvent: 'View event',
  addToCalendar: 'Add to calendar',
  willYouCome: 'Will you be there?',
  full: 'Full',
  canWait: 'Full. You can join the waiting list:',
  waitingList: 'Waiting list',
  answers: { going: 'Going', maybe: 'Maybe', no: 'No' },
  directions: 'Directions',
  seeUpdates: 'See updates',
  readWhatHappened: 'Read what happened',
  messageFrom: (person: string) => `A message from ${person}`,
  messageSubject: (event: string, day: string, calendar: string) => `About ${event}, ${day} (${calendar})`,
  alertMore: "We'll write again when something changes, and when it's over.",
  stillNeeded: slotTexts.stillNeeded as string,
  andMore: slotTexts.more,
  alsoThisWeek: 'Also this week',
  reply: 'Reply to this email to reach the organizers.',
  followIt: 'Forwarded to you? Follow this calendar',
  wholeCalendar: 'The whole calendar',

  todayIn: (when: string, calendar: string) => `${when} in ${calendar}`,
  digestSubject: (count: number) => `Today: ${count} events`,
  weekSubject: (title: string, calendar: string) => `This week: ${title} (${calendar})`,
  weekSubjectOfSeveral: (count: number, calendar: string) => `This week in ${calendar}: ${count} events`,

  choose: 'Choose what you get',
  unsubscribe: 'Unsubscribe',
  sentWith: 'Sent with',
  forCalendar: 'for',
  brokenButton: "If the button doesn't work, copy this address into your browser:",

  whyFollow: (calendar: string) => `You're getting this email because you follow ${calendar}.`,
  whyMember: (calendar: string) => `You're getting this email because you are a member of ${calendar}.`,
  whyListed: (calendar: string) =>
    `You're getting this email because an admin of ${calendar} added your address to its list.`,
  whyGuest: (calendar: string) =>
    `You're getting this email because you answered or signed up for an event of ${calendar}.`,
  whyTest: (product: string, calendar: string) =>
    `You're getting this email because you asked ${product} for a test of ${calendar}.`,
  whyDigest: (calendars: string) =>
    `You're getting this email because you chose one email a day for the calendars you follow: ${calendars}.`,
}

export type MailTexts = typeof mailTexts
