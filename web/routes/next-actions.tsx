import { memberColumns } from '#domain/event-columns.ts'
import { previewTexts } from '#domain/texts/events.ts'
import { dataOf } from '#web/api/request-errors.ts'
import { useWrite } from '#web/api/use-write.ts'
import type { CalendarEvent, EventCalendar } from '#web/features/events/event.ts'
import { draftOf } from '#web/features/events/event-draft.ts'
import { PreviewDialog } from '#web/features/mail-design/preview-dialog.tsx'
import { usePreview } from '#web/features/mail-design/use-preview.ts'
import { usePauseSending } from '#web/features/mailings/mutations.ts'
import { sendingTexts } from '#web/features/mailings/texts.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'

interface NextActionsProps {
  calendar: EventCalendar
  isPaused: boolean
}

/** Shows the next mail and pauses sending, beside the words that say when it leaves. Why it is paused is said with the mailings. */
export function NextActions({ calendar, isPaused }: NextActionsProps) {
  const zone = calendar.time_zone
  const preview = usePreview(calendar)
  const pause = usePauseSending(calendar.id)
  const show = useWrite({
    write: ({ rest }) =>
      dataOf<unknown>(
        rest
          .from('events')
          .select(memberColumns.join())
          .eq('calendar_id', calendar.id)
          .eq('include_in_mailer', true)
          .not('status', 'in', '(cancelled,postponed)')
          .gt('end_time', new Date().toISOString())
          .order('start_time')
          .limit(1),
      ),
    done: (rows) => {
      const [event] = rows as CalendarEvent[]
      if (event) preview.show(draftOf(event, zone))
    },
    failed: previewTexts.failed,
  })
  if (isPaused) {
    return (
      <ButtonLink to={`/calendars/${calendar.id}/mailings`} variant="quiet" size="small">
        {sendingTexts.resume}
      </ButtonLink>
    )
  }
  return (
    <>
      <Button variant="quiet" size="small" working={show.isPending || preview.isPending} onClick={() => show.mutate()}>
        {sendingTexts.preview}
      </Button>
      <Button variant="quiet" size="small" working={pause.isPending} onClick={() => pause.mutate(true)}>
        {pause.isPending ? sendingTexts.pausing : sendingTexts.pause}
      </Button>
      <PreviewDialog html={preview.html} onClose={preview.close} />
    </>
  )
}
