import { neverCache } from '#web/api/page-caching.ts'
import { PreferencesScreen } from '#web/features/preferences/preferences-screen.tsx'
import { preferencesPageTexts } from '#web/features/preferences/texts.ts'
import { pageMeta } from '#web/page-meta.ts'
import type { Route } from './+types/preferences.ts'

export const headers = neverCache

export const meta: Route.MetaFunction = (args) =>
  pageMeta(
    { title: `${preferencesPageTexts.title} | Townbell`, description: preferencesPageTexts.description, noIndex: true },
    args,
  )

export default PreferencesScreen
