import { MONEY_BACK_DAYS } from './limits.ts'

// Plans are shown, not enforced: the only limits in force are those of trial accounts (limits.ts).

export const planIds = ['free', 'pro', 'enterprise'] as const
export type PlanId = (typeof planIds)[number]

export interface Plan {
  id: PlanId
  name: string
  /** US dollars a month. */
  price: number
  /** "forever" or "per month" */
  period: string
  summary: string
  features: readonly string[]
}

export const plans: Readonly<Record<PlanId, Plan>> = {
  free: {
    id: 'free',
    name: 'Free',
    price: 0,
    period: 'forever',
    summary: 'For one group getting started.',
    features: ['1 calendar', '10 members', 'Email and SMS notifications', 'Public calendar page'],
  },
  pro: {
    id: 'pro',
    name: 'Pro',
    price: 25,
    period: 'per month',
    summary: 'For associations, schools and leagues.',
    features: ['5 calendars', '100 members', 'Custom reminder timing', 'No branding', 'Email and SMS notifications'],
  },
  enterprise: {
    id: 'enterprise',
    name: 'Enterprise',
    price: 50,
    period: 'per month',
    summary: 'For cities and organizations with many groups.',
    features: [
      'Unlimited calendars',
      'Unlimited members',
      'Custom branding',
      'Custom reminder timing',
      'Email and SMS notifications',
    ],
  },
}

/** What no plan has yet. */
export const plannedFeatures: readonly string[] = ['No branding', 'Custom branding']

/** Returns the plan if it has a page at /purchase; other names redirect to /pricing. */
export function purchasablePlan(name: string | null | undefined): Plan | null {
  return name === 'pro' || name === 'enterprise' ? plans[name] : null
}

/** "$25" */
export function priceOf(plan: Plan): string {
  return `$${plan.price}`
}

export const promises = {
  moneyBack: `${MONEY_BACK_DAYS}-day money-back guarantee`,
  setupFees: 'No setup fees',
  cancel: 'Cancel anytime',
  card: 'No credit card required',
} as const
