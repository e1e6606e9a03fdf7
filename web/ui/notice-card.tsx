import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card } from './card.tsx'
import { Page } from './page.tsx'

interface NoticeCardProps {
  icon: LucideIcon
  title: string
  body: string
  /** Buttons that lead on. */
  children: ReactNode
}

/** A page with one message, such as that something was not found. */
export function NoticeCard({ icon: Icon, title, body, children }: NoticeCardProps) {
  return (
    <Page width="narrow">
      <Card className="flex flex-col items-center px-6 py-14 text-center">
        <Icon aria-hidden="true" className="size-12 text-muted" />
        <h1 className="mt-4 text-3xl">{title}</h1>
        <p className="mt-2 text-muted">{body}</p>
        <div className="mt-6 flex flex-wrap justify-center gap-3">{children}</div>
      </Card>
    </Page>
  )
}
