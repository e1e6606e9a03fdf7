import { cacheStatic } from '#web/api/page-caching.ts'
import { termsHead } from '#web/features/company/prose-heads.ts'
import { TermsPage } from '#web/features/company/terms-page.tsx'
import { pageMeta } from '#web/page-meta.ts'
import type { Route } from './+types/terms.ts'

export const headers = cacheStatic

export const meta: Route.MetaFunction = (args) => pageMeta({ ...termsHead, canonicalUrl: '/terms' }, args)

export default TermsPage
