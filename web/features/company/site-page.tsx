import type { ReactNode } from 'react'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

/** A page between the site's header and its footer. */
export function SitePage({ children }: { children: ReactNode }) {
  return <PageBody header={<SiteHeader />}>{children}</PageBody>
}

export function PageBody({ header, children }: { header: ReactNode; children: ReactNode }) {
  return (
    <>
      {header}
      <main id="main" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <SiteFooter />
    </>
  )
}
