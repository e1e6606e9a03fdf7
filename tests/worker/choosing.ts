// A calendar with two addresses that choose what they get, for tests of the planner and the sender. What it exports by `let` is new for
// each test.
import { after, afterEach, before, beforeEach } from 'node:test'
import { eventWrite } from '#database/event-write.ts'
import { inTransaction } from '#database/scope.ts'
import { addEvent, fixedClock, makeCalendar, type TestCalendar } from '#testing/calendars.ts'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { emptyTables } from '#testing/empty-tables.ts'
import { caught, openSendingFixture, type SendingFixture } from '#testing/sending-fixture.ts'
import { signedIn } from '#tests/policies/people.ts'

export let database: TestDatabase
export let fixture: SendingFixture
export let calendar: TestCalendar
/** Eight o'clock in Austin, on a Wednesday. */
export const day = '2035-07-04'
export const due = `${day}T13:00:00Z`
export const clock = fixedClock(due)
export const ann = 'ann@example.org'
export const bob = 'bob@example.org'

/** Called by each test file: several may run in one process. */
export function openForTests(): void {
  before(async () => {
    database = await testDatabase()
  })
  beforeEach(async () => {
    await emptyTables(database.pool)
    clock.set(due)
    fixture = await openSendingFixture(database.pool, clock)
    calendar = await makeCalendar(database.pool, { emails: [ann, bob] })
  })
  afterEach(() => fixture.close())
  after(() => database.close())
}

type Chosen = {
  is_on?: boolean
  categories?: string[]
  timing?: string
  paused_until?: string
  language?: string
  of?: TestCalendar
}

export async function choose(address: string, { of, ...chosen }: Chosen): Promise<void> {
  const { is_on = true, categories = null, timing = 'day_of', paused_until = null, language = 'en' } = chosen
  await database.pool.query(
    `insert into private.contact_preferences (channel, address, calendar_id, is_on, categories, timing, paused_until, language)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      address.startsWith('+') ? 'sms' : 'email',
      address,
      of?.id ?? null,
      is_on,
      categories,
      timing,
      paused_until,
      language,
    ],
  )
}

export async function add(title: string, on = day, category = 'Event', to = calendar): Promise<string> {
  const id = await addEvent(database.pool, to, { title, day: on })
  await database.pool.query('update public.events set category = $2 where id = $1', [id, category])
  return id
}

/** Returns the recipients and subjects of what arrived since the last call. */
export async function news(kind: 'email' | 'sms' = 'email'): Promise<[string, string][]> {
  await fixture.minute()
  const messages = await caught(database.pool, kind)
  await database.pool.query('truncate private.caught_messages')
  return messages.map(({ recipient, subject, text }): [string, string] => [recipient, subject || text]).sort()
}

/** Changes an event as the owner, and notifies those who were notified before. */
export function change(id: string, sets: string) {
  const settings = eventWrite({ notify: true, now: clock.now() })
  const scope = { ...signedIn(calendar.owner), settings }
  return inTransaction(
    database.pool,
    (client) => client.query(`update public.events set ${sets} where id = $1`, [id]),
    scope,
  )
}

export function minutes(count: number): void {
  clock.set(new Date(clock.now().getTime() + count * 60_000))
}
