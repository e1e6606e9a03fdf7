import { PRODUCT_NAME } from '#domain/company.ts'

// What our texts say around the events, and what we answer. Answers are one text each, without a word of advertising.

export const textTexts = {
  when: { Today: 'today', Tomorrow: 'tomorrow' },
  allDay: 'all day',
  events: (count: number, when: string) => `${count} event${count === 1 ? '' : 's'} ${when}`,
  more: (count: number) => `and ${count} more`,
  stop: 'Reply STOP to end',
  choose: 'Choose',

  /** Carriers want to read in the first text who sends, how often, what it costs, and how to stop or get help. */
  confirmation: (calendar: string) =>
    `${PRODUCT_NAME}: Reply YES to get texts about events from ${calendar}. Msg frequency varies. Msg & data rates may apply. Reply HELP for help, STOP to cancel.`,

  stopped: `${PRODUCT_NAME}: You are unsubscribed and will get no more texts. Reply START to subscribe again.`,
  started: `${PRODUCT_NAME}: You are subscribed again. Msg frequency varies. Msg & data rates may apply. Reply HELP for help, STOP to cancel.`,
  confirmed: (calendar: string) =>
    `${PRODUCT_NAME}: You will get texts about events from ${calendar}. Reply HELP for help, STOP to cancel.`,
  help: (supportEmail: string) =>
    `${PRODUCT_NAME}: Event notices from community calendars. Help: ${supportEmail}. Msg frequency varies. Msg & data rates may apply. Reply STOP to cancel.`,
}

export type TextTexts = typeof textTexts
