import { cacheStatic } from '#web/api/page-caching.ts'
import { OfflinePage } from '#web/features/company/offline-page.tsx'
import { pageMeta } from '#web/page-meta.ts'
import { offlineTexts } from '#web/texts/offline.ts'
import type { Route } from './+types/offline.ts'

export const headers = cacheStatic

export const meta: Route.MetaFunction = (args) => pageMeta({ ...offlineTexts.head, noIndex: true }, args)

export default OfflinePage
