import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import type { PlainState } from '#domain/plain-follow.ts'
import { followTexts } from '#domain/texts/follow.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Page } from '#web/ui/page.tsx'
import { FollowCard } from './follow-card.tsx'
import { followPageTexts } from './page-texts.ts'
import { followDialogTexts } from './texts.ts'

const states: Record<PlainState, { title: string; body: string }> = {
  sent: followTexts.sent,
  pending: followTexts.pending,
  already_subscribed: followTexts.alreadySubscribed,
  full: followTexts.full,
  waiting: followTexts.waiting,
  invalid: followTexts.invalidEmail,
  limited: followPageTexts.limited,
  failed: followTexts.failed,
}

interface FollowPageProps {
  calendar: { id: string; name: string; is_full: boolean }
  /** What became of the form. */
  state: PlainState | null
}

/** Asks to follow a calendar where no dialog opens: without scripts, or before they have arrived. */
export function FollowPage({ calendar, state }: FollowPageProps) {
  const said = state && states[state]
  return (
    <Page width="narrow" className="space-y-6">
      <h1 className="text-3xl wrap-anywhere">{followDialogTexts.title(calendar.name)}</h1>
      {said && <Banner title={said.title}>{said.body}</Banner>}
      {state !== 'sent' && <FollowCard calendar={calendar} />}
      <p>
        <Link to={`/calendar/${calendar.id}`} className="inline-flex min-h-8 items-center gap-2 link">
          <ArrowLeft aria-hidden="true" className="size-4.5" />
          {followPageTexts.back(calendar.name)}
        </Link>
      </p>
    </Page>
  )
}
