import { InputField } from '#web/ui/fields.tsx'
import { type Days, isDay } from '../../../domain/dates.ts'
import { eventTexts } from './texts.ts'

/** From and To. One day is the common case: past the other end, both follow. */
export function DayRangeFields({ days, onChange }: { days: Days; onChange: (days: Days) => void }) {
  const labels = { first: eventTexts.from, last: eventTexts.to }
  return (['first', 'last'] as const).map((end) => (
    <InputField
      key={end}
      label={labels[end]}
      type="date"
      value={days[end]}
      onChange={({ target: { value } }) => {
        if (!isDay(value)) return
        const next = { ...days, [end]: value }
        onChange(next.first > next.last ? { first: value, last: value } : next)
      }}
    />
  ))
}
