import { type FormEvent, useDeferredValue, useRef, useState } from 'react'
import { RSVP_NAME_MAX } from '#domain/limits.ts'
import { slotRequestForm } from '#domain/slot-forms.ts'
import { leftOf, type Slot } from '#domain/slots.ts'
import { rsvpTexts } from '#domain/texts/rsvps.ts'
import { slotTexts } from '#domain/texts/slots.ts'
import { useSettings } from '#web/api/settings.ts'
import { useProof } from '#web/features/captcha/use-proof.ts'
import { Banner } from '#web/ui/banner.tsx'
import { InputField } from '#web/ui/fields.tsx'
import { focusInvalid } from '#web/ui/focus-invalid.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { AmountField } from './amount-field.tsx'
import { requestSlots } from './mutations.ts'
import { slotDialogTexts } from './texts.ts'

interface SlotsDialogProps {
  calendar: { id: string }
  event: { id: string }
  slot: Slot
  open: boolean
  onClose: () => void
}

/** Signs up for one line; the page behind the link shows the others, too. */
export function SlotsDialog({ calendar, event, slot, open, onClose }: SlotsDialogProps) {
  const settings = useSettings()
  const [form, setForm] = useState({ name: '', email: '', amount: '1' })
  const [problems, setProblems] = useState<Partial<Record<'name' | 'email' | 'amounts', string>>>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [working, setWorking] = useState(false)
  // Deferred, so that solving does not delay the dialog.
  const proof = useProof(calendar.id, useDeferredValue(open))
  const trap = useRef<HTMLInputElement>(null)
  const change = (part: Partial<typeof form>) => setForm({ ...form, ...part })

  async function submit(submitted: FormEvent) {
    submitted.preventDefault()
    const parsed = slotRequestForm.safeParse({ ...form, amounts: { [slot.id]: form.amount } })
    if (!parsed.success) {
      const found: typeof problems = {}
      for (const { path, message } of parsed.error.issues) found[path[0] as keyof typeof problems] ??= message
      focusInvalid(submitted.currentTarget)
      return setProblems(found)
    }
    setProblems({})
    setWorking(true)
    const problem = await requestSlots(settings, {
      calendarId: calendar.id,
      eventId: event.id,
      form: parsed.data,
      website: trap.current?.value ?? '',
      proof,
    })
    setWorking(false)
    setFailure(problem)
    if (problem) return
    toast(slotTexts.sent)
    onClose()
  }

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={slot.title}
      description={slotDialogTexts.lead}
      onSubmit={submit}
      submit={slotDialogTexts.send}
      working={working}
    >
      {failure && <Banner variant="danger" title={failure} />}
      {leftOf(slot) > 1 && (
        <AmountField
          label={slotDialogTexts.amount}
          slot={slot}
          min={1}
          error={problems.amounts}
          value={form.amount}
          onChange={(amount) => change({ amount })}
        />
      )}
      <InputField
        label={rsvpTexts.name}
        error={problems.name}
        required
        name="name"
        autoComplete="name"
        maxLength={RSVP_NAME_MAX}
        value={form.name}
        onChange={(changed) => change({ name: changed.target.value })}
      />
      <InputField
        label={slotDialogTexts.email}
        error={problems.email}
        required
        type="email"
        name="email"
        autoComplete="email"
        value={form.email}
        onChange={(changed) => change({ email: changed.target.value })}
      />
      {/* Invisible to people; robots fill it in. */}
      <input ref={trap} name="website" tabIndex={-1} autoComplete="off" aria-hidden="true" className="sr-only" />
    </FormDialog>
  )
}
