import { useState } from 'react'
import type { Rsvp, RsvpAnswer } from '#domain/rsvp-answers.ts'
import { RequestDialog } from '#web/features/linked/request-dialog.tsx'
import { answerWords } from './answer-words.ts'
import { RsvpFields } from './rsvp-fields.tsx'
import { rsvpFlow } from './rsvp-flow.ts'
import { rsvpCardTexts } from './texts.ts'

interface RsvpDialogProps {
  calendar: { id: string }
  event: { id: string; title: string }
  rsvp: Rsvp
  /** Chosen on the card. */
  start: RsvpAnswer
  open: boolean
  onClose: () => void
}

const rules = async () => (await import('#domain/rsvps.ts')).rsvpForm

export function RsvpDialog({ calendar, event, rsvp, start, open, onClose }: RsvpDialogProps) {
  const [answer, setAnswer] = useState(start)
  return (
    <RequestDialog
      open={open}
      onClose={onClose}
      title={event.title}
      submit={answerWords(answer, rsvp.is_full, rsvpCardTexts.send)}
      flow={rsvpFlow}
      about={calendar.id}
      rules={rules}
      body={(form) => ({ ...form, calendar_id: calendar.id, event_id: event.id })}
    >
      {(problems) => (
        <>
          {rsvp.is_full && answer === 'going' && <p>{rsvpCardTexts.wait}</p>}
          <RsvpFields
            answer={answer}
            onAnswer={setAnswer}
            start={{}}
            question={rsvp.question}
            isFull={rsvp.is_full}
            problems={problems}
          />
        </>
      )}
    </RequestDialog>
  )
}
