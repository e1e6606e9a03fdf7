import { eventPath } from '#domain/event-path.ts'
import type { LinkedSuggestion } from '#domain/suggestions.ts'
import { suggestionTexts } from '#domain/texts/suggestions.ts'
import type { Description } from '#web/features/linked/linked-form.tsx'
import { LinkedPage } from '#web/features/linked/linked-page.tsx'
import { linkedTexts } from '#web/features/linked/texts.ts'
import type { Problems } from '#web/ui/use-checked-form.ts'
import { draftOf, SuggestionFields } from './suggestion-fields.tsx'
import { suggestionFlow } from './suggestion-flow.ts'
import { suggestionPageTexts as texts } from './texts.ts'

export function SuggestionScreen() {
  return <LinkedPage flow={suggestionFlow} texts={texts} describe={describe} rules={rules} fields={fields} />
}

const rules = async () => (await import('#domain/suggestions.ts')).linkedSuggestionForm

const buttons = {
  unconfirmed: texts.confirm,
  pending: linkedTexts.save,
  accepted: texts.propose,
  declined: texts.again,
}

function describe(found: LinkedSuggestion): Description {
  const { state, calendar, event_id, is_open, is_gone } = found
  return {
    lead: calendar.name,
    state: stateOf(found),
    subject: event_id
      ? { path: eventPath(calendar, event_id), label: linkedTexts.event }
      : { path: `/calendar/${calendar.id}`, label: texts.calendar },
    save: !is_open || is_gone ? null : state === 'declined' && event_id ? texts.propose : buttons[state],
    remove: texts.remove,
    removed: texts.removed,
  }
}

function stateOf({ state, event_id, reason, is_open, is_gone }: LinkedSuggestion): Description['state'] {
  if (is_gone) return { title: suggestionTexts.eventGone }
  if (state === 'unconfirmed') return { title: is_open ? texts.states.unconfirmed : suggestionTexts.closed }
  if (state === 'pending')
    return { title: event_id ? texts.states.change : texts.states.pending, body: texts.pendingBody }
  if (state === 'accepted') return { title: texts.states.accepted, body: is_open && texts.acceptedBody }
  return {
    title: texts.states.declined,
    body: (
      <>
        {reason && (
          <p className="whitespace-pre-line wrap-anywhere" dir="auto">
            {texts.reason(reason)}
          </p>
        )}
        {is_open && texts.declinedBody}
      </>
    ),
  }
}

function fields(found: LinkedSuggestion, problems: Problems) {
  return <SuggestionFields start={draftOf(found)} problems={problems} />
}
