import { keepStatic } from '#web/api/keep-page.ts'
import { PricingPage } from '#web/features/company/pricing-page.tsx'
import { softwareApplication } from '#web/features/company/structured-data.ts'
import { pageMeta } from '#web/ui/page-meta.ts'
import type { Route } from './+types/pricing.ts'

export const headers = keepStatic

export const meta: Route.MetaFunction = (args) =>
  pageMeta(
    {
      title: 'Pricing | Townbell',
      description:
        'Free, Pro and Enterprise plans for community calendars. Start free, no credit card required, 30-day money-back guarantee.',
      keywords: ['pricing', 'free community calendar', 'plans'],
      canonicalUrl: '/pricing',
      structuredData: (settings) => [softwareApplication(settings)],
    },
    args,
  )

export default PricingPage
