import { useState } from 'react'
import { feedAddress, webcalAddress } from '#domain/calendar-links.ts'
import { type ContactPreference, contactPreferences } from '#domain/follow-choices.ts'
import { followTexts } from '#domain/texts/follow.ts'
import { showFollowAnswer } from '#web/features/linked/follow-answer.ts'
import { EmailField } from '#web/features/linked/person-fields.tsx'
import { PhoneFields } from '#web/features/linked/phone-fields.tsx'
import { useMailRequest } from '#web/features/linked/use-mail-request.ts'
import { Banner } from '#web/ui/banner.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Honeypot } from '#web/ui/honeypot.tsx'
import { Radio, RadioGroup } from '#web/ui/selection-controls.tsx'
import { uiTexts } from '#web/ui/texts.ts'
import { toast } from '#web/ui/toast.ts'
import { FollowSent } from './follow-sent.tsx'
import { useSentTo } from './sent-to.ts'
import { followDialogTexts } from './texts.ts'

interface FollowDialogProps {
  calendar: { id: string; name: string; is_full?: boolean }
  /** What the person typed already. */
  email?: string
  open: boolean
  onClose: () => void
}

const problemToasts = {
  email: followTexts.invalidEmail,
  phone: followTexts.invalidPhone,
  consent: followTexts.consentRequired,
}

export function FollowDialog({ calendar, email = '', open, onClose }: FollowDialogProps) {
  const [preference, setPreference] = useState<ContactPreference>('email')
  // The page may be older than the answer, and a list of calendars does not know.
  const [isFull, setIsFull] = useState(calendar.is_full ?? false)
  const [sentTo, setSentTo] = useSentTo(calendar.id)
  const [start, setStart] = useState(email)
  const { onSubmit, problems, working } = useMailRequest({
    name: 'send-contact-confirmation',
    about: calendar.id,
    isOpen: open,
    rules: async () => (await import('#domain/follow.ts')).followForm,
    body: (form) => ({
      email: form.email,
      phone: form.preference === 'both' ? form.phone : null,
      consent: form.preference === 'both' && form.consent,
      calendarName: calendar.name,
      calendar_id: calendar.id,
      ...(isFull ? { wait: true } : {}),
      ...(sentTo ? { again: true } : {}),
    }),
    onInvalid: (found) => {
      const [first] = Object.keys(found) as (keyof typeof problemToasts)[]
      if (first) toast(problemToasts[first])
    },
    onAnswer: (failure, status, form) => {
      if (status === 'full') return setIsFull(true)
      if (!showFollowAnswer(failure, status, { already_subscribed: followTexts.alreadySubscribed })) return
      setPreference('email')
      if (status === 'waiting') onClose()
      else setSentTo(form.email)
    },
  })

  if (sentTo) {
    return (
      <FormDialog
        open={open}
        onClose={onClose}
        step="sent"
        title={followDialogTexts.sentTitle}
        onSubmit={onSubmit}
        submit={followDialogTexts.sendAgain}
        cancel={uiTexts.close}
        variant="secondary"
        working={working}
      >
        <FollowSent
          email={sentTo}
          onWrong={() => {
            setStart(sentTo)
            setSentTo(null)
          }}
        />
      </FormDialog>
    )
  }
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={followDialogTexts.title(calendar.name)}
      description={isFull ? undefined : followDialogTexts.lead}
      onSubmit={onSubmit}
      submit={isFull ? followDialogTexts.wait : followDialogTexts.sendConfirmation}
      working={working}
    >
      {isFull && <FullNotice calendarId={calendar.id} />}
      <EmailField problems={problems} start={start} />
      <RadioGroup legend={followDialogTexts.preference}>
        {contactPreferences.map((one) => (
          <Radio
            key={one}
            name="preference"
            value={one}
            label={followDialogTexts.preferences[one]}
            checked={preference === one}
            onChange={() => setPreference(one)}
          />
        ))}
      </RadioGroup>
      {preference === 'both' && <PhoneFields calendar={calendar.name} problems={problems} />}
      <Honeypot />
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
