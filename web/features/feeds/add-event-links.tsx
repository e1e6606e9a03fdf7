import { eventLinks, type LinkedEvent } from '#domain/calendar-links.ts'
import { useSettings } from '#web/api/settings.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ChoiceLink } from './choice-link.tsx'
import { addTexts } from './texts.ts'

export interface LinkedCalendar {
  id: string
  time_zone: string
  disabled?: boolean
}

interface AddEventLinksProps {
  calendar: LinkedCalendar
  event: LinkedEvent
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function AddEventLinks({ calendar, event, open, onOpenChange }: AddEventLinksProps) {
  const { siteUrl } = useSettings()
  const links = eventLinks(event, { siteUrl, calendarId: calendar.id, zone: calendar.time_zone })
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={addTexts.title(event.title)} description={addTexts.lead}>
      <div className="grid gap-2">
        <ChoiceLink href={links.google}>{addTexts.google}</ChoiceLink>
        <ChoiceLink href={links.outlook}>{addTexts.outlook}</ChoiceLink>
        {!calendar.disabled && <ChoiceLink href={links.file}>{addTexts.file}</ChoiceLink>}
      </div>
    </Dialog>
  )
}
