import { CalendarX2 } from 'lucide-react'
import { useEffect } from 'react'
import { publicCalendarTexts } from '#domain/texts/public-calendar.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Page } from '#web/ui/page.tsx'
import { toast } from '#web/ui/toast.ts'

export function CalendarNotFound() {
  useEffect(() => toast(publicCalendarTexts.notFoundOrDisabled), [])
  const { title, body } = publicCalendarTexts.notFound
  return (
    <Notice title={title} body={body}>
      <ButtonLink to="/">{publicCalendarTexts.goHome}</ButtonLink>
    </Notice>
  )
}

export function CalendarFailed() {
  useEffect(() => toast(publicCalendarTexts.loadFailed), [])
  return (
    <Notice title={publicCalendarTexts.loadFailed.body} body="Please try again in a moment.">
      <Button onClick={() => location.reload()}>Try again</Button>
      <ButtonLink to="/" look="secondary">
        {publicCalendarTexts.goHome}
      </ButtonLink>
    </Notice>
  )
}

function Notice({ title, body, children }: { title: string; body: string; children: React.ReactNode }) {
  return (
    <Page width="narrow">
      <Card className="flex flex-col items-center px-6 py-14 text-center">
        <CalendarX2 aria-hidden="true" className="size-12 text-muted" />
        <h1 className="mt-4 text-3xl">{title}</h1>
        <p className="mt-2 text-muted">{body}</p>
        <div className="mt-6 flex flex-wrap justify-center gap-3">{children}</div>
      </Card>
    </Page>
  )
}
