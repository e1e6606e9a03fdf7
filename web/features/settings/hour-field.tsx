import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { formTexts } from '#web/features/calendars/texts.ts'
import { SelectField } from '#web/ui/fields.tsx'
import { clockTime } from '../../../domain/date-words.ts'
import { timeInZone } from '../../../domain/dates.ts'

/** Selects when the day's mail leaves, and says what another hour means for today. */
export function HourField({ before }: { before: string }) {
  const { register, watch } = useFormContext<{ time_zone: string; notify_at: string }>()
  const [zone, chosen] = watch(['time_zone', 'notify_at'])
  const [now] = useState(() => new Date())
  const hours = [...new Set([...wholeHours, before])].sort()
  return (
    <SelectField
      label={formTexts.hour}
      hint={hintOf({ before, chosen, here: timeInZone(now, zone) })}
      options={hours.map((hour) => [hour, named(hour)])}
      {...register('notify_at')}
    />
  )
}

const wholeHours = Array.from({ length: 18 }, (_, hour) => `${String(hour + 5).padStart(2, '0')}:00`)

const named = (hour: string) => clockTime(`2026-01-01T${hour}:00Z`, 'UTC')

function hintOf({ before, chosen, here }: { before: string; chosen: string; here: string }): string {
  if (chosen === before || here < before) {
    const isLate = chosen !== before && chosen <= here
    return isLate ? formTexts.hourNow(named(chosen)) : formTexts.hourNext(named(chosen))
  }
  return formTexts.hourTomorrow(named(chosen))
}
