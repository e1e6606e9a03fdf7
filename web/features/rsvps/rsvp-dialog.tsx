import type { Rsvp, RsvpAnswer } from '#domain/rsvp-answers.ts'
import { RequestDialog } from '#web/features/linked/request-dialog.tsx'
import { RsvpFields } from './rsvp-fields.tsx'
import { rsvpFlow } from './rsvp-flow.ts'
import { rsvpCardTexts } from './texts.ts'

interface RsvpDialogProps {
  calendar: { id: string }
  event: { id: string; title: string }
  rsvp: Rsvp
  answer: RsvpAnswer
  open: boolean
  onClose: () => void
}

const rules = async () => (await import('#domain/rsvps.ts')).rsvpForm

export function RsvpDialog({ calendar, event, rsvp, answer, open, onClose }: RsvpDialogProps) {
  return (
    <RequestDialog
      open={open}
      onClose={onClose}
      title={event.title}
      submit={rsvpCardTexts.send}
      flow={rsvpFlow}
      about={calendar.id}
      rules={rules}
      body={(form) => ({ ...form, calendar_id: calendar.id, event_id: event.id })}
    >
      {(problems) => <RsvpFields start={{ answer }} question={rsvp.question} problems={problems} />}
    </RequestDialog>
  )
}
