import { rsvpTexts } from '#domain/texts/rsvps.ts'
import { linkedFlow } from '#web/features/linked/linked-flow.ts'

export const rsvpFlow = linkedFlow({ request: 'request-rsvp', read: 'get-rsvp', answer: 'answer-rsvp' }, rsvpTexts, {
  TB050: rsvpTexts.closed,
  TB051: rsvpTexts.noPlaces,
  TB052: rsvpTexts.tooMany,
})
