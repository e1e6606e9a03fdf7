import { CalendarX2 } from 'lucide-react'
import { useEffect } from 'react'
import { publicCalendarTexts } from '#domain/texts/public-calendar.ts'
import { siteTexts } from '#web/texts/site.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { NoticeCard } from '#web/ui/notice-card.tsx'
import { toast } from '#web/ui/toast.ts'

export function CalendarNotFound() {
  useEffect(() => toast(publicCalendarTexts.notFoundOrDisabled), [])
  const { title, body } = publicCalendarTexts.notFound
  return (
    <NoticeCard icon={CalendarX2} title={title} body={body}>
      <ButtonLink to="/">{publicCalendarTexts.goHome}</ButtonLink>
    </NoticeCard>
  )
}

export function CalendarFailed() {
  useEffect(() => toast(publicCalendarTexts.loadFailed), [])
  return (
    <NoticeCard icon={CalendarX2} title={publicCalendarTexts.loadFailed.body} body={siteTexts.inAMoment}>
      <Button onClick={() => location.reload()}>{siteTexts.tryAgain}</Button>
      <ButtonLink to="/" variant="secondary">
        {publicCalendarTexts.goHome}
      </ButtonLink>
    </NoticeCard>
  )
}
