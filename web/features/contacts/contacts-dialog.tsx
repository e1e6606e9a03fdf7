import { Dialog, DialogDone } from '#web/ui/dialog.tsx'
import { ContactsPanel } from './contacts-panel.tsx'
import { contactListTexts } from './texts.ts'

interface ContactsDialogProps {
  /** Null is closed. */
  calendar: { id: string; name: string; time_zone: string } | null
  userId: string
  onClose: () => void
}

export function ContactsDialog({ calendar, userId, onClose }: ContactsDialogProps) {
  return (
    <Dialog
      open={calendar !== null}
      onClose={onClose}
      size="large"
      title={contactListTexts.manageContactLists}
      description={calendar?.name}
    >
      {calendar && <ContactsPanel calendar={calendar} userId={userId} size={10} />}
      <DialogDone onClose={onClose} />
    </Dialog>
  )
}
