import { Mail } from 'lucide-react'
import { useState } from 'react'
import { type GuestAudience, guestAudiences } from '#domain/guest-audiences.ts'
import { EVENT_MESSAGE_MAX } from '#domain/limits.ts'
import { eventMessageTexts } from '#domain/texts/event-messages.ts'
import { Button } from '#web/ui/button.tsx'
import { TextareaField } from '#web/ui/fields.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Checkbox, Radio, RadioGroup } from '#web/ui/selection-controls.tsx'
import { useCheckedForm } from '#web/ui/use-checked-form.ts'
import { type GuestCount, useGuestCount, useMessageGuests } from './guest-messages.ts'
import { guestTexts as texts } from './guest-texts.ts'

interface MessageGuestsProps {
  calendar: { id: string; name: string }
  eventId: string
  /** Who is chosen at first. */
  start: GuestAudience
}

/** Lets admins write to those who answered or signed up: it says to how many before it goes, and can be taken back. */
export function MessageGuests({ calendar, eventId, start }: MessageGuestsProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [chosen, setChosen] = useState<readonly GuestAudience[]>([start])
  const [isNow, setIsNow] = useState(false)
  const close = () => setIsOpen(false)
  const { data: count } = useGuestCount(eventId, chosen, isOpen && chosen.length > 0)
  const send = useMessageGuests(calendar.id, eventId, close)
  const { onSubmit, problems } = useCheckedForm({
    isOpen,
    rules: async () => (await import('#domain/event-messages.ts')).eventMessageForm,
    onValid: ({ message }) => send.mutate({ audience: chosen, message, isNow, people: count?.people ?? 0 }),
  })
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        <Mail aria-hidden="true" className="size-5" />
        {texts.open}
      </Button>
      <FormDialog
        open={isOpen}
        onClose={close}
        title={texts.title}
        onSubmit={onSubmit}
        submit={count && chosen.length > 0 ? texts.submit(count.people) : texts.counting}
        reason={reasonOf(chosen, count)}
        working={send.isPending}
      >
        <p className="text-muted wrap-anywhere">{texts.lead(calendar.name)}</p>
        <RadioGroup legend={texts.to}>
          {guestAudiences.map((audience) => (
            <Checkbox
              key={audience}
              label={texts.audiences[audience]}
              name={audience}
              checked={chosen.includes(audience)}
              onChange={({ target }) =>
                setChosen(guestAudiences.filter((one) => (one === audience ? target.checked : chosen.includes(one))))
              }
            />
          ))}
        </RadioGroup>
        <p className="min-h-lh text-sm text-muted" aria-live="polite">
          {count && leftOut(count)}
        </p>
        <TextareaField
          label={eventMessageTexts.message}
          hint={texts.messageHint}
          error={problems.message}
          required
          name="message"
          rows={6}
          maxLength={EVENT_MESSAGE_MAX}
        />
        <RadioGroup legend={texts.when}>
          <Radio
            label={texts.later}
            hint={texts.laterHint}
            name="when"
            checked={!isNow}
            onChange={() => setIsNow(false)}
          />
          <Radio label={texts.now} name="when" checked={isNow} onChange={() => setIsNow(true)} />
        </RadioGroup>
      </FormDialog>
    </>
  )
}

function reasonOf(chosen: readonly GuestAudience[], count: GuestCount | undefined) {
  if (chosen.length === 0) return { says: texts.noAudience, field: guestAudiences[0] }
  return count?.people === 0 ? { says: texts.nobody } : null
}

function leftOut({ unsubscribed, without_address: without }: GuestCount): string {
  return [
    ...(unsubscribed > 0 ? [texts.unsubscribed(unsubscribed)] : []),
    ...(without > 0 ? [texts.withoutAddress(without)] : []),
  ].join(' ')
}
