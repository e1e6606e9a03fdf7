import { days, hours, minutes } from '#domain/durations.ts'
import { MAILED_CODE_LIFETIME_MINUTES } from '#domain/limits.ts'

/** `max` times in `per` milliseconds. */
export type Limit = { max: number; per: number }

type RateLimit = Limit & {
  /** Whose count it is. Networks are generous: a school shares one address. */
  by: 'network' | 'person' | 'account' | 'address' | 'phone' | 'calendar' | 'owner' | 'everyone'
  /** The database function that enforces it instead of the server. A test compares its numbers with these. */
  in?: string
}

/** Every rate limit of the product, by the name under which it is counted. */
export const rateLimits = {
  // Accounts
  'signin-network': { max: 200, per: minutes(15), by: 'network' },
  /** Per account and network. */
  'signin-here': { max: 5, per: minutes(15), by: 'account' },
  /** Per account and IPv4 /24 or IPv6 /48: one rented server has 65,536 networks. */
  'signin-near': { max: 20, per: minutes(15), by: 'account' },
  /** Wrong passwords in a row, from networks the person never signed in on. Refuses no one: beyond it the puzzle is hard. */
  signin: { max: 100, per: days(1), by: 'account' },
  /** Refuses no one: above it, callers get a hard puzzle for this long. */
  'hard-puzzle': { max: 1, per: hours(1), by: 'network' },
  'signup-network': { max: 60, per: hours(1), by: 'network' },
  'mail-network': { max: 60, per: hours(1), by: 'network' },
  // Counted by the requested address, whether or not it has an account, so a refusal reveals nothing.
  'confirm-mail': { max: 1, per: minutes(1), by: 'address' },
  'confirm-mail-day': { max: 5, per: days(1), by: 'address' },
  'reset-mail': { max: 1, per: minutes(1), by: 'address' },
  'reset-mail-day': { max: 5, per: days(1), by: 'address' },
  'change-mail': { max: 1, per: minutes(1), by: 'address' },
  'change-mail-day': { max: 5, per: days(1), by: 'address' },
  // Codes to sign in with, by mailbox and the network nearby, so that nobody elsewhere shuts a person out who has no password.
  'code-mail': { max: 1, per: minutes(1), by: 'address' },
  'code-mail-day': { max: 10, per: days(1), by: 'address' },
  /** Refuses no one: beyond it, a mailbox gets codes that were requested near where its person has signed in before, and no others. */
  'code-mail-anywhere': { max: 10, per: days(1), by: 'address' },
  /** Guesses at mailed codes, per address and browser. Its window is as long as a code is good. */
  'mailed-code': { max: 5, per: minutes(MAILED_CODE_LIFETIME_MINUTES), by: 'account' },
  'password-change': { max: 10, per: hours(1), by: 'person' },
  'email-change': { max: 5, per: days(1), by: 'person' },
  /** Entering the password again, or a mailed code where there is none, to confirm an action. */
  proof: { max: 5, per: minutes(15), by: 'person' },
  export: { max: 5, per: hours(1), by: 'person' },
  'access-token': { max: 20, per: days(1), by: 'person' },
  /** Requests with one access token. */
  program: { max: 5000, per: hours(1), by: 'account' },
  /** Alerts and follow-ups of one access token: a siren that goes wild stops by itself. */
  'program-alerts': { max: 20, per: hours(1), by: 'account' },
  /** Answers that one access token writes down. */
  'program-answers': { max: 1000, per: hours(1), by: 'account' },
  'operator-claim': { max: 5, per: hours(1), by: 'person' },
  'operator-claim-network': { max: 20, per: hours(1), by: 'network' },
  /** Everything in the operator's screen, of one operator. */
  operator: { max: 1000, per: hours(1), by: 'person' },
  factor: { max: 20, per: hours(1), by: 'person' },
  /** Codes of the second step, right or wrong. Three in a million are right at any time. */
  code: { max: 5, per: minutes(15), by: 'person' },
  'code-day': { max: 50, per: days(1), by: 'person' },

  // Mails to addresses that anybody can have typed
  /** Counts all forms together: following, answers, suggestions, invitations, sign-up. Mails for a new password are apart, because their owner may need them. */
  'unasked-mail': { max: 8, per: days(1), by: 'address' },
  /** Refuses no one: beyond it puzzles are at their hardest. */
  'unasked-mails': { max: 600, per: hours(1), by: 'everyone' },

  // Following and opting out. Of what a calendar or an owner shares, one network (or an IPv6 /48) gets a fifth (functions/unasked-mails.ts).
  'follow-network': { max: 10, per: hours(1), by: 'network' },
  /** The form for people without scripts, which solves no puzzle. */
  'plain-follow-network': { max: 3, per: days(1), by: 'network' },
  'plain-follow-calendar': { max: 10, per: days(1), by: 'calendar' },
  'follow-calendar': { max: 100, per: hours(1), by: 'calendar' },
  /** Confirmation mails carry the calendar's name, so an owner has only so many of them, over all their calendars. */
  'follow-owner': { max: 1000, per: days(1), by: 'owner' },
  'follow-trial-owner': { max: 50, per: days(1), by: 'owner' },
  /** Over all calendars, so that no one's mailbox can be flooded with our confirmations. */
  'confirmation-mail': { max: 3, per: days(1), by: 'address' },
  'confirmation-text': { max: 3, per: days(1), by: 'phone' },
  /** Texts cost money, and carry the calendar's name to a number that anybody may have typed. */
  'confirmation-text-owner': { max: 50, per: days(1), by: 'owner' },
  'my-phone': { max: 10, per: days(1), by: 'person' },
  /** Leaves room for a reload and a typo, and keeps tokens from being guessed by the million. */
  'confirm-network': { max: 120, per: hours(1), by: 'network' },
  'preferences-network': { max: 120, per: hours(1), by: 'network' },
  'preferences-address': { max: 60, per: hours(1), by: 'address' },
  /** Opt-outs without a signed link. */
  'opt-out-network': { max: 10, per: hours(1), by: 'network' },
  /** Links to the preferences page, asked for on the opt-out page; counted whether or not we write to the address. */
  'opt-out-link-network': { max: 10, per: hours(1), by: 'network' },
  'opt-out-link': { max: 3, per: days(1), by: 'address' },
  /** One mail for each opt-out without a signed link; beyond it such opt-outs are refused. */
  'undo-mail': { max: 10, per: days(1), by: 'address' },
  /** Refuses no one: remembers what an address that is on no list was answered. */
  'opt-out-said': { max: 1, per: days(30), by: 'address' },
  'challenge-network': { max: 300, per: hours(1), by: 'network' },
  'captcha-network': { max: 300, per: hours(1), by: 'network' },
  'support-network': { max: 3, per: hours(1), by: 'network' },
  /** The other side may be a machine that answers every text it gets. */
  'text-help': { max: 5, per: days(1), by: 'phone' },

  // What people answer by a mailed link: who comes, what an event needs. The same mails, so they share their limits
  'answer-network': { max: 20, per: hours(1), by: 'network' },
  /** Mails about answers carry a title that an organizer has chosen, to addresses that anybody can have typed. */
  'answer-calendar': { max: 200, per: hours(1), by: 'calendar' },
  'answer-owner': { max: 1000, per: days(1), by: 'owner' },
  'answer-trial-owner': { max: 100, per: days(1), by: 'owner' },
  /** Over all events, so that no one's mailbox can be flooded. */
  'answer-mail': { max: 5, per: days(1), by: 'address' },
  /** Replies of a calendar program to the invitation of one answer, and what we mail back: both sides may be programs. */
  'rsvp-reply': { max: 20, per: days(1), by: 'address' },
  'rsvp-reply-mail': { max: 1, per: days(1), by: 'address' },
  /** Mails about one answer or sign-up after its person changed it. Beyond it nothing is mailed, and nothing refused. */
  'changed-answer-mail': { max: 5, per: days(1), by: 'address', in: 'private.may_mail_change' },
  /** Reading and changing an answer or a suggestion by its link. */
  'answer-link-network': { max: 240, per: hours(1), by: 'network' },
  /** Answers of members, who need no link. */
  answers: { max: 60, per: hours(1), by: 'person', in: 'private.require_answering_member_of' },

  // Suggested events
  'suggestion-network': { max: 10, per: hours(1), by: 'network' },
  'suggestion-calendar': { max: 60, per: hours(1), by: 'calendar' },
  /** Their mails carry the calendar's name to addresses that anybody can have typed. */
  'suggestion-owner': { max: 300, per: days(1), by: 'owner' },
  'suggestion-trial-owner': { max: 50, per: days(1), by: 'owner' },
  /** Over all calendars, so that no one's mailbox can be flooded. */
  'suggestion-mail': { max: 5, per: days(1), by: 'address' },
  /** Events that appear without an admin, of one address in one calendar. Refuses no one: beyond it they wait. */
  'suggestion-trusted': { max: 10, per: days(1), by: 'address' },

  // Events
  'save-event': { max: 600, per: hours(1), by: 'person' },
  'add-event-image': { max: 60, per: hours(1), by: 'person' },
  'import-events': { max: 60, per: hours(1), by: 'person' },
  preview: { max: 20, per: hours(1), by: 'person' },
  /** One for every few letters typed. */
  'preview-alert': { max: 1000, per: hours(1), by: 'person' },
  'my-preferences': { max: 60, per: hours(1), by: 'person' },
  'send-test': { max: 10, per: hours(1), by: 'person' },
  'maps-key': { max: 30, per: hours(1), by: 'person' },
  /** One for every few letters typed. */
  'find-address': { max: 600, per: hours(1), by: 'person' },
  /** Wrong links only. Apps keep asking for a revoked feed, and several people share a network. */
  'private-feed': { max: 60, per: hours(1), by: 'network' },
  /** Drawings only, not what is cached. A messenger's servers draw for many people. */
  'preview-picture': { max: 600, per: hours(1), by: 'network' },
  feeds: { max: 60, per: days(1), by: 'calendar', in: 'public.check_feed' },

  // Members and contacts
  join: { max: 30, per: hours(1), by: 'person' },
  /** Invitations carry the calendar's name to people who have not asked, so an owner has only so many of them. */
  'invitation-owner': { max: 100, per: days(1), by: 'owner' },
  'invitation-trial-owner': { max: 20, per: days(1), by: 'owner' },
  /** Over all calendars, so that no one's mailbox can be flooded with invitations. */
  'invitation-mail': { max: 3, per: days(1), by: 'address' },
  'invitation-network': { max: 200, per: days(1), by: 'network' },
  /** Counts all owners on trial together, so that a hundred accounts of one person do not add up. Refuses no one: beyond it each has a quarter. */
  'invitation-trials': { max: 1000, per: days(1), by: 'everyone' },
  /** Wrong invite codes only. */
  invite: { max: 30, per: hours(1), by: 'network', in: 'private.take_try' },
  contacts: { max: 200, per: days(1), by: 'owner', in: 'private.admit_contact' },
  imports: { max: 200, per: days(1), by: 'owner', in: 'public.import_contacts' },
  calendars: { max: 10, per: days(1), by: 'owner', in: 'private.admit_calendar' },

  // Webhooks
  webhooks: { max: 20, per: days(1), by: 'person', in: 'public.add_webhook' },
  /** Tests and redeliveries. */
  'webhook-tries': { max: 60, per: hours(1), by: 'person', in: 'private.post_now' },
  /** Refuses no one: what is more is posted later. */
  'webhook-calendar': { max: 300, per: hours(1), by: 'calendar', in: 'private.take_webhook_delivery' },
  'webhook-owner': { max: 1000, per: hours(1), by: 'owner', in: 'private.pace_webhooks' },

  // Town pages
  collections: { max: 20, per: days(1), by: 'person', in: 'private.admit_collection' },
  cohosts: { max: 20, per: days(1), by: 'owner', in: 'public.offer_cohost' },
  'collection-calendars': { max: 200, per: days(1), by: 'person', in: 'public.add_collection_calendar' },
} as const satisfies Record<string, RateLimit>

export type RateLimitName = keyof typeof rateLimits
export type RateLimits = Record<RateLimitName, Limit>
