import type { ReactNode } from 'react'
import { Card } from '#web/ui/card.tsx'
import { Page } from '#web/ui/page.tsx'

/** A page with one message, which screen readers announce when it changes. */
export function StateCard({ icon, title, children }: { icon?: ReactNode; title: ReactNode; children: ReactNode }) {
  return (
    <Page width="narrow">
      <Card className="px-5 py-12 text-center sm:px-10">
        <div aria-live="polite">
          {/* The same height in every state, so that nothing moves. */}
          {icon && <div className="grid h-14 place-items-center">{icon}</div>}
          <h1 className={icon ? 'mt-5 text-3xl max-sm:min-h-[2lh]' : 'text-3xl'}>{title}</h1>
          <div className="mt-3 text-lg text-muted">{children}</div>
        </div>
      </Card>
    </Page>
  )
}
