import { Clock, Eye } from 'lucide-react'
import { clockTime } from '#domain/date-words.ts'
import { instantAt } from '#domain/dates.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Checkbox } from '#web/ui/selection-controls.tsx'
import type { EventCalendar } from './event.ts'
import { mailerWords } from './mailer-words.ts'
import { PreviewDialog } from './preview-dialog.tsx'
import { useMailer } from './queries.ts'
import { dialogTexts, eventTexts, mailerTexts, previewDialogTexts } from './texts.ts'
import type { EventFormState } from './use-event-form.ts'
import { usePreview } from './use-preview.ts'

interface MailerFieldProps {
  form: EventFormState
  calendar: EventCalendar
  isAdmin: boolean
  /** How many people were notified of the event already. */
  notified?: number
  disabled: boolean
}

/** Asks whether to send the event, and says to whom and when. */
export function MailerField({ form, calendar, isAdmin, notified = 0, disabled }: MailerFieldProps) {
  const preview = usePreview(calendar)
  const mailer = useMailer(calendar.id, isAdmin)
  const zone = calendar.time_zone
  const [day, included] = form.watch(['day', 'include_in_mailer'])
  const said = mailer && mailerWords(mailer, { day, included, zone, now: new Date(), notified })
  return (
    <div className={classes('-mx-5 px-5 py-4 sm:-mx-6 sm:px-6', said?.isNow ? 'bg-bell-soft' : 'bg-sunk')}>
      {mailer && said?.isNow && included && (
        <p className="mb-2 flex items-center gap-2 font-semibold">
          <Clock aria-hidden="true" className="size-5 shrink-0" />
          {mailerTexts.past(clockTime(instantAt(day, mailer.notifyAt.slice(0, 5), zone), zone))}
        </p>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Checkbox
          label={<span className="font-semibold">{eventTexts.includeInMailer}</span>}
          // The line is there from the start, so that nothing moves when the numbers arrive.
          hint={<span aria-live="polite">{said?.words ?? ' '}</span>}
          {...form.register('include_in_mailer')}
        />
        <Button
          variant="secondary"
          size="small"
          disabled={disabled}
          working={preview.isPending}
          onClick={() => preview.show(form.getValues())}
        >
          {!preview.isPending && <Eye aria-hidden="true" className="size-4.5" />}
          {preview.isPending ? dialogTexts.previewing : previewDialogTexts.previewEmail}
        </Button>
      </div>
      <PreviewDialog html={preview.html} onClose={preview.close} />
    </div>
  )
}
