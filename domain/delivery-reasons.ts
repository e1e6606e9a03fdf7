// Why a message did not arrive, in words of ours: carriers answer with numbers.

/** A delivery as an admin sees it. */
export interface Outcome {
  channel: 'email' | 'sms' | 'push'
  state: string
  /** What the carrier answered. */
  error: string | null
  /** Why a recipient was skipped: `bounced`, `stop` or `suppressed`; for a phone without YES `not_asked`, `asked` or `expired`. */
  cause: string | null
}

export const deliveryReasons = [
  'no_such_address',
  'no_such_domain',
  'mailbox_full',
  'refused_as_spam',
  'too_large',
  'no_such_phone',
  'landline',
  'phone_off',
  'carrier_blocked',
  'browser_gone',
  'refused',
  'no_answer',
  'retrying',
  'unknown_outcome',
  'opted_out',
  'bounced_before',
  'replied_stop',
  'cannot_be_written_to',
  'waits_for_yes',
  'not_asked',
  'day_over',
  'events_removed',
  'switched_off',
  'not_approved',
  'cancelled',
] as const
export type DeliveryReason = (typeof deliveryReasons)[number]

/** Returns why a message was not delivered, or null when there is nothing to explain. */
export function deliveryReason({ channel, state, error, cause }: Outcome): DeliveryReason | null {
  switch (state) {
    case 'sent':
    case 'delivered':
    case 'committing':
      return null
    case 'planned':
    case 'claimed':
      return error ? 'retrying' : null
    case 'uncertain':
      return 'unknown_outcome'
    case 'unconfirmed':
      return cause === 'asked' ? 'waits_for_yes' : 'not_asked'
    case 'opted_out':
      if (cause === 'bounced') return 'bounced_before'
      if (cause === 'stop') return 'replied_stop'
      return cause === 'suppressed' ? 'cannot_be_written_to' : 'opted_out'
    case 'expired':
      return 'day_over'
    case 'cancelled':
      return cancelled[error ?? ''] ?? 'cancelled'
    default:
      return refusal(channel, error ?? '')
  }
}

const cancelled: Record<string, DeliveryReason> = {
  'its events are over or were removed': 'events_removed',
  'switched off': 'switched_off',
  'refused by an operator': 'not_approved',
}

function refusal(channel: Outcome['channel'], error: string): DeliveryReason {
  if (channel === 'push') return /^(404|410)/.test(error) ? 'browser_gone' : 'refused'
  const table = channel === 'sms' ? byPhoneCode : byMailCode
  return table.find(([pattern]) => pattern.test(error))?.[1] ?? (/^[A-Z_]+$/.test(error) ? 'no_answer' : 'refused')
}

/** Codes of RFC 3463, then what servers write that send none. */
const byMailCode: [RegExp, DeliveryReason][] = [
  [/\b[45]\.2\.2\b|mailbox (is )?full|over ?quota|quota exceeded/i, 'mailbox_full'],
  [/\b5\.1\.(2|10)\b|\b5\.4\.4\b|domain (name )?not found|no such domain|host unknown/i, 'no_such_domain'],
  [/\b5\.1\.[136]\b|\b5\.2\.1\b|no such user|user unknown|does not exist|unknown user|no mailbox/i, 'no_such_address'],
  [/\b[45]\.3\.4\b|\b5\.2\.3\b|too large/i, 'too_large'],
  [/\b5\.7\.\d+\b|spam|blocked|blacklist|policy/i, 'refused_as_spam'],
  [/^4\d\d\b|^4\.|timed? ?out/i, 'no_answer'],
  [/^550$/, 'no_such_address'],
]

/** Codes of Twilio. */
const byPhoneCode: [RegExp, DeliveryReason][] = [
  [/\b(21211|21217|21614|30005)\b/, 'no_such_phone'],
  [/\b30006\b/, 'landline'],
  [/\b30003\b/, 'phone_off'],
  [/\b21610\b/, 'replied_stop'],
  [/\b(30004|30007|30008|30032|30034)\b/, 'carrier_blocked'],
]
