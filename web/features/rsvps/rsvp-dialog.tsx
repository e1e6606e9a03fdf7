import { type FormEvent, useDeferredValue, useRef, useState } from 'react'
import { RSVP_NAME_MAX } from '#domain/limits.ts'
import type { Rsvp, RsvpAnswer } from '#domain/rsvp-answers.ts'
import { rsvpForm } from '#domain/rsvps.ts'
import { rsvpTexts } from '#domain/texts/rsvps.ts'
import { useSettings } from '#web/api/settings.ts'
import { useProof } from '#web/features/captcha/use-proof.ts'
import { Banner } from '#web/ui/banner.tsx'
import { InputField } from '#web/ui/fields.tsx'
import { focusInvalid } from '#web/ui/focus-invalid.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { requestRsvp } from './mutations.ts'
import { problemsIn, RsvpFields, type RsvpProblems } from './rsvp-fields.tsx'
import { rsvpDialogTexts, rsvpFieldTexts } from './texts.ts'

interface RsvpDialogProps {
  calendar: { id: string }
  event: { id: string; title: string }
  rsvp: Rsvp
  answer: RsvpAnswer
  open: boolean
  onClose: () => void
}

export function RsvpDialog({ calendar, event, rsvp, answer, open, onClose }: RsvpDialogProps) {
  const settings = useSettings()
  const [form, setForm] = useState({ name: '', email: '', answer, party: '1', reply: '' })
  const [problems, setProblems] = useState<RsvpProblems>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [working, setWorking] = useState(false)
  // Deferred, so that solving does not delay the dialog.
  const proof = useProof(calendar.id, useDeferredValue(open))
  const trap = useRef<HTMLInputElement>(null)
  const change = (part: Partial<typeof form>) => setForm({ ...form, ...part })

  async function submit(submitted: FormEvent) {
    submitted.preventDefault()
    const parsed = rsvpForm.safeParse(form)
    if (!parsed.success) {
      focusInvalid(submitted.currentTarget)
      return setProblems(problemsIn(parsed.error))
    }
    setProblems({})
    setWorking(true)
    const problem = await requestRsvp(settings, {
      calendarId: calendar.id,
      eventId: event.id,
      form: parsed.data,
      website: trap.current?.value ?? '',
      proof,
    })
    setWorking(false)
    setFailure(problem)
    if (problem) return
    toast(rsvpTexts.sent)
    onClose()
  }

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={event.title}
      description={rsvpDialogTexts.lead}
      onSubmit={submit}
      submit={rsvpDialogTexts.send}
      working={working}
    >
      {failure && <Banner variant="danger" title={failure} />}
      <RsvpFields values={form} question={rsvp.question} problems={problems} onChange={change} />
      <InputField
        label={rsvpTexts.name}
        error={problems.name}
        required
        name="name"
        autoComplete="name"
        maxLength={RSVP_NAME_MAX}
        value={form.name}
        onChange={(event) => change({ name: event.target.value })}
      />
      <InputField
        label={rsvpFieldTexts.email}
        error={problems.email}
        required
        type="email"
        name="email"
        autoComplete="email"
        value={form.email}
        onChange={(event) => change({ email: event.target.value })}
      />
      {/* Invisible to people; robots fill it in. */}
      <input ref={trap} name="website" tabIndex={-1} autoComplete="off" aria-hidden="true" className="sr-only" />
    </FormDialog>
  )
}
