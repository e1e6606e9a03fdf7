import { useState } from 'react'
import { RSVP_PARTY_MAX, RSVP_REPLY_MAX } from '#domain/limits.ts'
import { type RsvpAnswer, rsvpAnswers } from '#domain/rsvp-answers.ts'
import { rsvpTexts } from '#domain/texts/rsvps.ts'
import { InputField, TextareaField } from '#web/ui/fields.tsx'
import { Radio, RadioGroup } from '#web/ui/selection-controls.tsx'
import type { Problems } from '#web/ui/use-checked-form.ts'
import { rsvpFieldTexts } from './texts.ts'

interface RsvpFieldsProps {
  start: { answer: RsvpAnswer; party?: number; reply?: string | null }
  question: string | null
  problems: Problems
}

/** What everybody answers, with an account or without. */
export function RsvpFields({ start, question, problems }: RsvpFieldsProps) {
  const [chosen, setChosen] = useState(start.answer)
  return (
    <>
      <RadioGroup legend={rsvpFieldTexts.answer}>
        <div className="flex flex-wrap gap-x-6 gap-y-2">
          {rsvpAnswers.map((answer) => (
            <Radio
              key={answer}
              name="answer"
              value={answer}
              label={rsvpTexts.answers[answer]}
              checked={chosen === answer}
              onChange={() => setChosen(answer)}
            />
          ))}
        </div>
      </RadioGroup>
      <div hidden={chosen === 'no'} className="space-y-5">
        <InputField
          label={rsvpFieldTexts.party}
          hint={rsvpFieldTexts.partyHint}
          error={problems.party}
          required
          type="number"
          name="party"
          inputMode="numeric"
          min={1}
          max={RSVP_PARTY_MAX}
          defaultValue={start.party ?? 1}
        />
        {question && (
          <TextareaField
            label={question}
            error={problems.reply}
            name="reply"
            rows={2}
            maxLength={RSVP_REPLY_MAX}
            defaultValue={start.reply ?? ''}
          />
        )}
      </div>
    </>
  )
}
