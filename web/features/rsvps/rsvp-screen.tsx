import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { rsvpAnswers } from '#domain/rsvp-answers.ts'
import type { LinkedRsvp } from '#domain/rsvps.ts'
import { rsvpTexts } from '#domain/texts/rsvps.ts'
import { describeEvent } from '#web/features/linked/linked-event.tsx'
import { LinkedPage } from '#web/features/linked/linked-page.tsx'
import { linkedTexts } from '#web/features/linked/texts.ts'
import type { Problems } from '#web/ui/use-checked-form.ts'
import { RsvpFields } from './rsvp-fields.tsx'
import { rsvpFlow } from './rsvp-flow.ts'
import { rsvpCardTexts, rsvpPageTexts as texts } from './texts.ts'

export function RsvpScreen() {
  return <LinkedPage flow={rsvpFlow} texts={texts} describe={describe} rules={rules} Fields={Fields} />
}

const rules = async () => (await import('#domain/rsvps.ts')).linkedRsvpForm

function describe(found: LinkedRsvp) {
  return {
    ...describeEvent(found),
    state: stateOf(found),
    save: found.state === null ? texts.confirm : linkedTexts.save,
    remove: found.is_stored ? texts.remove : null,
    removed: texts.removed,
  }
}

function stateOf({ state, is_open, rsvp }: LinkedRsvp) {
  if (state === null && !is_open) return { title: rsvpTexts.closed }
  if (state === null) return { title: texts.notYet, body: rsvp.is_full && rsvpCardTexts.wait }
  return { title: rsvpTexts.states[state], body: state === 'waiting' ? texts.waitingBody : !is_open && texts.onlyNo }
}

function Fields({ found, problems }: { found: LinkedRsvp; problems: Problems }) {
  const [search] = useSearchParams()
  // What the link in the mail says; nothing is saved before the button is pressed.
  const [chosen] = useState(() => rsvpAnswers.find((answer) => answer === search.get('a')))
  const start = { ...found, answer: chosen ?? found.answer }
  return <RsvpFields start={start} question={found.rsvp.question} problems={problems} />
}
