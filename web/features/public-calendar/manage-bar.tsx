import { useLayoutEffect } from 'react'
import { Link } from 'react-router'
import { publicCalendarTexts } from '#domain/texts/public-calendar.ts'
import { setMemberAttribute } from '#web/api/session-attribute.ts'

/** Leads organizers to their own screen. It is in everybody's page; the style sheet shows it to them from the first paint. */
export function ManageBar({ calendarId, to }: { calendarId: string; to: string }) {
  // The router shows the next page without loading it.
  useLayoutEffect(() => setMemberAttribute(calendarId), [calendarId])
  return (
    <p data-print="no" className="stranger:hidden signed-out:hidden bg-sunk px-4 py-1.5 text-center text-[0.9375rem]">
      {publicCalendarTexts.youManage}{' '}
      <Link to={to} className="link font-semibold">
        {publicCalendarTexts.manage}
      </Link>
    </p>
  )
}
