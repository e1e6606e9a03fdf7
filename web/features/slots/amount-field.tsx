import { useId, useState } from 'react'
import { SLOT_AMOUNT_MAX } from '#domain/limits.ts'
import { leftOf, type Slot } from '#domain/slots.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldError, Label } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { slotPageTexts } from './texts.ts'

interface AmountFieldProps {
  name: string
  label: string
  slot: Pick<Slot, 'wanted' | 'taken'>
  min: number
  start: number
  error?: string | undefined
}

/** Asks how many of a line somebody takes. The buttons are for fingers; the arrow keys do the same. */
export function AmountField({ name, label, slot, min, start, error }: AmountFieldProps) {
  const id = useId()
  const [value, setValue] = useState(String(start))
  const amount = Math.trunc(Number(value)) || 0
  const step = (by: number) => ({
    disabled: by < 0 ? amount <= min : amount >= SLOT_AMOUNT_MAX,
    onClick: () => setValue(String(amount + by)),
    variant: 'secondary' as const,
    tabIndex: -1,
    className: 'w-11 shrink-0 px-0!',
  })
  return (
    <div>
      <div className="flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <Label htmlFor={id} className="text-base wrap-anywhere">
            {label}
          </Label>
          <p id={`${id}-hint`} className="text-sm text-muted">
            {slotPageTexts.hint(leftOf(slot))}
          </p>
        </div>
        <div className="flex shrink-0 gap-1">
          <Button {...step(-1)} aria-label={slotPageTexts.fewer(label)}>
            −
          </Button>
          <Input
            id={id}
            type="number"
            name={name}
            inputMode="numeric"
            min={min}
            max={SLOT_AMOUNT_MAX}
            aria-invalid={error ? true : undefined}
            aria-describedby={`${id}-hint ${id}-error`}
            className="w-14! px-1! text-center"
            value={value}
            onChange={(changed) => setValue(changed.target.value)}
          />
          <Button {...step(1)} aria-label={slotPageTexts.more(label)}>
            +
          </Button>
        </div>
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  )
}
