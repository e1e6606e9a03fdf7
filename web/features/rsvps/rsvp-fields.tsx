import { RSVP_PARTY_MAX, RSVP_REPLY_MAX } from '#domain/limits.ts'
import { type RsvpAnswer, rsvpAnswers } from '#domain/rsvp-answers.ts'
import { rsvpTexts } from '#domain/texts/rsvps.ts'
import { InputField, TextareaField } from '#web/ui/fields.tsx'
import { Radio, RadioGroup } from '#web/ui/selection-controls.tsx'
import { rsvpFieldTexts } from './texts.ts'

export interface RsvpFieldValues {
  answer: RsvpAnswer
  /** The text as typed. */
  party: string
  reply: string
}

export type RsvpProblems = Partial<Record<'name' | 'email' | 'party' | 'reply', string>>

interface RsvpFieldsProps {
  values: RsvpFieldValues
  question: string | null
  problems: RsvpProblems
  onChange: (part: Partial<RsvpFieldValues>) => void
}

/** What everybody answers, with an account or without. */
export function RsvpFields({ values, question, problems, onChange }: RsvpFieldsProps) {
  return (
    <>
      <RadioGroup legend={rsvpFieldTexts.answer}>
        <div className="flex flex-wrap gap-x-6 gap-y-2">
          {rsvpAnswers.map((answer) => (
            <Radio
              key={answer}
              name="answer"
              label={rsvpTexts.answers[answer]}
              checked={values.answer === answer}
              onChange={() => onChange({ answer })}
            />
          ))}
        </div>
      </RadioGroup>
      {values.answer !== 'no' && (
        <>
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
            value={values.party}
            onChange={(event) => onChange({ party: event.target.value })}
          />
          {question && (
            <TextareaField
              label={question}
              error={problems.reply}
              name="reply"
              rows={2}
              maxLength={RSVP_REPLY_MAX}
              value={values.reply}
              onChange={(event) => onChange({ reply: event.target.value })}
            />
          )}
        </>
      )}
    </>
  )
}

/** Reads the problems of a form that a rule refused: the first of each field. */
export function problemsIn(error: { issues: { path: PropertyKey[]; message: string }[] }): RsvpProblems {
  const found: RsvpProblems = {}
  for (const { path, message } of error.issues) found[path[0] as keyof RsvpProblems] ??= message
  return found
}
