import { eventLinks, type LinkedEvent } from '#domain/calendar-links.ts'
import { useSettings } from '#web/api/settings.ts'
import { ChoiceLink } from './choice-link.tsx'
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

/** The programs that take one event. */
export function EventLinks({ calendar, event, className }: EventLinksProps) {
  const { siteUrl } = useSettings()
  const links = eventLinks(event, { siteUrl, calendar })
  return (
    <div className={className}>
      <ChoiceLink href={links.google}>{addTexts.google}</ChoiceLink>
      <ChoiceLink href={links.outlook}>{addTexts.outlook}</ChoiceLink>
      {!calendar.disabled && <ChoiceLink href={links.file}>{addTexts.file}</ChoiceLink>}
    </div>
  )
}
