import { cacheStatic } from '#web/api/page-caching.ts'
import { CommunityPage } from '#web/features/company/community-page.tsx'
import { communityTexts } from '#web/features/company/community-texts.ts'
import { pageMeta } from '#web/page-meta.ts'
import type { Route } from './+types/community.ts'

export const headers = cacheStatic

export const meta: Route.MetaFunction = (args) => pageMeta({ ...communityTexts.head, canonicalUrl: '/community' }, args)

export default CommunityPage
