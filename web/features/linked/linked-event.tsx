import { eventPath } from '#domain/event-path.ts'
import { placeWords, whenWords } from '#domain/event-words.ts'
import { linkedTexts } from './texts.ts'

interface LinkedEvent {
  event: {
    id: string
    title: string
    start_time: string
    end_time: string
    all_day: boolean
    location: string | null
    location_name: string | null
  }
  calendar: { id: string; time_zone: string; is_public: boolean }
}

/** What the page behind a link says of the event that was answered. */
export function describeEvent({ event, calendar }: LinkedEvent) {
  return {
    title: event.title,
    lead: (
      <>
        <span className="block first-letter:uppercase">{whenWords(event, calendar.time_zone)}</span>
        <span className="block">{placeWords(event)}</span>
      </>
    ),
    subject: calendar.is_public ? { path: eventPath(calendar, event.id), label: linkedTexts.event } : null,
  }
}
