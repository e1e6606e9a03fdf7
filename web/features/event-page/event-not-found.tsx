import { CalendarX2 } from 'lucide-react'
import { publicCalendarTexts } from '#domain/texts/public-calendar.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { NoticeCard } from '#web/ui/notice-card.tsx'
import { eventPageTexts } from './texts.ts'

/** Does not say whether the event is deleted or private: the difference would leak its existence. */
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
