import { noticeTexts } from '#domain/texts/notices.ts'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import type { CalendarEvent, EventCalendar } from './event.ts'
import { useSendAlert } from './notices.ts'

interface SendAlertDialogProps {
  /** Null is closed. */
  event: CalendarEvent | null
  calendar: EventCalendar
  onClose: () => void
}

/** It cannot be taken back, so it is asked. */
export function SendAlertDialog({ event, calendar, onClose }: SendAlertDialogProps) {
  const send = useSendAlert()
  return (
    <AlertDialog
      open={event !== null}
      onOpenChange={(open) => !open && onClose()}
      title={noticeTexts.alertTitle}
      description={event && noticeTexts.alertBody(event.title, calendar.name)}
      confirm={send.isPending ? noticeTexts.alertSending : noticeTexts.alertConfirm}
      working={send.isPending}
      onConfirm={() => event && send.mutate(event, { onSettled: onClose })}
    />
  )
}
