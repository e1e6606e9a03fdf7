import { useEffect, useRef, useState } from 'react'
import { dialogTexts, eventTexts } from '#web/features/events/texts.ts'
import { classes } from '#web/ui/classes.ts'
import { InputField } from '#web/ui/fields.tsx'
import { Checkbox, Switch } from '#web/ui/selection-controls.tsx'
import { fieldsOf } from '#web/ui/use-live-form.ts'
import { addDays, daysBetween, isDay, isTime, weekdayOf } from '../../../domain/dates.ts'
import { type EventLength, endAfter, lengthOf } from '../../../domain/event-times.ts'
import type { EventFormState } from './use-event-form.ts'

interface TimeFieldsProps {
  form: EventFormState
  /** The label of the field for the day; null: the day cannot be changed. */
  dayLabel: string | null
  dayHint?: string | undefined
  onDay: (day: string) => void
  /** The first day that can be chosen. */
  firstDay?: string
}

export function TimeFields({ form, dayLabel, dayHint, onDay, firstDay }: TimeFieldsProps) {
  const { register, setValue, getValues, watch, formState } = form
  const field = fieldsOf(form)
  const { errors } = formState
  const [allDay, day, endDay] = watch(['allDay', 'day', 'endDay'])
  const keepLength = useKeptLength(form)
  const [wantsEndDay, setWantsEndDay] = useState(false)
  const hasEndDay = wantsEndDay || endDay !== day || Boolean(errors.endDay)

  /** Moves the event, keeping its length and the weekday of a weekly repetition. */
  function move(event: React.ChangeEvent<HTMLInputElement>) {
    const next = event.target.value
    const { repeat } = getValues()
    if (isDay(next) && isDay(day)) {
      if (isDay(endDay)) setValue('endDay', addDays(next, daysBetween(day, endDay)))
      if ([repeat.weekdays].flat().map(Number).join() === String(weekdayOf(day))) {
        setValue('repeat.weekdays', [weekdayOf(next)])
      }
    }
    setValue('day', next, { shouldDirty: true, shouldValidate: formState.isSubmitted })
    onDay(next)
  }

  function chooseEndDay(wanted: boolean) {
    setWantsEndDay(wanted)
    if (!wanted) setValue('endDay', day, { shouldDirty: true, shouldValidate: formState.isSubmitted })
  }

  return (
    <div className="space-y-3">
      <div className={classes('grid gap-4', 'min-[22.5rem]:grid-cols-2', dayLabel && !allDay && 'sm:grid-cols-3')}>
        {dayLabel && (
          <InputField
            label={dayLabel}
            hint={dayHint}
            required
            error={errors.day?.message}
            className="min-[22.5rem]:max-sm:col-span-2"
            type="date"
            min={firstDay}
            {...register('day')}
            value={day}
            onChange={move}
          />
        )}
        {!allDay && (
          <>
            <InputField
              label={eventTexts.startTime}
              required
              type="time"
              {...field('startTime', { onChange: keepLength })}
            />
            <InputField label={eventTexts.endTime} required type="time" {...field('endTime')} />
          </>
        )}
        {hasEndDay && (
          <InputField
            label={dialogTexts.endDay}
            className="min-[22.5rem]:max-sm:col-span-2"
            type="date"
            min={day}
            {...field('endDay')}
          />
        )}
      </div>
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        <Switch label={dialogTexts.allDay} {...register('allDay')} />
        <Checkbox
          label={dialogTexts.endsLater}
          checked={hasEndDay}
          onChange={(event) => chooseEndDay(event.target.checked)}
        />
      </div>
    </div>
  )
}

/** Returns a handler for changes of the start. The length is the one before the start was touched: time fields pass through half-typed times. */
function useKeptLength({ watch, getValues, setValue, formState }: EventFormState) {
  const length = useRef<EventLength | null>(null)
  const moved = useRef('')
  const [day, startTime, endDay, endTime] = watch(['day', 'startTime', 'endDay', 'endTime'])
  useEffect(() => {
    if (moved.current !== [startTime, endDay, endTime].join()) {
      length.current = lengthOf({ day, startTime, endDay, endTime }) ?? length.current
    }
  }, [day, startTime, endDay, endTime])

  return () => {
    const { day, startTime } = getValues()
    if (!length.current || !isDay(day) || !isTime(startTime)) return
    const end = endAfter({ day, time: startTime }, length.current)
    moved.current = [startTime, end.endDay, end.endTime].join()
    setValue('endDay', end.endDay)
    setValue('endTime', end.endTime, { shouldDirty: true, shouldValidate: formState.isSubmitted })
  }
}
