// What a notice says: how events changed since people were notified of them, read when it is sent.
import type pg from 'pg'
import { type Change, changeOf, type NotifiedEvent } from '#domain/event-changes.ts'
import type { Language } from '#domain/languages.ts'
import type { DayOfCalendar } from '#messages/templates/day-of/data.ts'
import { changeItem, type NoticeItem } from '#messages/templates/notice/data.ts'

/** Compares with the events as they are now, so that what was changed back is left out. */
export async function readChanges(
  pool: pg.Pool,
  mailingId: string,
  { time_zone }: DayOfCalendar,
): Promise<NoticeItem[]> {
  const { rows } = await pool.query<{ before: NotifiedEvent & { id: string }; after: NotifiedEvent | null }>(
    findChanges,
    [mailingId],
  )
  return rows.flatMap(({ before, after }) => {
    const change = (language?: Language) => changeOf(before, after, time_zone, language)
    if (change() === null) return []
    return [
      { eventId: before.id, itemIn: (language) => changeItem(before.id, change(language) as Change, after !== null) },
    ]
  })
}

const findChanges = `
  select n.before, to_jsonb(e) as after
  from public.change_notices n
  left join public.events e on e.id = n.event_id
  where n.mailing_id = $1
  order by n.before ->> 'start_time', n.before ->> 'title', n.id`
