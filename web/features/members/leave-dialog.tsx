import { useState } from 'react'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { Checkbox } from '#web/ui/selection-controls.tsx'
import { type LeftCalendar, useLeave } from './mutations.ts'
import { leaveTexts, membershipTexts } from './texts.ts'

interface LeaveDialogProps {
  /** Null is closed. */
  calendar: LeftCalendar | null
  userId: string
  onClose: () => void
  onLeft: () => void
}

export function LeaveDialog({ calendar, userId, onClose, onLeft }: LeaveDialogProps) {
  const [acknowledged, setAcknowledged] = useState(false)
  const leave = useLeave(userId)

  function close() {
    setAcknowledged(false)
    onClose()
  }

  function confirm() {
    if (!calendar) return
    leave.mutate(calendar, {
      onSuccess: () => {
        close()
        onLeft()
      },
      // The toast says why; another try would not help.
      onError: close,
    })
  }

  return (
    <AlertDialog
      open={calendar !== null}
      onClose={close}
      title={membershipTexts.leaveThisCalendar}
      description={leaveTexts.description(calendar?.name ?? '')}
      confirm={leave.isPending ? leaveTexts.working : leaveTexts.confirm}
      reason={acknowledged ? null : { says: leaveTexts.tickFirst, field: 'acknowledged' }}
      working={leave.isPending}
      onConfirm={confirm}
    >
      <Checkbox
        label={leaveTexts.acknowledge}
        name="acknowledged"
        checked={acknowledged}
        disabled={leave.isPending}
        onChange={(event) => setAcknowledged(event.target.checked)}
      />
    </AlertDialog>
  )
}
