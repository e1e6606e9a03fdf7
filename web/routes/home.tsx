import { keepStatic } from '#web/api/keep-page.ts'
import { HomePage } from '#web/features/company/home-page.tsx'
import { organization, softwareApplication, website } from '#web/features/company/structured-data.ts'
import { pageMeta } from '#web/ui/page-meta.ts'
import type { Route } from './+types/home.ts'

export const headers = keepStatic

export const meta: Route.MetaFunction = (args) =>
  pageMeta(
    {
      title: 'Townbell | Shared community calendars that reach everyone',
      description:
        'Keep one shared calendar for your group. Everyone who follows it hears about each event on its day, by email and text message. Free, no credit card required.',
      keywords: [
        'community calendar',
        'shared calendar',
        'event notifications',
        'email and SMS',
        'neighborhood',
        'school',
        'PTA',
      ],
      canonicalUrl: '/',
      structuredData: (settings) => [organization(settings), website(settings), softwareApplication(settings)],
    },
    args,
  )

export default HomePage
