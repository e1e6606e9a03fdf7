import { cacheStatic } from '#web/api/page-caching.ts'
import { PricingPage } from '#web/features/company/pricing-page.tsx'
import { pricingTexts } from '#web/features/company/pricing-texts.ts'
import { softwareApplication } from '#web/features/company/structured-data.ts'
import { pageMeta } from '#web/page-meta.ts'
import type { Route } from './+types/pricing.ts'

export const headers = cacheStatic

export const meta: Route.MetaFunction = (args) =>
  pageMeta(
    { ...pricingTexts.head, canonicalUrl: '/pricing', structuredData: (settings) => [softwareApplication(settings)] },
    args,
  )

export default PricingPage
