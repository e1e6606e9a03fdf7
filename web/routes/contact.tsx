import { cacheStatic } from '#web/api/page-caching.ts'
import { organization } from '#web/features/company/structured-data.ts'
import { SupportPage } from '#web/features/support/support-page.tsx'
import { supportPageTexts } from '#web/features/support/texts.ts'
import { pageMeta } from '#web/page-meta.ts'
import type { Route } from './+types/contact.ts'

export const headers = cacheStatic

export const meta: Route.MetaFunction = (args) =>
  pageMeta(
    { ...supportPageTexts.head, canonicalUrl: '/contact', structuredData: (settings) => [organization(settings)] },
    args,
  )

export default SupportPage
