import { useLayoutEffect } from 'react'
import { Link } from 'react-router'
import { setMemberAttribute } from '#web/api/session-attribute.ts'
import { calendarPageTexts } from './calendar-page-texts.ts'

/** Leads members to their own screen. It is in everybody's page; the style sheet shows it to members from the first paint. */
export function ManageLink({ calendarId, to }: { calendarId: string; to: string }) {
  // The router shows the next page without loading it.
  useLayoutEffect(() => setMemberAttribute(calendarId), [calendarId])
  return (
    <span className="stranger:hidden signed-out:hidden">
      {' · '}
      <Link to={to} className="link">
        {calendarPageTexts.manage}
      </Link>
    </span>
  )
}
