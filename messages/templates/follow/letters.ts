// The mails about following a calendar.
import { CONFIRMATION_LIFETIME_MS } from '#domain/limits.ts'
import type { Letter } from '../letter.ts'

const HOURS = CONFIRMATION_LIFETIME_MS / 3_600_000

const from = (network: string | null) => (network ? ` The request came from the network address ${network}.` : '')

export const follow = {
  /** Goes to somebody who may never have heard of us, so it says who asked, from where, and that it can be ignored. */
  confirmation: (calendar: string, url: string, network: string | null): Letter => ({
    subject: `Please confirm: follow ${calendar}`,
    heading: `Follow ${calendar}`,
    before: [
      `Someone, probably you, signed this address up for event notifications from the calendar “${calendar}”. Please confirm that you want them.`,
    ],
    button: { label: 'Confirm subscription', url },
    after: [
      `The link works once, for ${HOURS} hours.`,
      "If it wasn't you, you can ignore this email: you won't get any notifications unless the link is used.",
    ],
    reason: `You're getting this one email because someone entered this address to follow “${calendar}”.${from(network)}`,
  }),

  /** Asks once for all calendars that were chosen on a town page. */
  several: (calendars: string[], page: string | null, url: string, network: string | null): Letter => ({
    subject: `Please confirm: follow ${calendars.length} calendars${page ? ` of ${page}` : ''}`,
    heading: `Follow ${calendars.length} calendars`,
    before: [
      `Someone, probably you, signed this address up for event notifications from these calendars${page ? ` of the town page “${page}”` : ''}. Please confirm that you want them.`,
      ...calendars.map((calendar) => `• ${calendar}`),
    ],
    button: { label: 'Confirm all', url },
    after: [
      `The link works once, for ${HOURS} hours. You can leave each calendar later, by the link in its emails.`,
      "If it wasn't you, you can ignore this email: you won't get any notifications unless the link is used.",
    ],
    reason: `You're getting this one email because someone entered this address to follow calendars of ${page ? `the town page “${page}”` : 'a town page'}.${from(network)}`,
  }),

  already: (calendar: string, url: string): Letter => ({
    subject: `You already follow ${calendar}`,
    heading: `You already follow ${calendar}`,
    before: [
      `Someone, probably you, asked to follow the calendar “${calendar}” with this address. It's already on the list, so there's nothing you need to do.`,
    ],
    button: { label: 'Choose what you get', url },
    after: ["If it wasn't you, you can ignore this email. The page didn't say that you follow."],
    reason: `You're getting this email because you follow “${calendar}” and someone entered this address there.`,
  }),

  undo: (calendar: string, url: string): Letter => ({
    subject: 'You were unsubscribed from a calendar',
    heading: 'You were unsubscribed',
    before: [
      `Someone, probably you, unsubscribed this address from the notifications of the calendar “${calendar}”. If that's right, there's nothing you need to do.`,
      "If it wasn't you, you can keep your subscription:",
    ],
    button: { label: 'Keep my subscription', url },
    after: ['The link works once, for 30 days.'],
    reason: `You're getting this one email because this address followed “${calendar}” and was unsubscribed without a link from one of our emails.`,
  }),

  /** To the admins. Lists the newest addresses; `count` is of all. */
  stopped: (calendar: string, addresses: string[], count: number, url: string): Letter => ({
    subject: `${calendar}: ${count === 1 ? 'somebody' : `${count} people`} unsubscribed before the first email`,
    heading: 'Unsubscribed before the first email',
    before: [
      `In the last seven days, ${count === 1 ? 'this address was' : `these ${count} addresses were`} unsubscribed from “${calendar}” on our page, without a link from an email. They haven't got any email of the calendar yet, so we didn't write to them to ask:`,
      ...addresses.map((address) => `• ${address}`),
      ...(count > addresses.length ? [`• and ${count - addresses.length} more`] : []),
    ],
    button: { label: 'See the list', url },
    after: [
      'Anybody can type an address there. If you think that a person does want the emails, ask them to follow the calendar on its page: only they can undo it.',
    ],
    reason: `You're getting this email because you're an admin of “${calendar}”.`,
  }),

  /** To the owner of a calendar that somebody else put on a town page. */
  collected: (calendar: string, page: string, person: string, address: string, url: string): Letter => ({
    subject: `${calendar} is on the town page ${page}`,
    heading: `Your calendar is on “${page}”`,
    before: [
      `${person} added “${calendar}” to the town page “${page}”, ${address}. It shows the public events of several calendars together, and people can follow yours there.`,
      "If you don't want that, decline: your calendar leaves the page at once and can't be added to it again.",
    ],
    button: { label: 'See or decline', url },
    after: ['You need to do nothing to stay on it.'],
    reason: `You're getting this email because you own “${calendar}”.`,
  }),

  link: (url: string): Letter => ({
    subject: 'Your link to stop notifications',
    heading: 'Stop notifications',
    before: [
      'Someone, probably you, asked on our site for a link to stop the notifications to this address. It shows every calendar that writes to it.',
    ],
    button: { label: 'Choose or stop', url },
    after: ["If you didn't ask for it, there's nothing you need to do."],
    reason: "You're getting this one email because this address was entered on our unsubscribe page.",
  }),
}
