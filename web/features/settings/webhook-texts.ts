import { failure } from '../../../domain/texts/toast.ts'
import type { WebhookDelivery, WebhookKind } from '../../../domain/webhooks.ts'

// Words of the settings' tab about webhooks, which is downloaded when it is shown.

const kinds: Record<WebhookKind, string> = {
  'event.created': 'Event added',
  'event.changed': 'Event changed',
  'event.cancelled': 'Event cancelled or deleted',
  'mailing.finished': 'Mailing finished',
  'follower.added': 'Follower added',
  'rsvp.answered': 'Answer to “Will you be there?”',
}

const delivered: Record<WebhookDelivery['kind'], string> = {
  ...kinds,
  test: 'Test',
  'changes.skipped': 'Some changes skipped',
}

const problems: Record<string, string> = {
  unreachable: "the address can't be reached",
  tooSlow: 'no answer within 10 seconds',
  closedAddress: "the address isn't public",
  off: 'the webhook was off',
}

export const webhookTexts = {
  lead: 'For programs: we post each change of this calendar to an address of yours, signed. Names and addresses of people are never included.',
  docs: 'How programs read it',
  none: 'This calendar has no webhooks.',
  list: 'Webhooks',
  add: 'Add webhook',
  url: 'Address',
  urlHint: 'It starts with https://. We post JSON to it.',
  kinds: 'What we post',
  kind: kinds,
  save: 'Save',
  cancel: 'Cancel',
  change: 'Change',
  isOn: 'On',
  addedBy: (name: string) => `Added by ${name}`,
  test: 'Send a test',
  rotate: 'New secret',
  remove: 'Remove',
  secretHeading: 'Copy the secret now',
  secretBody: "Your program checks signatures with it. We won't show it again.",
  rotatedBody: "Your program checks signatures with it. We won't show it again; the old one works for another day.",
  copy: 'Copy',
  copied: { title: 'Secret copied' },
  notCopied: { title: 'Copy the secret yourself' },
  done: "I've copied it",
  states: {
    on: 'On',
    retrying: 'Failing, we try again',
    admin: 'Off',
    failing: 'Turned off: it kept failing',
    gone: 'Turned off: its address is gone',
    left: 'Turned off: who added it is no longer an admin',
  },
  log: 'Last posts',
  logEmpty: 'Nothing was posted yet.',
  delivered: (kind: WebhookDelivery['kind'], count: number) =>
    count > 1 ? `${delivered[kind]} (${count})` : delivered[kind],
  outcome: (state: string, attempts: number, status: number | null, error: string | null) => {
    const why = error === 'status' ? `answered ${status}` : error ? problems[error] : null
    if (state === 'delivered') return `Delivered, answered ${status}`
    if (state === 'failed') return `Failed: ${why}`
    return attempts > 0 ? `We try again: ${why}` : 'Waiting'
  },
  again: 'Send again',
  tested: { title: 'Test on its way' },
  resent: { title: 'On its way again' },
  saved: { title: 'Webhook saved' },
  removed: { title: 'Webhook removed' },
  removeQuestion: 'Remove this webhook?',
  removeBody: 'Nothing more is posted to it, and its log is deleted.',
  failed: failure('Failed to change the webhook'),
  loadFailed: "The webhooks couldn't be loaded.",
  problems: {
    TB084: 'Please enter an address that starts with https://.',
    TB085: 'Please choose what we post.',
    TB086: 'A calendar can have 5 webhooks. Remove one first.',
    TB087: 'This webhook is off. Turn it on first.',
  } as Record<string, string>,
}
