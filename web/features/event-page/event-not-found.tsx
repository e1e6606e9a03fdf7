import { CalendarX2 } from 'lucide-react'
import { eventPageTexts } from '#domain/texts/event-page.ts'
import { publicCalendarTexts } from '#domain/texts/public-calendar.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { NoticeCard } from '#web/ui/notice-card.tsx'

/** Whether it is gone or not public is not told. */
export function EventNotFound({ calendarPath }: { calendarPath: string }) {
  const { title, body } = eventPageTexts.notFound
  return (
    <NoticeCard icon={CalendarX2} title={title} body={body}>
      <ButtonLink to={calendarPath}>{eventPageTexts.toCalendar}</ButtonLink>
      <ButtonLink to="/" variant="secondary">
        {publicCalendarTexts.goHome}
      </ButtonLink>
    </NoticeCard>
  )
}
