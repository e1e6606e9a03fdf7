import { data } from 'react-router'
import { cacheStatic } from '#web/api/page-caching.ts'
import { notFoundTexts } from '#web/features/company/error-page-texts.ts'
import { NotFoundPage } from '#web/features/company/not-found-page.tsx'
import { pageMeta } from '#web/page-meta.ts'
import type { Route } from './+types/not-found.ts'

export function loader() {
  return data(null, { status: 404 })
}

export const headers = cacheStatic

export const meta: Route.MetaFunction = (args) => pageMeta({ ...notFoundTexts.head, noIndex: true }, args)

export default NotFoundPage
