import { type FormEvent, useDeferredValue, useRef, useState } from 'react'
import { type ContactPreference, followForm, smsConsent } from '#domain/follow.ts'
import { followTexts } from '#domain/texts/follow.ts'
import { useSettings } from '#web/api/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Checkbox, Radio, RadioGroup } from '#web/ui/selection-controls.tsx'
import { toast } from '#web/ui/toast.ts'
import { sendConfirmation } from './mutations.ts'
import { followDialogTexts } from './texts.ts'
import { useProof } from './use-proof.ts'

interface FollowDialogProps {
  calendar: { id: string; name: string }
  open: boolean
  onOpenChange: (open: boolean) => void
}

type Problems = Partial<Record<'email' | 'phone' | 'consent', string>>

const problemToasts = {
  email: followTexts.invalidEmail,
  phone: followTexts.invalidPhone,
  consent: followTexts.consentRequired,
}

const blank = { email: '', preference: 'email' as ContactPreference, phone: '', consent: false }

export function FollowDialog({ calendar, open, onOpenChange }: FollowDialogProps) {
  const settings = useSettings()
  const [form, setForm] = useState(blank)
  const [problems, setProblems] = useState<Problems>({})
  const [working, setWorking] = useState(false)
  // After the click is answered.
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
    onOpenChange(false)
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      closable={!working}
      title={followTexts.title(calendar.name)}
      description={followDialogTexts.lead}
    >
      <form noValidate onSubmit={submit} className="space-y-5">
        <Field label={followTexts.emailAddress} error={problems.email} required>
          {(control) => (
            <Input
              {...control}
              type="email"
              name="email"
              autoComplete="email"
              value={form.email}
              onChange={(event) => change({ email: event.target.value })}
            />
          )}
        </Field>
        <RadioGroup legend={followDialogTexts.preference}>
          <Radio
            name="preference"
            label={followTexts.emailOnly}
            checked={form.preference === 'email'}
            onChange={() => change({ preference: 'email' })}
          />
          <Radio
            name="preference"
            label={followTexts.emailAndSms}
            checked={form.preference === 'both'}
            onChange={() => change({ preference: 'both' })}
          />
        </RadioGroup>
        {form.preference === 'both' && (
          <>
            <Field label={followDialogTexts.phone} hint={followTexts.phoneHint} error={problems.phone} required>
              {(control) => (
                <Input
                  {...control}
                  type="tel"
                  name="phone"
                  autoComplete="tel"
                  value={form.phone}
                  onChange={(event) => change({ phone: event.target.value })}
                />
              )}
            </Field>
            <Checkbox
              name="consent"
              label={<span className="text-sm">{smsConsent.text(calendar.name)}</span>}
              checked={form.consent}
              aria-invalid={problems.consent ? true : undefined}
              onChange={(event) => change({ consent: event.target.checked })}
            />
          </>
        )}
        {/* People do not see it; robots fill it in. */}
        <input ref={trap} name="website" tabIndex={-1} autoComplete="off" aria-hidden="true" className="sr-only" />
        <DialogActions>
          <Button variant="secondary" disabled={working} onClick={() => onOpenChange(false)}>
            {followTexts.cancel}
          </Button>
          <Button type="submit" working={working}>
            {followTexts.sendConfirmation}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
