import { smsConsent } from '#domain/follow-choices.ts'
import { InputField } from '#web/ui/fields.tsx'
import { Checkbox } from '#web/ui/selection-controls.tsx'
import type { Problems } from '#web/ui/use-checked-form.ts'
import { phoneTexts } from './texts.ts'

/** Asks for a number, and for the consent to text it. */
export function PhoneFields({ calendar, problems }: { calendar: string; problems: Problems }) {
  return (
    <>
      <InputField
        label={phoneTexts.phone}
        hint={`${phoneTexts.hint}. ${phoneTexts.example}`}
        error={problems.phone}
        required
        type="tel"
        name="phone"
        autoComplete="tel"
      />
      <Checkbox
        name="consent"
        label={<span className="text-sm">{smsConsent.text(calendar)}</span>}
        aria-invalid={problems.consent ? true : undefined}
      />
    </>
  )
}
