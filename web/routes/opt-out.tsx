import { useSearchParams } from 'react-router'
import { publicClientsOf } from '#web/api/load-context.ts'
import { neverCache } from '#web/api/page-caching.ts'
import { readOptOutLink } from '#web/features/follow/opt-out-link.ts'
import { OptOutScreen } from '#web/features/follow/opt-out-screen.tsx'
import { optOutPageTexts } from '#web/features/follow/texts.ts'
import { UndoOptOutScreen } from '#web/features/follow/undo-opt-out-screen.tsx'
import { readCalendarName } from '#web/features/public-calendar/public-calendar.ts'
import { pageMeta } from '#web/page-meta.ts'
import type { Route } from './+types/opt-out.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { functions, publicRest } = publicClientsOf(context)
  const link = await readOptOutLink(functions, new URL(request.url).searchParams)
  return link && { ...link, calendarName: await readCalendarName(publicRest, link.calendarId) }
}

export const headers = neverCache

export const meta: Route.MetaFunction = (args) => pageMeta({ ...optOutPageTexts.head, noIndex: true }, args)

export default function OptOut({ loaderData }: Route.ComponentProps) {
  const undo = useSearchParams()[0].get('undo')
  return undo ? <UndoOptOutScreen token={undo} /> : <OptOutScreen link={loaderData} />
}
