import { Link } from 'react-router'
import { Banner } from '#web/ui/banner.tsx'
import { useWaitingCount } from './queries.ts'
import { contactListTexts } from './texts.ts'

/** Says that the list is full, and how many wait for a place. */
export function LimitBanner({ calendarId }: { calendarId: string }) {
  const waiting = useWaitingCount(calendarId)
  return (
    <Banner variant="warning" title={contactListTexts.limitReached}>
      {waiting > 0 && <p>{contactListTexts.waiting(waiting)}</p>}
      <Link to="/contact" className="link">
        {contactListTexts.limitReachedLink}
      </Link>
    </Banner>
  )
}
