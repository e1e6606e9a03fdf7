import { historyTexts } from '#domain/texts/history.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { HistoryPanel } from './history-panel.tsx'

interface HistoryDialogProps {
  /** Null is closed. */
  calendar: { id: string; name: string; time_zone: string } | null
  onClose: () => void
}

/** The way in for admins; the owner also has it in Settings. */
export function HistoryDialog({ calendar, onClose }: HistoryDialogProps) {
  return (
    <Dialog
      open={calendar !== null}
      onOpenChange={(open) => !open && onClose()}
      size="large"
      title={historyTexts.title}
      description={calendar?.name}
    >
      {calendar && <HistoryPanel calendar={calendar} />}
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          {historyTexts.done}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
