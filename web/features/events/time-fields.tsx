import { addDays, daysBetween, isDay } from '#domain/dates.ts'
import { InputField } from '#web/ui/fields.tsx'
import { fieldsOf } from '#web/ui/form-fields.ts'
import { Switch } from '#web/ui/selection-controls.tsx'
import { dialogTexts, eventTexts } from './texts.ts'
import type { EventFormState } from './use-event-form.ts'

/** Fields for the time. The day is chosen outside the form; only the status "moved" shows a field for it. */
export function TimeFields({ form }: { form: EventFormState }) {
  const { register, setValue, watch, formState } = form
  const field = fieldsOf(form)
  const { errors } = formState
  const [allDay, day, endDay, status] = watch(['allDay', 'day', 'endDay', 'status'])

  /** Moves the event, keeping its length. */
  function move(event: React.ChangeEvent<HTMLInputElement>) {
    const next = event.target.value
    if (isDay(next) && isDay(day) && isDay(endDay)) setValue('endDay', addDays(next, daysBetween(day, endDay)))
    setValue('day', next, { shouldDirty: true })
  }

  return (
    <>
      <Switch className="sm:col-span-2" label={dialogTexts.allDay} {...register('allDay')} />
      {status === 'moved' && (
        <InputField
          label={dialogTexts.newDay}
          required
          error={errors.day?.message}
          className="sm:col-span-2"
          type="date"
          value={day}
          onChange={move}
        />
      )}
      {!allDay && (
        <>
          <InputField label={eventTexts.startTime} required type="time" {...field('startTime')} />
          <InputField label={eventTexts.endTime} required type="time" {...field('endTime')} />
        </>
      )}
      <InputField label={dialogTexts.endDay} hint={dialogTexts.endDayHint} type="date" min={day} {...field('endDay')} />
    </>
  )
}
