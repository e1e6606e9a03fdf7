import { eventStatuses, statusNames } from '#domain/statuses.ts'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/input.tsx'
import { dialogTexts } from './texts.ts'
import type { EventFormState } from './use-event-form.ts'

/** Whether it takes place as announced. */
export function StatusField({ form }: { form: EventFormState }) {
  const status = form.watch('status') ?? 'scheduled'
  return (
    <Field label={dialogTexts.status} hint={dialogTexts.statusHints[status]} className="sm:col-span-2">
      {(control) => (
        <Select {...control} {...form.register('status')}>
          {eventStatuses.map((name) => (
            <option key={name} value={name}>
              {statusNames[name]}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
