import { Tabs } from '#web/ui/tabs.tsx'
import { MailingList } from './mailing-list.tsx'
import { RecipientList } from './recipient-list.tsx'
import { SendingControls } from './sending-controls.tsx'
import { ledgerTexts } from './texts.ts'

/** Shows admins a calendar's mailings, their outcomes, and a button to pause sending. */
export function MailingsPanel({ calendar }: { calendar: { id: string; time_zone: string } }) {
  return (
    <>
      <SendingControls calendarId={calendar.id} />
      <Tabs
        label={ledgerTexts.tabs}
        tabs={[
          { id: 'mailings', label: ledgerTexts.mailings, content: <MailingList calendarId={calendar.id} /> },
          { id: 'recipients', label: ledgerTexts.recipients, content: <RecipientList calendar={calendar} /> },
        ]}
      />
    </>
  )
}
