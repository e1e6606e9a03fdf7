import { keepStatic } from '#web/api/keep-page.ts'
import { AboutPage } from '#web/features/company/about-page.tsx'
import { organization } from '#web/features/company/structured-data.ts'
import { pageMeta } from '#web/ui/page-meta.ts'
import type { Route } from './+types/about.ts'

export const headers = keepStatic

export const meta: Route.MetaFunction = (args) =>
  pageMeta(
    {
      title: 'Meet Townbell | The calendar that tells everyone',
      description:
        'Why Townbell exists, how a shared community calendar works in three steps, and what we promise to organizers and followers.',
      keywords: ['about Townbell', 'how it works', 'community calendar'],
      canonicalUrl: '/about',
      structuredData: (settings) => [organization(settings)],
    },
    args,
  )

export default AboutPage
