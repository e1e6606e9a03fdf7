import { useLayoutEffect } from 'react'
import { setMemberAttribute } from '#web/api/session-attribute.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { calendarPageTexts } from './calendar-page-texts.ts'

/** Leads members to their own screen. It is in everybody's page; the style sheet shows it to members from the first paint. */
export function ManageLink({ calendarId, to }: { calendarId: string; to: string }) {
  // The router shows the next page without loading it.
  useLayoutEffect(() => setMemberAttribute(calendarId), [calendarId])
  return (
    <ButtonLink to={to} variant="secondary" className="stranger:hidden signed-out:hidden">
      {calendarPageTexts.manage}
    </ButtonLink>
  )
}
