import { Link } from 'react-router'
import { useOptionalSettings } from '#web/api/settings.ts'
import { siteTexts } from '#web/texts/site.ts'
import { LanguageLinks } from './language-links.tsx'
import { Logo } from './logo.tsx'
import { legalLinks, type SiteLink, useSiteLinks } from './site-links.ts'

export function SiteFooter() {
  const settings = useOptionalSettings()
  return (
    <footer data-print="no" className="mt-auto border-t border-line bg-sunk">
      <div className="mx-auto grid max-w-[100rem] gap-10 px-4 py-12 sm:grid-cols-[2fr_1fr_1fr] sm:px-6">
        <div className="max-w-sm space-y-4">
          <Link to="/" aria-label={siteTexts.home} className="inline-flex rounded-lg no-underline">
            <Logo />
          </Link>
          <p className="text-muted">{siteTexts.tagline}</p>
          <LanguageLinks />
          {settings && (
            <>
              <p>
                <a href={`mailto:${settings.supportEmail}`} className="link">
                  {settings.supportEmail}
                </a>
              </p>
              <address className="text-sm text-muted not-italic">{settings.postalAddress}</address>
            </>
          )}
        </div>
        <FooterLinks title={siteTexts.explore} links={useSiteLinks()} />
        <FooterLinks title={siteTexts.goodToKnow} links={legalLinks} />
      </div>
    </footer>
  )
}

function FooterLinks({ title, links }: { title: string; links: readonly SiteLink[] }) {
  return (
    <nav aria-label={title}>
      <h2 className="mb-2 font-sans text-base">{title}</h2>
      <ul>
        {links.map(({ to, label }) => (
          <li key={to}>
            <Link to={to} className="inline-flex min-h-9 items-center py-1 text-muted hover:text-ink hover:underline">
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
