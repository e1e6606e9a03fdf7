import { data } from 'react-router'
import { publicClientsOf } from '#web/api/load-context.ts'
import { CardFollowButton } from '#web/features/follow/card-follow-button.tsx'
import { LocateScreen } from '#web/features/locate/locate-screen.tsx'
import { searchCalendars } from '#web/features/locate/search.ts'
import { locatePageTexts } from '#web/features/locate/texts.ts'
import { pageMeta } from '#web/page-meta.ts'
import type { Route } from './+types/locate-calendar.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const answer = await searchCalendars(publicClientsOf(context).publicRest, new URL(request.url).searchParams)
  return data(answer, { status: answer.status === 'failed' ? 503 : 200 })
}

/** Lets the screen itself say that the server cannot be reached. */
export async function clientLoader({ serverLoader, request }: Route.ClientLoaderArgs) {
  const query = new URL(request.url).searchParams.get('q') ?? ''
  return serverLoader().catch(() => ({ status: 'failed' as const, query }))
}

export const meta: Route.MetaFunction = (args) =>
  pageMeta({ ...locatePageTexts.head, canonicalUrl: '/locate-calendar' }, args)

export default function LocateCalendar({ loaderData }: Route.ComponentProps) {
  return <LocateScreen answer={loaderData} follow={(calendar) => <CardFollowButton calendar={calendar} />} />
}
