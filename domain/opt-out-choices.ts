// Not in opt-out.ts, so that the page does not load the form rules.

/** Why somebody unsubscribes, if they want to say. Their organizers see it. */
export const optOutReasons = ['too_many', 'not_for_me', 'never_asked', 'other'] as const
export type OptOutReason = (typeof optOutReasons)[number]

/** Instead of unsubscribing. */
export const lessChoices = ['weekly', 'alerts', 'pause'] as const
export type LessChoice = (typeof lessChoices)[number]
