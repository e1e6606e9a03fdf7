import { Clock, Eye } from 'lucide-react'
import type { EventCalendar } from '#web/features/events/event.ts'
import type { Soon } from '#web/features/events/mailer-words.ts'
import { dialogTexts, eventTexts, mailerTexts, previewDialogTexts } from '#web/features/events/texts.ts'
import { PreviewDialog } from '#web/features/mail-design/preview-dialog.tsx'
import { usePreview } from '#web/features/mail-design/use-preview.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Checkbox, Radio, RadioGroup } from '#web/ui/selection-controls.tsx'
import { TagChoice } from './tag-choice.tsx'
import type { EventFormState } from './use-event-form.ts'
import type { SendingChoice } from './use-sending.ts'

interface MailerFieldProps {
  form: EventFormState
  calendar: EventCalendar
  sending: SendingChoice
  /** Only admins choose who is notified. */
  isAdmin: boolean
  disabled: boolean
}

/** Asks whether to send the event, and says to whom and when. */
export function MailerField({ form, calendar, sending, isAdmin, disabled }: MailerFieldProps) {
  const preview = usePreview(calendar)
  const { said } = sending
  return (
    <div
      className={classes(
        '-mx-5 px-5 py-4 sm:-mx-6 sm:px-6',
        said?.soon ? 'border-l-4 border-bell-line bg-bell-soft' : 'bg-sunk',
      )}
    >
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
      {isAdmin && form.watch('include_in_mailer') && (
        <TagChoice
          calendarId={calendar.id}
          tags={form.watch('mail_tags')}
          onChange={(tags) => form.setValue('mail_tags', tags, { shouldDirty: true })}
        />
      )}
      {said?.soon && <SoonChoice form={form} soon={said.soon} sending={sending} />}
      <PreviewDialog html={preview.html} onClose={preview.close} />
    </div>
  )
}

interface SoonChoiceProps {
  form: EventFormState
  soon: Soon
  sending: SendingChoice
}

/** Asks when an event leaves whose hour has passed. "Don't send" is the same as taking it out of the mailer. */
function SoonChoice({ form, soon, sending: { isNow, setIsNow } }: SoonChoiceProps) {
  const included = form.watch('include_in_mailer')
  function choose(include: boolean, now: boolean) {
    form.setValue('include_in_mailer', include, { shouldDirty: true })
    setIsNow(now)
  }
  const legend = (
    <span className="flex items-center gap-2 text-base">
      <Clock aria-hidden="true" className="size-5 shrink-0" />
      {soon.title}
    </span>
  )
  return (
    <div className="mt-4">
      <RadioGroup legend={legend}>
        <Radio
          name="sending"
          checked={included && !isNow}
          onChange={() => choose(true, false)}
          label={mailerTexts.sendLater}
          hint={soon.later}
        />
        <Radio name="sending" checked={isNow} onChange={() => choose(true, true)} label={soon.now} />
        <Radio
          name="sending"
          checked={!included}
          onChange={() => choose(false, false)}
          label={mailerTexts.doNotSend}
          hint={mailerTexts.onlyShows}
        />
      </RadioGroup>
    </div>
  )
}
