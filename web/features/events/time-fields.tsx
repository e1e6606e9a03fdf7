import { addDays, daysBetween, isDay } from '#domain/dates.ts'
import { eventTexts } from '#domain/texts/events.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Switch } from '#web/ui/selection-controls.tsx'
import { dialogTexts } from './texts.ts'
import type { EventFormState } from './use-event-form.ts'

/** When it is. The day itself is chosen outside the form; only an event that is moved gets another here. */
export function TimeFields({ form }: { form: EventFormState }) {
  const { register, setValue, watch, formState } = form
  const { errors } = formState
  const [allDay, day, endDay, status] = watch(['allDay', 'day', 'endDay', 'status'])

  /** It goes on for as long as it did. */
  function move(event: React.ChangeEvent<HTMLInputElement>) {
    const next = event.target.value
    if (isDay(next) && isDay(day) && isDay(endDay)) setValue('endDay', addDays(next, daysBetween(day, endDay)))
    setValue('day', next, { shouldDirty: true })
  }

  return (
    <>
      <Switch className="sm:col-span-2" label={dialogTexts.allDay} {...register('allDay')} />
      {status === 'moved' && (
        <Field label={dialogTexts.newDay} required error={errors.day?.message} className="sm:col-span-2">
          {(control) => <Input {...control} type="date" value={day} onChange={move} />}
        </Field>
      )}
      {!allDay && (
        <>
          <Field label={eventTexts.startTime} required error={errors.startTime?.message}>
            {(control) => <Input {...control} type="time" {...register('startTime')} />}
          </Field>
          <Field label={eventTexts.endTime} required error={errors.endTime?.message}>
            {(control) => <Input {...control} type="time" {...register('endTime')} />}
          </Field>
        </>
      )}
      <Field label={dialogTexts.endDay} error={errors.endDay?.message} hint={dialogTexts.endDayHint}>
        {(control) => <Input {...control} type="date" min={day} {...register('endDay')} />}
      </Field>
    </>
  )
}
