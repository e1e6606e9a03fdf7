import { signInTexts } from '#web/features/account/texts.ts'
import { siteTexts } from '#web/texts/site.ts'

export function TermsLabel() {
  return (
    <span className="text-sm">
      {signInTexts.agree}{' '}
      <a href="/terms" target="_blank" rel="noreferrer" className="link">
        {siteTexts.termsOfService}
      </a>{' '}
      {signInTexts.and}{' '}
      <a href="/privacy" target="_blank" rel="noreferrer" className="link">
        {siteTexts.privacyPolicy}
      </a>
    </span>
  )
}
