import { cacheStatic } from '#web/api/page-caching.ts'
import { AboutPage } from '#web/features/company/about-page.tsx'
import { aboutHead } from '#web/features/company/prose-heads.ts'
import { organization } from '#web/features/company/structured-data.ts'
import { pageMeta } from '#web/page-meta.ts'
import type { Route } from './+types/about.ts'

export const headers = cacheStatic

export const meta: Route.MetaFunction = (args) =>
  pageMeta({ ...aboutHead, canonicalUrl: '/about', structuredData: (settings) => [organization(settings)] }, args)

export default AboutPage
