import { eventProblemTexts } from '#domain/texts/events.ts'
import { suggestionTexts } from '#domain/texts/suggestions.ts'
import { linkedFlow } from '#web/features/linked/linked-flow.ts'
import { suggestPageTexts } from './texts.ts'

export const suggestionFlow = linkedFlow(
  { request: 'request-suggestion', read: 'get-suggestion', answer: 'answer-suggestion' },
  { ...suggestionTexts, sent: { title: suggestPageTexts.sent, body: suggestPageTexts.sentBody } },
  {
    TB005: eventProblemTexts.pastDay.body,
    suggestions_closed: suggestionTexts.closed,
    too_many_suggestions: suggestionTexts.tooMany,
    suggested_event_gone: suggestionTexts.eventGone,
  },
)
