import type { DeliveryReason } from '#domain/delivery-reasons.ts'
import { failure } from '#domain/texts/toast.ts'
import type { Delivery, Result } from './result-queries.ts'

// Words of one mailing: who got it, and why somebody did not.

export const resultTexts = {
  back: 'All mailings',
  loading: 'Loading recipients',
  loadFailed: failure('Failed to load recipients'),
  list: 'Recipients',
  search: 'Search by name or address',
  nobodyFound: 'No one matches.',
  recipientsRemoved: 'Who got it is no longer stored. The numbers stay.',
  everyone: 'Everyone',
  results: { delivered: 'Sent', waiting: 'Waiting', failed: 'Failed', skipped: 'Skipped' } satisfies Record<
    Result,
    string
  >,
  /** By the report of a carrier. */
  arrived: 'Delivered',
  filter: 'Result',
  member: 'A member',
  tester: 'Who asked for the test',
  browser: 'A browser',
  gone: 'No longer on the list',
  resendAll: (count: number) => (count === 1 ? 'Send again to 1 person' : `Send again to ${count} people`),
  resendTitle: (count: number) => (count === 1 ? 'Send again to 1 person?' : `Send again to ${count} people?`),
  resendBody: 'Only to people it did not reach, and once. Everyone who got it gets nothing.',
  resend: 'Send again',
  resendOne: (who: string) => `Send again: ${who}`,
  resending: 'Sending...',
  resent: (count: number) => ({
    title: 'On its way again',
    body: count === 1 ? 'We try 1 person once more.' : `We try ${count} people once more.`,
  }),
  notResent: { title: 'Nothing to send', body: 'It was sent again already, or its day is over.' },
  resendFailed: failure('Failed to send again'),
  remove: (who: string) => `Remove ${who} from the list`,
  removed: { title: 'Removed', body: 'They get nothing more from this calendar.' },
  removeFailed: failure('Failed to remove the recipient'),
  channels: { email: 'Email', sms: 'Text', push: 'Browser' } satisfies Record<Delivery['channel'], string>,
} as const

export const reasonTexts: Record<DeliveryReason, string> = {
  no_such_address: "The address doesn't exist",
  no_such_domain: "The part after the @ doesn't exist",
  mailbox_full: 'Mailbox full',
  refused_as_spam: 'Their mail provider refused it as unwanted',
  too_large: 'Too large for their mailbox',
  no_such_phone: "The number doesn't exist",
  landline: 'A landline, which takes no texts',
  phone_off: 'The phone was off or out of reach',
  carrier_blocked: 'Their phone company blocked it',
  browser_gone: 'The browser no longer takes notifications',
  refused: 'Their server refused it',
  no_answer: "Their server didn't answer",
  retrying: 'First try failed, trying again',
  unknown_outcome: 'Sent, but nobody knows whether it arrived',
  opted_out: 'Opted out',
  bounced_before: 'An earlier mail came back, so we stopped',
  replied_stop: 'Replied STOP',
  cannot_be_written_to: "We can't write to this address",
  waits_for_yes: 'Waiting for YES',
  not_asked: 'Has not replied YES',
  day_over: 'It was over before this could go',
  events_removed: 'The event was over, or removed, first',
  switched_off: 'Switched off first',
  not_approved: 'Not sent after review',
  cancelled: 'No longer on the list, or cancelled',
}
