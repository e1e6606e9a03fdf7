import { cacheForDay } from '#web/api/page-caching.ts'
import { HomePage } from '#web/features/company/home-page.tsx'
import { homeTexts } from '#web/features/company/home-texts.ts'
import { organization, softwareApplication, website } from '#web/features/company/structured-data.ts'
import { pageMeta } from '#web/page-meta.ts'
import type { Route } from './+types/home.ts'

export const headers = cacheForDay

export const meta: Route.MetaFunction = (args) =>
  pageMeta(
    {
      ...homeTexts.head,
      canonicalUrl: '/',
      structuredData: (settings) => [organization(settings), website(settings), softwareApplication(settings)],
    },
    args,
  )

export default HomePage
