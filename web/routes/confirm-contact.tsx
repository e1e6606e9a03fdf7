import { neverCache } from '#web/api/page-caching.ts'
import { ConfirmScreen } from '#web/features/follow/confirm-screen.tsx'
import { confirmPageTexts } from '#web/features/follow/texts.ts'
import { pageMeta } from '#web/page-meta.ts'
import type { Route } from './+types/confirm-contact.ts'

export const headers = neverCache

export const meta: Route.MetaFunction = (args) => pageMeta({ ...confirmPageTexts.head, noIndex: true }, args)

export default ConfirmScreen
