import { data } from 'react-router'
import { publicClientsOf } from '#web/api/load-context.ts'
import { neverCache } from '#web/api/page-caching.ts'
import { readInvite } from '#web/features/invite/invite.ts'
import { InviteProblem, InviteScreen } from '#web/features/invite/invite-screen.tsx'
import { inviteTexts } from '#web/features/invite/texts.ts'
import { pageMeta } from '#web/page-meta.ts'
import type { Route } from './+types/invite.ts'

const statuses = { found: 200, 'not-found': 404, 'too-many': 429, failed: 503 }

export async function loader({ context, params }: Route.LoaderArgs) {
  const answer = await readInvite(publicClientsOf(context).publicRest, params.code)
  return data(answer, { status: statuses[answer.status] })
}

export const headers = neverCache

export const meta: Route.MetaFunction = (args) => {
  const name = args.loaderData?.status === 'found' ? args.loaderData.invite.name : null
  return pageMeta(
    {
      title: name ? inviteTexts.joinTitle(name) : inviteTexts.title,
      description: name ? inviteTexts.joinDescription(name) : inviteTexts.description,
      noIndex: true,
    },
    args,
  )
}

export default function InviteRoute({ loaderData, params }: Route.ComponentProps) {
  if (loaderData.status !== 'found') return <InviteProblem problem={loaderData} />
  return <InviteScreen invite={loaderData.invite} code={params.code} />
}
