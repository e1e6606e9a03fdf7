import { Link } from 'react-router'
import { dashboardTexts } from '#web/features/calendars/texts.ts'

export function TrialNotice() {
  return (
    <p className="mb-6 text-sm text-muted">
      {dashboardTexts.trialNotice}{' '}
      <Link to="/contact" className="link">
        {dashboardTexts.trialLink}
      </Link>
    </p>
  )
}
