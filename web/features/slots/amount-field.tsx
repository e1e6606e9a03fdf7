import { SLOT_AMOUNT_MAX } from '#domain/limits.ts'
import { leftOf, type Slot } from '#domain/slots.ts'
import { InputField } from '#web/ui/fields.tsx'
import { slotPageTexts } from './texts.ts'

interface AmountFieldProps {
  label: string
  slot: Pick<Slot, 'id' | 'wanted' | 'taken'>
  min: number
  error?: string | undefined
  /** As typed. */
  value: string
  onChange: (value: string) => void
}

/** Asks how many of a line somebody takes. */
export function AmountField({ label, slot, min, error, value, onChange }: AmountFieldProps) {
  return (
    <InputField
      label={label}
      hint={slotPageTexts.hint(leftOf(slot))}
      error={error}
      required
      type="number"
      name={`amount-${slot.id}`}
      inputMode="numeric"
      min={min}
      max={SLOT_AMOUNT_MAX}
      value={value}
      onChange={(changed) => onChange(changed.target.value)}
    />
  )
}
