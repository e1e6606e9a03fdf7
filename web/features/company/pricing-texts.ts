import { MONEY_BACK_DAYS, TRIAL_CALENDARS, TRIAL_CONTACTS } from '#domain/limits.ts'
import { plans, priceOf, promises } from '#domain/plans.ts'

export const pricingTexts = {
  head: {
    title: 'Pricing | Townbell',
    description:
      'Free, Pro and Enterprise plans for community calendars. Start free, no credit card required, 30-day money-back guarantee.',
    keywords: ['pricing', 'free community calendar', 'plans'],
  },
  title: 'Simple plans for every group',
  lead: `Start free and stay free for as long as it fits. ${promises.card}.`,
  /** Where nothing is sold. */
  free: {
    title: 'Everything here is free',
    lead: 'This site has no paid plans, and no limit on calendars or contacts.',
  },
  planned: 'planned',
  startFree: 'Get started free',
  choose: (plan: string) => `Choose ${plan}`,

  questionsTitle: 'Frequently asked questions',
  questions: [
    {
      question: 'Is the free plan really free?',
      answer: `Yes: ${priceOf(plans.free)} ${plans.free.period}, with no credit card. A free account includes ${TRIAL_CALENDARS} calendar with up to ${TRIAL_CONTACTS} contacts.`,
    },
    {
      question: 'Do people who follow a calendar pay anything?',
      answer:
        'Never. They don’t even need an account. For text messages, their carrier’s message and data rates may apply.',
    },
    {
      question: 'How do I upgrade?',
      answer: 'Online payment is coming soon. Until then, write to us and we’ll set up your plan the same day.',
    },
    {
      question: 'What if it’s not for us?',
      answer: `Cancel anytime. In the first ${MONEY_BACK_DAYS} days of a paid plan, you get your money back.`,
    },
    { question: 'Are there setup fees?', answer: 'No setup fees, for any plan.' },
  ],
  somethingElse: 'Something else?',
  contactUs: 'Contact us',
} as const

export const purchaseTexts = {
  head: { title: 'Your plan | Townbell', description: 'What’s in your plan, what it costs, and how to get it.' },
  title: (plan: string) => `${plan} plan`,
  yourPlan: 'Your plan',
  payment: (when: string) => `Online payment: ${when}`,
  paymentBody: (plan: string) =>
    `We can’t take payments on this page yet. Write to our sales team and we’ll set up your ${plan} plan for you.`,
  contactSales: 'Contact Sales',
  back: 'Back to Pricing',
} as const
