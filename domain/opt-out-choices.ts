// Stands apart from opt-out.ts, so that the page does not load the form rules.

/** Why somebody unsubscribes, if they want to say. Their organizers see it. */
export const optOutReasons = ['too_many', 'not_for_me', 'never_asked', 'other'] as const
export type OptOutReason = (typeof optOutReasons)[number]

/** What an opt-out can stop. */
export const optOutChannels = ['email', 'sms'] as const
export type OptOutChannel = (typeof optOutChannels)[number]

/** What an opt-out stopped and what still comes; null: nothing came this way, or without a mail's link that is nobody's business. */
export type OptOutOutcome = {
  email: 'stopped' | 'continues' | null
  sms: 'stopped' | 'continues' | null
  /** Shortened. */
  phone: string | null
  push: 'continues' | null
}

/** Instead of unsubscribing. */
export const lessChoices = ['weekly', 'alerts', 'pause'] as const
export type LessChoice = (typeof lessChoices)[number]
