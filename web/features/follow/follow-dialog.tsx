import { type FormEvent, useDeferredValue, useRef, useState } from 'react'
import { type ContactPreference, followForm, smsConsent } from '#domain/follow.ts'
import { followTexts } from '#domain/texts/follow.ts'
import { useSettings } from '#web/api/settings.ts'
import { InputField } from '#web/ui/fields.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Checkbox, Radio, RadioGroup } from '#web/ui/selection-controls.tsx'
import { toast } from '#web/ui/toast.ts'
import { sendConfirmation } from './mutations.ts'
import { followDialogTexts } from './texts.ts'
import { useProof } from './use-proof.ts'

interface FollowDialogProps {
  calendar: { id: string; name: string }
  /** What the person typed already. */
  email?: string
  open: boolean
  onClose: () => void
}

type Problems = Partial<Record<'email' | 'phone' | 'consent', string>>

const problemToasts = {
  email: followTexts.invalidEmail,
  phone: followTexts.invalidPhone,
  consent: followTexts.consentRequired,
}

const blank = { email: '', preference: 'email' as ContactPreference, phone: '', consent: false }

export function FollowDialog({ calendar, email = '', open, onClose }: FollowDialogProps) {
  const settings = useSettings()
  const [form, setForm] = useState({ ...blank, email })
  const [given, setGiven] = useState(email)
  if (given !== email) {
    setGiven(email)
    setForm({ ...form, email })
  }
  const [problems, setProblems] = useState<Problems>({})
  const [working, setWorking] = useState(false)
  // Deferred, so that solving does not delay the dialog.
  const proof = useProof(calendar.id, useDeferredValue(open))
  const trap = useRef<HTMLInputElement>(null)
  const change = (part: Partial<typeof blank>) => setForm({ ...form, ...part })

  async function submit(event: FormEvent) {
    event.preventDefault()
    const parsed = followForm.safeParse(form)
    if (!parsed.success) {
      const found: Problems = {}
      for (const { path, message } of parsed.error.issues) found[path[0] as keyof Problems] ??= message
      setProblems(found)
      const [first] = Object.keys(found) as (keyof Problems)[]
      if (first) toast(problemToasts[first])
      return
    }
    setProblems({})
    setWorking(true)
    const { message, done } = await sendConfirmation(settings, {
      calendar,
      form: parsed.data,
      website: trap.current?.value ?? '',
      proof,
    })
    setWorking(false)
    toast(message)
    if (!done) return
    setForm(blank)
    onClose()
  }

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={followDialogTexts.title(calendar.name)}
      description={followDialogTexts.lead}
      onSubmit={submit}
      submit={followDialogTexts.sendConfirmation}
      working={working}
    >
      <InputField
        label={followDialogTexts.emailAddress}
        error={problems.email}
        required
        type="email"
        name="email"
        autoComplete="email"
        value={form.email}
        onChange={(event) => change({ email: event.target.value })}
      />
      <RadioGroup legend={followDialogTexts.preference}>
        <Radio
          name="preference"
          label={followDialogTexts.emailOnly}
          checked={form.preference === 'email'}
          onChange={() => change({ preference: 'email' })}
        />
        <Radio
          name="preference"
          label={followDialogTexts.emailAndSms}
          checked={form.preference === 'both'}
          onChange={() => change({ preference: 'both' })}
        />
      </RadioGroup>
      {form.preference === 'both' && (
        <>
          <InputField
            label={followDialogTexts.phone}
            hint={followDialogTexts.phoneHint}
            error={problems.phone}
            required
            type="tel"
            name="phone"
            autoComplete="tel"
            value={form.phone}
            onChange={(event) => change({ phone: event.target.value })}
          />
          <Checkbox
            name="consent"
            label={<span className="text-sm">{smsConsent.text(calendar.name)}</span>}
            checked={form.consent}
            aria-invalid={problems.consent ? true : undefined}
            onChange={(event) => change({ consent: event.target.checked })}
          />
        </>
      )}
      {/* Invisible to people; robots fill it in. */}
      <input ref={trap} name="website" tabIndex={-1} autoComplete="off" aria-hidden="true" className="sr-only" />
    </FormDialog>
  )
}
