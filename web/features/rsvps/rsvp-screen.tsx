import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { rsvpAnswers } from '#domain/rsvp-answers.ts'
import type { LinkedRsvp } from '#domain/rsvps.ts'
import { rsvpTexts } from '#domain/texts/rsvps.ts'
import { describeEvent } from '#web/features/linked/linked-event.tsx'
import type { Description } from '#web/features/linked/linked-form.tsx'
import { LinkedPage } from '#web/features/linked/linked-page.tsx'
import type { AddToCalendar } from '#web/features/linked/state-card.tsx'
import { linkedTexts } from '#web/features/linked/texts.ts'
import { answerWords } from './answer-words.ts'
import { RsvpFields } from './rsvp-fields.tsx'
import { rsvpFlow } from './rsvp-flow.ts'
import { rsvpCardTexts, rsvpPageTexts as texts } from './texts.ts'

export function RsvpScreen({ addToCalendar }: { addToCalendar: AddToCalendar }) {
  const [search] = useSearchParams()
  // What the link in the mail says; nothing is saved before the button is pressed.
  const [pressed] = useState(() => rsvpAnswers.find((answer) => answer === search.get('a')))
  const [chosen, setChosen] = useState(pressed)

  function describe(found: LinkedRsvp, isSaved: boolean): Description {
    const { state, answer, is_stored } = found
    const counts = state !== null && (isSaved || !pressed || pressed === answer)
    return {
      ...describeEvent(found),
      state: counts ? { title: rsvpTexts.states[state], body: bodyOf(found) } : uncounted(found),
      answered: counts ? { ...found, isYes: state !== 'no', addToCalendar } : null,
      save: answerWords(chosen ?? answer, waits(found), state === null ? texts.confirm : linkedTexts.save),
      remove: is_stored ? texts.remove : null,
      removed: texts.removed,
    }
  }

  return (
    <LinkedPage<LinkedRsvp>
      flow={rsvpFlow}
      texts={texts}
      describe={describe}
      rules={rules}
      fields={(found, problems) => (
        <>
          {found.state !== null && !found.is_open && <p>{texts.onlyNo}</p>}
          <RsvpFields
            answer={chosen ?? found.answer}
            onAnswer={setChosen}
            start={found}
            question={found.rsvp.question}
            isFull={waits(found)}
            problems={problems}
          />
        </>
      )}
    />
  )
}

const rules = async () => (await import('#domain/rsvps.ts')).linkedRsvpForm

/** Whether to come means to wait: who has a place keeps it. */
const waits = ({ state, rsvp, is_open }: LinkedRsvp) =>
  rsvp.is_full && is_open && state !== 'going' && state !== 'waiting'

function bodyOf({ state, party }: LinkedRsvp) {
  if (state === 'waiting') return texts.waitingBody
  return state === 'going' && texts.going(party - 1)
}

/** What to do with an answer that does not count yet. */
function uncounted({ state, is_open, rsvp }: LinkedRsvp) {
  if (state !== null) return { title: rsvpTexts.states[state], body: texts.notSaved }
  if (!is_open) return { title: rsvpTexts.closed }
  return { title: texts.notYet, body: rsvp.is_full && rsvpCardTexts.wait }
}
