import { keepStatic } from '#web/api/keep-page.ts'
import { TermsPage } from '#web/features/company/terms-page.tsx'
import { pageMeta } from '#web/ui/page-meta.ts'
import type { Route } from './+types/terms.ts'

export const headers = keepStatic

export const meta: Route.MetaFunction = (args) =>
  pageMeta(
    {
      title: 'Terms of Service | Townbell',
      description:
        'The agreement between you and Townbell, in plain words: accounts, content, messages, plans, notice of changes.',
      keywords: ['terms of service', 'SMS terms'],
      canonicalUrl: '/terms',
    },
    args,
  )

export default TermsPage
