import { type FormEvent, useDeferredValue, useRef, useState } from 'react'
import { feedAddress, webcalAddress } from '#domain/calendar-links.ts'
import { type ContactPreference, followForm, smsConsent } from '#domain/follow.ts'
import { followTexts } from '#domain/texts/follow.ts'
import { useSettings } from '#web/api/settings.ts'
import { useProof } from '#web/features/captcha/use-proof.ts'
import { Banner } from '#web/ui/banner.tsx'
import { InputField } from '#web/ui/fields.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Checkbox, Radio, RadioGroup } from '#web/ui/selection-controls.tsx'
import { toast } from '#web/ui/toast.ts'
import { sendConfirmation } from './mutations.ts'
import { followDialogTexts } from './texts.ts'

interface FollowDialogProps {
  calendar: { id: string; name: string; is_full?: boolean }
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
  // The page may be older than the answer, and a list of calendars does not know.
  const [isFull, setIsFull] = useState(calendar.is_full ?? false)
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
    const { message, done, full } = await sendConfirmation(settings, {
      calendar,
      form: parsed.data,
      wait: isFull,
      website: trap.current?.value ?? '',
      proof,
    })
    setWorking(false)
    if (full) return setIsFull(true)
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
      description={isFull ? undefined : followDialogTexts.lead}
      onSubmit={submit}
      submit={isFull ? followDialogTexts.wait : followDialogTexts.sendConfirmation}
      working={working}
    >
      {isFull && <FullNotice calendarId={calendar.id} />}
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

/** Says that there is no place, and what needs none. */
function FullNotice({ calendarId }: { calendarId: string }) {
  const feed = webcalAddress(feedAddress(location.origin, calendarId))
  return (
    <Banner title={followTexts.full.title}>
      <p>{followDialogTexts.fullBody}</p>
      <p className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1">
        <a className="link" href={feed}>
          {followDialogTexts.addToApp}
        </a>
        <a className="link" href={`/calendar/${calendarId}.rss`}>
          {followDialogTexts.rss}
        </a>
      </p>
    </Banner>
  )
}
