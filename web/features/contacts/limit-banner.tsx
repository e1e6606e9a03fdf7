import { Link } from 'react-router'
import { contactTexts } from '#domain/texts/contacts.ts'
import { Banner } from '#web/ui/banner.tsx'

export function LimitBanner() {
  return (
    <Banner variant="warning" title={contactTexts.limitReached}>
      <Link to="/contact" className="link">
        {contactTexts.limitReachedLink}
      </Link>
    </Banner>
  )
}
