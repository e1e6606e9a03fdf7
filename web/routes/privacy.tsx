import { keepStatic } from '#web/api/keep-page.ts'
import { PrivacyPage } from '#web/features/company/privacy-page.tsx'
import { pageMeta } from '#web/ui/page-meta.ts'
import type { Route } from './+types/privacy.ts'

export const headers = keepStatic

export const meta: Route.MetaFunction = (args) =>
  pageMeta(
    {
      title: 'Privacy Policy | Townbell',
      description: 'What Townbell keeps about you, why, for how long, and how to have it removed.',
      keywords: ['privacy', 'data protection', 'unsubscribe'],
      canonicalUrl: '/privacy',
    },
    args,
  )

export default PrivacyPage
