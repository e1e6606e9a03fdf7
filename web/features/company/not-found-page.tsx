import { Link } from 'react-router'
import { useWithoutPrices } from '#web/api/settings.ts'
import { siteTexts } from '#web/texts/site.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { notFoundTexts } from './error-page-texts.ts'
import { BellMark } from './logo.tsx'

const { hints } = notFoundTexts

const suggestions = [
  { to: '/dashboard', label: siteTexts.myCalendars, hint: hints.dashboard },
  { to: '/pricing', label: siteTexts.pricing, hint: hints.pricing },
  { to: '/contact', label: siteTexts.contactUs, hint: hints.contact },
  { to: '/about', label: notFoundTexts.howItWorks, hint: hints.about },
  { to: '/community', label: siteTexts.community, hint: hints.community },
]

export function NotFoundPage() {
  const links = useWithoutPrices(suggestions)
  return (
    <div className="mx-auto max-w-3xl px-4 py-16 text-center sm:px-6 sm:py-24">
      <BellMark className="mx-auto mb-6 size-16 -rotate-12" />
      <p className="font-semibold text-muted">404</p>
      <h1 className="mt-1 text-4xl sm:text-5xl">{notFoundTexts.title}</h1>
      <p className="mx-auto mt-4 max-w-md text-lg text-muted">{notFoundTexts.body}</p>
      <ButtonLink to="/" className="mt-8">
        {siteTexts.goHome}
      </ButtonLink>
      <ul className="mt-12 grid gap-3 text-left sm:grid-cols-2">
        {links.map(({ to, label, hint }) => (
          <li key={to} className="last:odd:sm:col-span-2">
            <Link
              to={to}
              className="block rounded-xl border border-line bg-card p-4 no-underline hover:border-line-strong"
            >
              <span className="block font-semibold">{label}</span>
              <span className="text-sm text-muted">{hint}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
