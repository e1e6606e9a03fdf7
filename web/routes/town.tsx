import { Suspense } from 'react'
import { data, redirect } from 'react-router'
import { collectionPath } from '#domain/collections.ts'
import { publicClientsOf } from '#web/api/load-context.ts'
import { cacheByCalendar } from '#web/api/page-caching.ts'
import { townTexts } from '#web/features/towns/texts.ts'
import { readTown } from '#web/features/towns/town.ts'
import { pageMeta } from '#web/page-meta.ts'
import { lazyExport } from '#web/ui/lazy-export.ts'
import type { Route } from './+types/town.ts'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { publicRest } = publicClientsOf(context)
  const query = new URL(request.url).searchParams
  const answer = await readTown(publicRest, { key: params.name, query, now: new Date() })
  if (answer.status === 'found' && ![answer.town.slug, answer.town.id].includes(params.name.toLowerCase()))
    throw redirect(`${collectionPath(answer.town)}${new URL(request.url).search}`)
  if (answer.status === 'found') return data(answer, { headers: cacheByCalendar(answer.town) })
  return data(answer, { status: answer.status === 'failed' ? 503 : 404 })
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export const meta: Route.MetaFunction = (args) => {
  const { loaderData: shown } = args
  if (shown?.status !== 'found')
    return pageMeta(
      { title: `${townTexts.notFound} | Townbell`, description: townTexts.notFoundBody, noIndex: true },
      args,
    )
  const { town, only } = shown
  const described = pageMeta(
    {
      title: `${town.name} | Townbell`,
      description: town.description ?? townTexts.description(town.name),
      canonicalUrl: collectionPath(town),
      hasFrame: true,
      noIndex: only.length > 0,
    },
    args,
  )
  const feeds = { ics: 'text/calendar', rss: 'application/rss+xml', json: 'application/feed+json' }
  const links = Object.entries(feeds).map(([format, type]) => ({
    tagName: 'link' as const,
    rel: 'alternate',
    type,
    title: town.name,
    href: `/town/${town.id}.${format}`,
  }))
  return [...described, ...links]
}

const FeedDialogs = lazyExport(() => import('#web/features/feeds/feed-dialogs.tsx'), 'FeedDialogs')
// Apart from the route, so that the list of routes, which every page loads, stays short.
const TownPage = lazyExport(() => import('#web/features/towns/town-page.tsx'), 'TownPage')

/** Shows several calendars together. */
export default function Town({ loaderData }: Route.ComponentProps) {
  return (
    <Suspense>
      <TownPage answer={loaderData} Dialogs={FeedDialogs} />
    </Suspense>
  )
}
