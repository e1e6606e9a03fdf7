// An event whose places are all taken, with as many people waiting for them.
import { addDays, dayInZone } from '#domain/dates.ts'
import { addEvent, makeCalendar, type TestCalendar } from '#testing/calendars.ts'
import type { TestDatabase } from '#testing/database.ts'

export type WaitingList = {
  calendar: TestCalendar
  event: string
  waiting: string[]
  /** So many of those who have a place answer that they do not come, in one transaction, which promotes as many who wait. */
  giveUp(count: number): Promise<void>
}

export async function openWaitingList({ pool }: TestDatabase, places: number): Promise<WaitingList> {
  const calendar = await makeCalendar(pool, {})
  const event = await addEvent(pool, calendar, { day: addDays(dayInZone(Date.now(), calendar.zone), 5) })
  await pool.query('insert into public.event_rsvps (event_id, calendar_id, capacity) values ($1, $2, $3)', [
    event,
    calendar.id,
    places,
  ])
  const { rows: people } = await pool.query<{ id: string; email: string }>(
    `insert into public.rsvp_answers (event_id, calendar_id, email, name, answer)
     select $1, $2, 'n' || n || '@example.org', 'Ben', 'going' from generate_series(1, $3::int) as n returning id, email`,
    [event, calendar.id, places * 2],
  )
  const say = (some: { id: string }[], answer: string) =>
    pool.query("select private.place_answer(id, $2, 1, 'Ben', null, now()) from unnest($1::uuid[]) as id", [
      some.map(({ id }) => id),
      answer,
    ])
  await say(people, 'going')
  const coming = people.slice(0, places)
  return {
    calendar,
    event,
    waiting: people.slice(places).map(({ email }) => email),
    async giveUp(count) {
      await say(coming.splice(0, count), 'no')
    },
  }
}
