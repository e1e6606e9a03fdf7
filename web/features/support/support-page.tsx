import { Clock, type LucideIcon, Mail, MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { supportHours, supportHoursZone } from '#domain/company.ts'
import { useSettings, useWithoutPrices } from '#web/api/settings.ts'
import { siteTexts } from '#web/texts/site.ts'
import { Card } from '#web/ui/card.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { SupportForm } from './support-form.tsx'
import { supportPageTexts } from './texts.ts'

const quickLinks = [
  { to: '/about', label: supportPageTexts.howItWorks },
  { to: '/pricing', label: siteTexts.pricing },
  { to: '/locate-calendar', label: siteTexts.calendarSearch },
  { to: '/privacy', label: siteTexts.privacyPolicy },
  { to: '/terms', label: siteTexts.termsOfService },
]

export function SupportPage() {
  const { supportEmail, postalAddress } = useSettings()
  const links = useWithoutPrices(quickLinks)
  return (
    <Page width="full">
      <PageHead title={siteTexts.contactUs}>{supportPageTexts.lead}</PageHead>
      <div className="grid gap-6 lg:grid-cols-[3fr_2fr]">
        <Card className="p-5 sm:p-8">
          <h2 className="mb-5 text-2xl">{supportPageTexts.formTitle}</h2>
          <SupportForm />
        </Card>
        <div className="space-y-6">
          <Fact icon={MapPin} title={supportPageTexts.office}>
            <address className="not-italic">{postalAddress}</address>
          </Fact>
          <Fact icon={Mail} title={supportPageTexts.email}>
            <a href={`mailto:${supportEmail}`} className="link">
              {supportEmail}
            </a>
          </Fact>
          <Fact icon={Clock} title={supportPageTexts.hours}>
            <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1">
              {supportHours.map(({ days, hours }) => (
                <div key={days} className="contents">
                  <dt>{days}</dt>
                  <dd className="tabular-nums">{hours}</dd>
                </div>
              ))}
            </dl>
            <p className="mt-2 text-sm">{supportHoursZone}</p>
          </Fact>
          <Card className="p-5 sm:p-6">
            <h2 className="text-xl">{supportPageTexts.quickLinks}</h2>
            <ul className="mt-3 space-y-1">
              {links.map(({ to, label }) => (
                <li key={to}>
                  <Link to={to} className="link inline-flex min-h-8 items-center">
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </Card>
        </div>
      </div>
    </Page>
  )
}

function Fact({ icon: Icon, title, children }: { icon: LucideIcon; title: string; children: ReactNode }) {
  return (
    <Card className="flex gap-4 p-5 sm:p-6">
      <Icon aria-hidden="true" className="mt-1 size-6 shrink-0" />
      <div className="min-w-0 flex-1">
        <h2 className="text-xl">{title}</h2>
        <div className="mt-1 text-muted">{children}</div>
      </div>
    </Card>
  )
}
