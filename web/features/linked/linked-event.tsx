import { eventPath } from '#domain/event-path.ts'
import { placeWords, whenWords } from '#domain/event-words.ts'
import type { LinkedCalendar, LinkedEvent } from '#domain/linked.ts'
import { linkedTexts } from './texts.ts'

/** What the page behind a link says of the event that was answered. */
export function describeEvent({ event, calendar }: { event: LinkedEvent; calendar: LinkedCalendar }) {
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
