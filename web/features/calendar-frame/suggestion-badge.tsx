import { Inbox } from 'lucide-react'
import { Link } from 'react-router'
import { frameTexts } from '#web/features/calendars/frame-texts.ts'

/** Leads admins to what visitors suggested, while something waits. */
export function SuggestionBadge({ calendarId, count }: { calendarId: string; count: number }) {
  if (count === 0) return null
  return (
    <Link
      to={`/calendars/${calendarId}/setup/suggestions`}
      prefetch="intent"
      aria-label={frameTexts.suggestions(count)}
      className="flex h-11 min-w-11 shrink-0 items-center justify-center no-underline"
    >
      <span
        aria-hidden="true"
        className="flex items-center gap-1 rounded-full bg-bell px-2 text-sm font-semibold text-bell-ink"
      >
        <Inbox className="size-4" />
        <span className="2xl:hidden">{count}</span>
        <span className="max-2xl:hidden">{frameTexts.suggestions(count)}</span>
      </span>
    </Link>
  )
}
