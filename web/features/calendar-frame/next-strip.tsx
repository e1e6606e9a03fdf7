import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { frameTexts } from '#web/features/calendars/frame-texts.ts'
import { NextMailing } from '#web/features/calendars/next-mailing.tsx'
import { useUpcoming } from '#web/features/calendars/queries.ts'

interface NextStripProps {
  calendar: { id: string; time_zone: string }
  /** It is about to leave, and a bar says when. */
  isWaiting?: boolean
  /** What can be done about it; a phone has a link to the mailings instead. */
  actions?: (isPaused: boolean) => ReactNode
}

/** The next mailing, on the screens of a calendar. */
export function NextStrip({ calendar, isWaiting, actions }: NextStripProps) {
  const [now] = useState(() => new Date())
  const paused = useUpcoming().data?.find(({ calendar_id }) => calendar_id === calendar.id)?.paused ?? false
  return (
    <div className="flex items-center gap-3">
      <NextMailing {...{ calendar, paused, now, isWaiting }} />
      {actions && (
        <>
          <div className="ml-auto flex shrink-0 max-sm:hidden">{actions(paused)}</div>
          <Link
            to={`/calendars/${calendar.id}/mailings`}
            aria-label={frameTexts.mailings}
            className="-mr-2 ml-auto grid size-11 shrink-0 place-items-center sm:hidden"
          >
            <ChevronRight aria-hidden="true" className="size-5" />
          </Link>
        </>
      )}
    </div>
  )
}
