import { useOutletContext } from 'react-router'
import { canManageRecipients, canOpenSettings } from '#domain/roles.ts'
import { CalendarSection } from '#web/features/calendar-frame/calendar-section.tsx'
import { frameTexts } from '#web/features/calendars/frame-texts.ts'
import { memberCalendarHead } from '#web/features/calendars/texts.ts'
import { ContactsPanel } from '#web/features/contacts/contacts-panel.tsx'
import { MembersPanel } from '#web/features/members/members-panel.tsx'
import type { Person } from '#web/features/sign-in/signed-in-only.tsx'
import { pageMeta } from '#web/page-meta.ts'
import { Card } from '#web/ui/card.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { useTabInUrl } from '#web/ui/use-tab-in-url.ts'
import type { Route } from './+types/calendar-people.ts'

export function meta(args: Route.MetaArgs) {
  return pageMeta({ ...memberCalendarHead, noIndex: true }, args)
}

/** Shows admins whom a calendar reaches, and its members. */
export default function CalendarPeople() {
  const person = useOutletContext<Person>()
  const tab = useTabInUrl()
  return (
    <CalendarSection title={frameTexts.people} isAllowed={canManageRecipients}>
      {(calendar, membership) => {
        const recipients = (
          <ContactsPanel
            isScreen
            calendar={calendar}
            userId={person.id}
            size={matchMedia('(width < 40rem)').matches ? 20 : 50}
          />
        )
        const members = (
          <Card className="max-w-4xl p-4 sm:p-6">
            <MembersPanel calendar={calendar} isOwner={canOpenSettings(membership)} />
          </Card>
        )
        return (
          <Tabs
            {...tab}
            label={frameTexts.people}
            tabs={[
              { id: 'recipients', label: frameTexts.recipients, content: recipients },
              { id: 'members', label: frameTexts.members, content: members },
            ]}
          />
        )
      }}
    </CalendarSection>
  )
}
