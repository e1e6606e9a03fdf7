import { useState } from 'react'
import { Dialog, DialogDone } from '#web/ui/dialog.tsx'
import { MailingsPanel } from './mailings-panel.tsx'
import { ledgerTexts } from './texts.ts'

interface MailingsDialogProps {
  /** Null is closed. */
  calendar: { id: string; name: string; time_zone: string } | null
  onClose: () => void
}

export function MailingsDialog({ calendar, onClose }: MailingsDialogProps) {
  const [opened, setOpened] = useState<string | null>(null)
  return (
    <Dialog
      open={calendar !== null}
      onClose={onClose}
      size="large"
      title={ledgerTexts.title}
      description={calendar?.name}
    >
      {calendar && <MailingsPanel calendar={calendar} opened={opened} onOpen={setOpened} />}
      <DialogDone onClose={onClose} />
    </Dialog>
  )
}
