// A calendar whose mails are sent over SMTP to a server that the test starts.
import { after, afterEach, before, beforeEach } from 'node:test'
import { minutes } from '#domain/durations.ts'
import { createSmtpConnections } from '#messages/email/smtp-connections.ts'
import type { Timeouts } from '#messages/email/smtp-session.ts'
import { addEvent, fixedClock, makeCalendar, type TestCalendar } from '#testing/calendars.ts'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { emptyTables } from '#testing/empty-tables.ts'
import { openSendingFixture, type SendingFixture } from '#testing/sending-fixture.ts'

export let database: TestDatabase
export const due = '2025-07-04T13:00:00Z'
export const clock = fixedClock(due)

type Opened = { close(): Promise<void> } | { stop(): Promise<void> }
const open: Opened[] = []

/** Called by each test file: several may run in one process. */
export function openForTests(): void {
  before(async () => {
    database = await testDatabase()
  })
  beforeEach(async () => {
    await emptyTables(database.pool)
    clock.set(due)
  })
  afterEach(async () => {
    for (const one of open.splice(0).reverse()) await ('stop' in one ? one.stop() : one.close())
  })
  after(() => database.close())
}

/** Closes what was opened when the test has ended. */
export async function opened<T extends Opened>(opening: T | Promise<T>): Promise<T> {
  const one = await opening
  open.push(one)
  return one
}

const shortTimeouts: Timeouts = { connect: 1000, command: 1000, block: 1000, end: 1500 }

export function openSmtpFixture(url: string, timeouts = shortTimeouts): Promise<SendingFixture> {
  const connections = createSmtpConnections({ url, name: 'town.example', connections: 2, timeouts })
  return opened(openSendingFixture(database.pool, clock, { connections }))
}

export const addresses = (count: number) =>
  Array.from({ length: count }, (_, i) => `p${String(i).padStart(3, '0')}@example.org`)

export async function calendarOf(count: number, title = 'Porch concert'): Promise<TestCalendar> {
  const calendar = await makeCalendar(database.pool, { emails: addresses(count) })
  await addEvent(database.pool, calendar, { title, day: '2025-07-04', description: 'Bring a chair.\n.\n.hidden dot' })
  return calendar
}

/** Moves the clock on in steps of a quarter of an hour, and runs the worker after each. */
export async function letTimePass(fixture: SendingFixture, until: number): Promise<void> {
  const start = clock.now().getTime()
  for (let passed = minutes(1); passed <= until; passed += minutes(15)) {
    fixture.sending.restUntil.email = 0
    clock.set(new Date(start + passed))
    await fixture.minute()
  }
}
