import { type ReactNode, useState } from 'react'
import { feedAddress, subscribeLinks } from '#domain/calendar-links.ts'
import { eventCategories } from '#domain/categories.ts'
import { categoryNames } from '#domain/texts/categories.ts'
import { useSettings } from '#web/api/settings.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { SelectField } from '#web/ui/fields.tsx'
import { CalendarAppLink } from './calendar-app-link.tsx'
import { CopyField } from './copy-field.tsx'
import { subscribeTexts } from './texts.ts'

export interface SubscribedCalendar {
  id: string
  name: string
  /** True for a calendar that only its members read. */
  disabled?: boolean
}

interface SubscribeDialogProps {
  calendar: SubscribedCalendar
  open: boolean
  onClose: () => void
  /** Content for members only. */
  children?: ReactNode
}

export function SubscribeDialog({ calendar, open, onClose, children }: SubscribeDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={subscribeTexts.title} description={subscribeTexts.lead}>
      <div className="space-y-6">
        {!calendar.disabled && <PublicFeed calendar={calendar} />}
        {children}
      </div>
    </Dialog>
  )
}

function PublicFeed({ calendar }: { calendar: SubscribedCalendar }) {
  const { siteUrl } = useSettings()
  const [category, setCategory] = useState('')
  const feed = feedAddress(siteUrl, calendar.id, category ? [category] : [])
  const links = subscribeLinks(feed, calendar.name)
  return (
    <div className="space-y-5">
      <SelectField
        label={subscribeTexts.which}
        value={category}
        onChange={(event) => setCategory(event.target.value)}
        placeholder={subscribeTexts.all}
        options={eventCategories.map((name) => [name, subscribeTexts.only(categoryNames[name])])}
      />
      <div className="grid gap-2 sm:grid-cols-2">
        <CalendarAppLink href={links.google}>{subscribeTexts.google}</CalendarAppLink>
        <CalendarAppLink href={links.apple}>{subscribeTexts.apple}</CalendarAppLink>
        <CalendarAppLink href={links.outlook}>{subscribeTexts.outlook}</CalendarAppLink>
        <CalendarAppLink href={links.microsoft365}>{subscribeTexts.microsoft365}</CalendarAppLink>
      </div>
      <CopyField label={subscribeTexts.link} value={feed} hint={subscribeTexts.slow} />
      <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
        <li>
          <a className="link" href={feed} download>
            {subscribeTexts.file}
          </a>
        </li>
        <li>
          <a className="link" href={feed.replace('.ics', '.rss')}>
            {subscribeTexts.rss}
          </a>
        </li>
        <li>
          <a className="link" href={feed.replace('.ics', '.json')}>
            {subscribeTexts.json}
          </a>
        </li>
      </ul>
    </div>
  )
}
