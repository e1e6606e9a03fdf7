import { Link } from 'react-router'
import { eventPath } from '#domain/event-path.ts'
import type { PlainState } from '#domain/plain-follow.ts'
import { NotFoundPage } from '#web/features/company/not-found-page.tsx'
import { type SharedCalendar, SharePanel } from '#web/features/feeds/share-dialog.tsx'
import { shareTexts } from '#web/features/feeds/share-texts.ts'
import { FollowPage } from '#web/features/follow/follow-page.tsx'
import { Page } from '#web/ui/page.tsx'

export type PlainPageProps =
  | { what: 'nothing' }
  | { what: 'follow'; calendar: { id: string; name: string; is_full: boolean }; state: PlainState | null }
  | ({ what: 'share' } & SharedCalendar)

export function PlainPage(shown: PlainPageProps) {
  if (shown.what === 'nothing') return <NotFoundPage />
  if (shown.what === 'follow') return <FollowPage calendar={shown.calendar} state={shown.state} />
  const { calendar, event } = shown
  return (
    <Page width="narrow" className="space-y-6">
      <h1 className="text-3xl">{event ? shareTexts.event : shareTexts.calendar}</h1>
      <SharePanel calendar={calendar} event={event} />
      <p>
        <Link to={event ? eventPath(calendar, event.id) : `/calendar/${calendar.id}`} className="link">
          {event?.title ?? calendar.name}
        </Link>
      </p>
    </Page>
  )
}
