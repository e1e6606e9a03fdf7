import { useState } from 'react'
import { calendarTexts } from '#domain/texts/calendars.ts'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { Checkbox } from '#web/ui/selection-controls.tsx'
import { type LeftCalendar, useLeave } from './mutations.ts'
import { leaveTexts } from './texts.ts'

interface LeaveDialogProps {
  /** Null is closed. */
  calendar: LeftCalendar | null
  userId: string
  onClose: () => void
  onLeft: () => void
}

export function LeaveDialog({ calendar, userId, onClose, onLeft }: LeaveDialogProps) {
  const [acknowledged, setAcknowledged] = useState(false)
  const leave = useLeave(calendar, userId)

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
      // The reason stands in the corner; asking again changes nothing about it.
      onError: close,
    })
  }

  return (
    <AlertDialog
      open={calendar !== null}
      onOpenChange={(open) => !open && close()}
      title={calendarTexts.leaveThisCalendar}
      description={leaveTexts.description(calendar?.name ?? '')}
      confirm={leave.isPending ? leaveTexts.working : leaveTexts.confirm}
      disabled={!acknowledged}
      working={leave.isPending}
      onConfirm={confirm}
    >
      <Checkbox
        label={leaveTexts.acknowledge}
        checked={acknowledged}
        disabled={leave.isPending}
        onChange={(event) => setAcknowledged(event.target.checked)}
      />
    </AlertDialog>
  )
}
