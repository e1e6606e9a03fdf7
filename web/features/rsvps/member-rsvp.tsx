import { useState } from 'react'
import type { Rsvp, RsvpAnswer } from '#domain/rsvp-answers.ts'
import { rsvpTexts } from '#domain/texts/rsvps.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'
import { useCheckedForm } from '#web/ui/use-checked-form.ts'
import { answerWords } from './answer-words.ts'
import { type RosterEntry, stateOf, useAnswer, useMyAnswer } from './roster.ts'
import { memberRsvpTexts, rosterTexts } from './roster-texts.ts'
import { AnswerButtons, RsvpFrame } from './rsvp-card.tsx'
import { RsvpFields } from './rsvp-fields.tsx'

interface MemberRsvpProps {
  calendar: { id: string; time_zone: string }
  event: { id: string; start_time: string }
  rsvp: Rsvp
  userId: string
}

/** Members answer at once: their address is confirmed. */
export function MemberRsvp({ calendar, event, rsvp, userId }: MemberRsvpProps) {
  const mine = useMyAnswer(event.id, userId)
  return (
    <RsvpFrame zone={calendar.time_zone} event={event} rsvp={rsvp}>
      {mine.isSuccess ? (
        <MyAnswer key={mine.data?.answer} calendarId={calendar.id} eventId={event.id} rsvp={rsvp} mine={mine.data} />
      ) : (
        <AnswerButtons disabled isFull={rsvp.is_full} onChoose={() => {}} />
      )}
    </RsvpFrame>
  )
}

interface MyAnswerProps {
  calendarId: string
  eventId: string
  rsvp: Rsvp
  mine: RosterEntry | null
}

function MyAnswer({ calendarId, eventId, rsvp, mine }: MyAnswerProps) {
  const save = useAnswer(eventId, calendarId)
  const [chosen, setChosen] = useState<RsvpAnswer | null>(null)
  const { onSubmit, problems } = useCheckedForm({
    rules: async () => (await import('#domain/rsvps.ts')).memberRsvpForm,
    onValid: (form) =>
      save.mutate(form, {
        onSuccess: (state) => {
          setChosen(null)
          toast({ title: rsvpTexts.states[state as keyof typeof rsvpTexts.states] })
        },
      }),
  })

  const isFull = rsvp.is_full && mine?.answer !== 'going'
  if (!chosen) {
    return (
      <>
        <AnswerButtons chosen={mine?.answer ?? null} isFull={isFull} onChoose={setChosen} />
        {mine && (
          <p className="mt-3 text-[0.9375rem] font-semibold">
            {rsvpTexts.states[stateOf(mine)]}
            {mine.answer !== 'no' && `, ${rosterTexts.people(mine.party)}`}
          </p>
        )}
      </>
    )
  }
  return (
    <form noValidate onSubmit={onSubmit} className="mt-4 space-y-4">
      <RsvpFields
        answer={chosen}
        onAnswer={setChosen}
        start={{ ...mine }}
        question={rsvp.question}
        isFull={isFull}
        problems={problems}
      />
      <Button type="submit" working={save.isPending}>
        {answerWords(chosen, isFull, memberRsvpTexts.save)}
      </Button>
    </form>
  )
}
