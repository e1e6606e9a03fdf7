import type { ReactNode } from 'react'
import { plainDay } from '#domain/date-words.ts'
import { Page, PageHead } from '#web/ui/page.tsx'
import { lastUpdated } from './prose-heads.ts'

/** The day of the last change of the privacy policy or the terms: update it with them. */
export const LEGAL_DAY = '2026-11-15'

export function LegalPage({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <Page width="text">
      <PageHead title={title}>{lead}</PageHead>
      <p className="text-muted">{lastUpdated(plainDay(LEGAL_DAY))}</p>
      <div className="prose">{children}</div>
    </Page>
  )
}
