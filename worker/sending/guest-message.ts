// What an organizer writes to the guests of an event, read when it is sent: the event as it is then.
import type pg from 'pg'
import type { Language } from '#domain/languages.ts'
import { plainName } from '#messages/plain-name.ts'
import type { DayOfCalendar, DayOfEvent } from '#messages/templates/day-of/data.ts'
import { messageItem, type NoticeItem } from '#messages/templates/notice/data.ts'

/** Returns nothing if the event was deleted. */
export async function readGuestMessage(
  pool: pg.Pool,
  mailingId: string,
  calendar: DayOfCalendar,
): Promise<NoticeItem[]> {
  const { rows } = await pool.query<GuestMessage>(findMessage, [mailingId])
  return rows.map(({ message, author, ...event }) => ({
    eventId: event.id,
    itemIn: (language: Language) =>
      messageItem(event, calendar, language, { message, author: author ? plainName(author) : calendar.name }),
  }))
}

type GuestMessage = Pick<
  DayOfEvent,
  'id' | 'title' | 'start_time' | 'end_time' | 'all_day' | 'location' | 'location_name'
> & { message: string; author: string | null }

const findMessage = `
  select e.id, e.title, e.start_time, e.end_time, e.all_day, e.location, e.location_name, s.message, p.display_name as author
  from public.event_messages s
  join public.events e on e.id = s.event_id
  left join public.profiles p on p.user_id = s.created_by
  where s.mailing_id = $1`
