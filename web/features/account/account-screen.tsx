import { type ReactNode, Suspense } from 'react'
import { Card } from '#web/ui/card.tsx'
import { lazyExport } from '#web/ui/lazy-export.ts'
import { Page, PageHead } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { accountScreenTexts } from './account-texts.ts'
import { useAuth } from './auth-state.ts'
import { DeleteSection } from './delete-section.tsx'
import { EmailSection } from './email-section.tsx'
import { ExportSection } from './export-section.tsx'
import { NameSection } from './name-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { TwoStepSection } from './two-step-section.tsx'

const PasskeysSection = lazyExport(() => import('./passkeys-section.tsx'), 'PasskeysSection')
const AccessTokensSection = lazyExport(() => import('./access-tokens-section.tsx'), 'AccessTokensSection')

interface AccountScreenProps {
  /** Switches for the emails of the person's calendars. */
  emails: ReactNode
}

/** Shows the settings of a person's own account. */
export function AccountScreen({ emails }: AccountScreenProps) {
  const { user } = useAuth()
  // The guard ensures a user; while signing out there is none for a moment.
  if (!user) return null
  const texts = accountScreenTexts.sections
  return (
    <Page width="text">
      <PageHead title={accountScreenTexts.heading}>{user.email}</PageHead>
      <div className="space-y-6">
        <Section {...texts.name}>
          <NameSection user={user} />
        </Section>
        <Section {...texts.email}>
          <EmailSection user={user} />
        </Section>
        <Section {...texts.emails}>{emails}</Section>
        <Section {...texts.password}>
          <PasswordSection />
        </Section>
        <Section {...texts.passkeys}>
          <Suspense fallback={<Skeleton className="h-16" />}>
            <PasskeysSection />
          </Suspense>
        </Section>
        <Section {...texts.twoStep}>
          <TwoStepSection user={user} />
        </Section>
        <Section {...texts.sessions}>
          <SessionsSection />
        </Section>
        <Section {...texts.tokens}>
          <Suspense fallback={<Skeleton className="h-16" />}>
            <AccessTokensSection />
          </Suspense>
        </Section>
        <Section {...texts.export}>
          <ExportSection userId={user.id} />
        </Section>
        <Section {...texts.delete}>
          <DeleteSection userId={user.id} />
        </Section>
      </div>
    </Page>
  )
}

function Section({ heading, lead, children }: { heading: string; lead: string; children: ReactNode }) {
  return (
    <Card className="p-5 sm:p-7">
      <section aria-label={heading}>
        <h2 className="text-2xl">{heading}</h2>
        <p className="mt-1 mb-5 text-muted">{lead}</p>
        {children}
      </section>
    </Card>
  )
}
