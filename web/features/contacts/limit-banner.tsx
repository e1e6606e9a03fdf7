import { Link } from 'react-router'
import { Banner } from '#web/ui/banner.tsx'
import { contactListTexts } from './texts.ts'

export function LimitBanner() {
  return (
    <Banner variant="warning" title={contactListTexts.limitReached}>
      <Link to="/contact" className="link">
        {contactListTexts.limitReachedLink}
      </Link>
    </Banner>
  )
}
