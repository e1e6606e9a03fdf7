import type { ReactNode } from 'react'
import { plainDay } from '#domain/date-words.ts'
import { Page, PageHead } from '#web/ui/page.tsx'

/** Change the text, change the day. */
export const LEGAL_DAY = '2026-11-01'

export function LegalPage({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <Page width="text">
      <PageHead title={title}>{lead}</PageHead>
      <p className="text-muted">Last updated {plainDay(LEGAL_DAY)}</p>
      <div className="prose">{children}</div>
    </Page>
  )
}
