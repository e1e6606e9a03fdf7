import { type FormEvent, type ReactNode, useState } from 'react'
import type { EventCalendar } from '#web/features/events/event.ts'
import type { EventsFormProps } from '#web/features/events/events-dialog.tsx'
import { CancelButton, StickyActions } from '#web/ui/dialog.tsx'
import { MainButton } from '#web/ui/main-button.tsx'
import { Checkbox } from '#web/ui/selection-controls.tsx'
import { useAddKit } from './import.ts'
import { kitTexts } from './kit-texts.ts'

interface AddEventsFormProps extends EventsFormProps<EventCalendar> {
  texts: Record<'mailer' | 'mailerOn' | 'mailerOff' | 'incomplete', string>
  count: number
  /** Whether all that is ticked can be added. */
  isComplete: boolean
  /** Whether the mailer is on at first. */
  mailer: boolean
  /** The events as a file. */
  file: () => { text: string; source?: 'copy' }
  /** After what is said of the mailer. */
  note?: ReactNode
  children: ReactNode
}

/** Adds proposed events by one import, which can be undone. */
export function AddEventsForm(props: AddEventsFormProps) {
  const { calendar, onClose, onWorking, texts, count, isComplete, mailer, file, note, children } = props
  const [inMailer, setInMailer] = useState(mailer)
  const add = useAddKit(calendar.id)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (count === 0 || !isComplete || add.isPending) return
    onWorking(true)
    const request = { ...file(), include_in_mailer: inMailer, dry_run: false }
    add.mutate(request, { onSuccess: onClose, onSettled: () => onWorking(false) })
  }

  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      {children}
      <Checkbox
        label={<span className="font-semibold">{texts.mailer}</span>}
        hint={<span aria-live="polite">{inMailer ? texts.mailerOn : texts.mailerOff}</span>}
        checked={inMailer}
        onChange={({ target }) => setInMailer(target.checked)}
      />
      {note}
      <StickyActions>
        <CancelButton disabled={add.isPending} />
        <MainButton
          reason={count === 0 ? { says: kitTexts.tickOne } : isComplete ? null : { says: texts.incomplete }}
          working={add.isPending}
        >
          {add.isPending ? kitTexts.adding : kitTexts.add(count)}
        </MainButton>
      </StickyActions>
    </form>
  )
}
