import { Dialog, DialogDone } from '#web/ui/dialog.tsx'
import { HistoryPanel } from './history-panel.tsx'
import { historyTexts } from './texts.ts'

interface HistoryDialogProps {
  /** Null is closed. */
  calendar: { id: string; name: string; time_zone: string } | null
  onClose: () => void
}

/** Shows the history to admins; the owner also finds it in Settings. */
export function HistoryDialog({ calendar, onClose }: HistoryDialogProps) {
  return (
    <Dialog
      open={calendar !== null}
      onClose={onClose}
      size="large"
      title={historyTexts.title}
      description={calendar?.name}
    >
      {calendar && <HistoryPanel calendar={calendar} />}
      <DialogDone onClose={onClose} />
    </Dialog>
  )
}
