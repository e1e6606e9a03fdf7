// The mails about suggested events.
import { CONFIRMATION_LIFETIME_MS } from '#domain/limits.ts'
import type { Letter } from '../letter.ts'

const HOURS = CONFIRMATION_LIFETIME_MS / 3_600_000

export interface Suggested {
  title: string
  when: string
  /** "Sat, Nov 28" */
  day: string
  /** Who suggests it, as they named themselves. */
  name: string
}

export const suggestions = {
  /** Goes to an address that anybody may have typed, so it says nothing of what was typed, not even the title. */
  confirm: (calendar: string, url: string): Letter => ({
    subject: `Your suggestion for ${calendar}`,
    heading: 'Please confirm your suggestion',
    before: [`Someone, probably you, suggested an event for the calendar “${calendar}” with this address.`],
    button: { label: 'See and confirm your suggestion', url },
    after: [
      `Please confirm within ${HOURS} hours. With the same link you can change or delete your suggestion later.`,
      "If it wasn't you, you can ignore this email: nobody sees the suggestion unless the link is used.",
    ],
    reason: `You're getting this one email because someone entered this address at the calendar “${calendar}”.`,
  }),

  accepted: (event: string, when: string, day: string, calendar: string, url: string): Letter => ({
    subject: `On the calendar: ${event}, ${day}`,
    heading: 'Your suggestion is on the calendar',
    before: [
      `“${event}” is now on the calendar “${calendar}”. Thank you.`,
      `${when}.`,
      'The attached file adds it to your calendar.',
    ],
    button: { label: 'See it or propose a change', url },
    after: ['If something changes, please say so with the link. The organizers look at it before it shows.'],
    reason: `You're getting this email because you suggested an event for “${calendar}”.`,
    isGood: true,
  }),

  declined: (event: string, reason: string | null, calendar: string, url: string): Letter => ({
    subject: `Your suggestion: ${event}`,
    heading: 'Your suggestion was not accepted',
    before: [
      `The organizers of “${calendar}” decided against “${event}”.`,
      ...(reason === null ? [] : [`Their reason: ${reason}`]),
    ],
    button: { label: 'See or change your suggestion', url },
    after: ['With the link you can change it and send it again, or delete it.'],
    reason: `You're getting this email because you suggested an event for “${calendar}”.`,
  }),

  /** `first`: the oldest few, each with its day and who suggests it. */
  waiting: (calendar: string, count: number, first: Suggested[], url: string): Letter => ({
    subject:
      count === 1 && first[0]
        ? `Suggested: ${first[0].title}, ${first[0].day} (${calendar})`
        : `${count === 1 ? '1 suggestion' : `${count} suggestions`}: ${calendar}`,
    heading: count === 1 ? '1 suggestion is waiting for you' : `${count} suggestions are waiting for you`,
    before: [
      ...first.map(({ title, when, name }) => `• ${title}. ${when}. From ${name}.`),
      ...(count > first.length && first.length > 0 ? [`And ${count - first.length} more.`] : []),
      `Nothing shows on “${calendar}” until an admin accepts it.`,
    ],
    button: { label: 'See the suggestions', url },
    after: ['We mail you about new suggestions at most once an hour.'],
    reason: `You're getting this email because you're an admin of “${calendar}” and its emails are on for you.`,
  }),
}
