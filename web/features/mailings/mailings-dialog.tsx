import { Dialog, DialogDone } from '#web/ui/dialog.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { MailingList } from './mailing-list.tsx'
import { RecipientList } from './recipient-list.tsx'
import { SendingControls } from './sending-controls.tsx'
import { ledgerTexts } from './texts.ts'

interface MailingsDialogProps {
  /** Null is closed. */
  calendar: { id: string; name: string; time_zone: string } | null
  onClose: () => void
}

/** Shows admins a calendar's mailings, their outcomes, and a button to pause sending. */
export function MailingsDialog({ calendar, onClose }: MailingsDialogProps) {
  return (
    <Dialog
      open={calendar !== null}
      onClose={onClose}
      size="large"
      title={ledgerTexts.title}
      description={calendar?.name}
    >
      {calendar && (
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
      )}
      <DialogDone onClose={onClose} />
    </Dialog>
  )
}
