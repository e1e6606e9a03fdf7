import { keepStatic } from '#web/api/keep-page.ts'
import { CommunityPage } from '#web/features/company/community-page.tsx'
import { pageMeta } from '#web/ui/page-meta.ts'
import type { Route } from './+types/community.ts'

export const headers = keepStatic

export const meta: Route.MetaFunction = (args) =>
  pageMeta(
    {
      title: 'Community | Who keeps calendars on Townbell',
      description:
        'Neighborhoods, cities, schools, PTAs, sports leagues, churches, non-profits and businesses: what they post, and how they keep followers glad to hear the bell.',
      keywords: ['community', 'neighborhood events', 'school calendar', 'group calendar'],
      canonicalUrl: '/community',
    },
    args,
  )

export default CommunityPage
