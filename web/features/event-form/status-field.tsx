import { dialogTexts } from '#web/features/events/texts.ts'
import { InputField, SelectField } from '#web/ui/fields.tsx'
import { fieldsOf } from '#web/ui/use-live-form.ts'
import { eventStatuses, statusNames } from '../../../domain/statuses.ts'
import { eventFieldNames } from '../../../domain/texts/event-fields.ts'
import type { EventFormState } from './use-event-form.ts'

/** Selects whether the event takes place as announced, and says why not. */
export function StatusField({ form }: { form: EventFormState }) {
  const field = fieldsOf(form)
  const status = form.watch('status') ?? 'scheduled'
  return (
    <>
      <SelectField
        label={dialogTexts.status}
        hint={dialogTexts.statusHints[status]}
        {...field('status')}
        options={eventStatuses.map((name) => [name, statusNames[name]])}
      />
      {status !== 'scheduled' && (
        <InputField
          label={eventFieldNames.statusReason}
          hint={dialogTexts.statusReasonHint}
          autoComplete="off"
          {...field('status_reason')}
        />
      )}
    </>
  )
}
