import { PRODUCT_NAME } from '#domain/company.ts'

// The words of our texts around the events, and our replies. A reply is one text, without advertising.

export const textTexts = {
  when: { Today: 'today', Tomorrow: 'tomorrow', Soon: 'in an hour', Now: 'on now' },
  allDay: 'all day',
  events: (count: number, when: string) => `${count} event${count === 1 ? '' : 's'} ${when}`,
  more: (count: number) => `and ${count} more`,
  stop: 'Reply STOP to end',
  choose: 'Choose',

  /** Carriers require the first text to say who sends, how often, what it costs, and how to stop or get help. */
  confirmation: (calendar: string) =>
    `${PRODUCT_NAME}: Reply YES to get texts about events from ${calendar}. Msg frequency varies. Msg & data rates may apply. HELP for help, STOP to cancel.`,

  /** Somebody asked for it on the unsubscribe page. */
  link: (url: string) => `${PRODUCT_NAME}: Reply STOP to end all texts. Choose: ${url}`,

  stopped: `${PRODUCT_NAME}: You're unsubscribed and won't get any more texts. Reply START to resubscribe.`,
  started: `${PRODUCT_NAME}: You're subscribed again. Msg frequency varies. Msg & data rates may apply. Reply HELP for help, STOP to cancel.`,
  confirmed: (calendar: string) =>
    `${PRODUCT_NAME}: You'll get texts about events from ${calendar}. Reply HELP for help, STOP to cancel.`,
  help: (supportEmail: string) =>
    `${PRODUCT_NAME}: Event notices from community calendars. Help: ${supportEmail}. Msg frequency varies. Msg & data rates may apply. Reply STOP to cancel.`,
}

export type TextTexts = typeof textTexts
