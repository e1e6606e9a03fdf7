import { RSVP_PARTY_MAX, RSVP_REPLY_MAX } from '#domain/limits.ts'
import { type RsvpAnswer, rsvpAnswers } from '#domain/rsvp-answers.ts'
import { InputField, TextareaField } from '#web/ui/fields.tsx'
import { Radio, RadioGroup } from '#web/ui/selection-controls.tsx'
import type { Problems } from '#web/ui/use-checked-form.ts'
import { answerWords } from './answer-words.ts'
import { rsvpFieldTexts } from './texts.ts'

export interface RsvpFieldsProps {
  answer: RsvpAnswer
  onAnswer: (answer: RsvpAnswer) => void
  start: { party?: number; reply?: string | null }
  question: string | null
  /** Whether to come means to wait. */
  isFull: boolean
  problems: Problems
}

/** What everybody answers, with an account or without. */
export function RsvpFields({ answer, onAnswer, start, question, isFull, problems }: RsvpFieldsProps) {
  return (
    <>
      <RadioGroup legend={rsvpFieldTexts.answer}>
        <div className="flex flex-wrap gap-x-6 gap-y-2">
          {rsvpAnswers.map((choice) => (
            <Radio
              key={choice}
              name="answer"
              value={choice}
              label={answerWords(choice, isFull)}
              checked={choice === answer}
              onChange={() => onAnswer(choice)}
            />
          ))}
        </div>
      </RadioGroup>
      <div hidden={answer === 'no'} className="space-y-5">
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
