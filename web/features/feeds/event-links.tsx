import { eventLinks, type LinkedEvent } from '#domain/calendar-links.ts'
import { useSettings } from '#web/api/settings.ts'
import { CalendarAppLink } from './calendar-app-link.tsx'
import { addTexts } from './texts.ts'

export interface LinkedCalendar {
  id: string
  time_zone: string
  disabled?: boolean
}

interface EventLinksProps {
  calendar: LinkedCalendar
  event: LinkedEvent
  className: string
}

/** Links that add one event to a calendar app. */
export function EventLinks({ calendar, event, className }: EventLinksProps) {
  const { siteUrl } = useSettings()
  const links = eventLinks(event, { siteUrl, calendar })
  return (
    <div className={className}>
      <CalendarAppLink href={links.google}>{addTexts.google}</CalendarAppLink>
      <CalendarAppLink href={links.outlook}>{addTexts.outlook}</CalendarAppLink>
      {!calendar.disabled && <CalendarAppLink href={links.file}>{addTexts.file}</CalendarAppLink>}
    </div>
  )
}
