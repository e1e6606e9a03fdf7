// What a calendar posts to the webhooks of its admins, in the shape of standardwebhooks.com.

/** Which changes a webhook can have posted. */
export const webhookKinds = [
  'event.created',
  'event.changed',
  'event.cancelled',
  'mailing.finished',
  'follower.added',
  'rsvp.answered',
] as const
export type WebhookKind = (typeof webhookKinds)[number]

export interface WebhookDelivery {
  kind: WebhookKind | 'test' | 'changes.skipped'
  calendar_id: string
  created_at: Date
  items: unknown[]
}

const lists: Record<WebhookDelivery['kind'], string> = {
  'event.created': 'events',
  'event.changed': 'events',
  'event.cancelled': 'events',
  'mailing.finished': 'mailings',
  'follower.added': 'followers',
  'rsvp.answered': 'rsvps',
  test: '',
  'changes.skipped': '',
}

/** Returns the text that is signed and posted. */
export function webhookBody({ kind, calendar_id, created_at, items }: WebhookDelivery): string {
  const data = { calendar_id, ...(lists[kind] ? { [lists[kind]]: items } : {}) }
  return JSON.stringify({ type: kind, timestamp: created_at.toISOString(), data })
}
