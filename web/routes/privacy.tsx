import { cacheStatic } from '#web/api/page-caching.ts'
import { PrivacyPage } from '#web/features/company/privacy-page.tsx'
import { privacyHead } from '#web/features/company/prose-heads.ts'
import { pageMeta } from '#web/page-meta.ts'
import type { Route } from './+types/privacy.ts'

export const headers = cacheStatic

export const meta: Route.MetaFunction = (args) => pageMeta({ ...privacyHead, canonicalUrl: '/privacy' }, args)

export default PrivacyPage
