// Simulates days with the real planner, queue and sender: the clock jumps from one instant at which something can become due
// to the next, stopping a minute before each to check that nothing is early. Carriers accept and record everything.
import { createHash } from 'node:crypto'
import type { TaskList } from 'graphile-worker'
import type pg from 'pg'
import { inTransaction } from '#database/scope.ts'
import { addDays, type Day } from '#domain/dates.ts'
import { carrierConnections } from '#messages/email/carrier-connections.ts'
import { fixedClock } from '#testing/calendars.ts'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { testLog } from '#testing/log.ts'
import { openSendingFixture } from '#testing/sending-fixture.ts'
import { createDatabaseClock } from '#worker/database-clock.ts'
import { planDayOf } from '#worker/jobs/plan-day-of.ts'
import { planRecipients } from '#worker/jobs/plan-recipients.ts'
import { sendMailing } from '#worker/jobs/send-mailing.ts'
import { startWorker } from '#worker/main.ts'
import { schedule } from '#worker/schedule.ts'
import { dispatch } from '#worker/sending/dispatch.ts'
import { makeCalendars } from './calendars.ts'
import { type ExpectedEvent, expectedEventsOf, instantsOf } from './expected-events.ts'
import { createTally, type Message, type Tally } from './tally.ts'

export type Span = {
  first: Day
  last: Day
  /** One zone for each different clock, instead of all. */
  few?: boolean
}

/** Called after each simulated and checked day. */
export async function simulate(pool: pg.Pool, { first, last, few }: Span, onDay = (_day: Day, _tally: Tally) => {}) {
  const clock = fixedClock(`${addDays(first, -1)}T00:00:00Z`)
  const messages: Message[] = []
  // What a mail shows under "Also this week" is announced by mails of its own.
  const hand = (address: string, mail: string) => {
    const [text = ''] = mail.split(/also this week/i)
    messages.push({ address, text, at: clock.now().getTime() })
  }
  const fixture = await openSendingFixture(pool, clock, {
    connections: carrierConnections(
      { send: async ({ to, text }) => ({ providerId: void hand(to, text) }), async close() {} },
      4,
    ),
    texts: {
      send: async ({ to, body }) => ({ providerId: void hand(to, body) }),
      find: async () => null,
      async close() {},
    },
  })
  const plan = planDayOf({ pool, clock, log: testLog('error') })
  const send = sendMailing(fixture.sending)
  let running = 0
  const tasks: TaskList = {
    // The schedule adds these by the clock on our wall; unknown to the worker they would wait for ever, and we for them.
    ...Object.fromEntries(schedule.map(({ task }) => [task, async () => {}])),
    'plan-day-of': plan,
    'plan-recipients': planRecipients({ pool, clock }),
    async 'send-mailing'(payload, helpers) {
      running++
      await send(payload, helpers)
      running--
    },
  }
  const worker = await startWorker({
    pool,
    clock: createDatabaseClock(),
    tasks,
    atOnce: 3,
    log: testLog('error'),
    onReadOnly() {},
  })
  const calendars = await makeCalendars(pool, few)
  const tally = createTally()
  const ahead = new Set<number>()
  const days = new Map<Day, ExpectedEvent[]>()

  // One day is added before any place enters it, and one is closed after every place has left it.
  for (let day = addDays(first, -1); day <= addDays(last, 2); day = addDays(day, 1)) {
    const tomorrow = addDays(day, 1)
    if (tomorrow >= first && tomorrow <= last) {
      const expectedEvents = expectedEventsOf(tomorrow, calendars)
      await addEvents(expectedEvents.filter(({ addedAt }) => addedAt === null))
      days.set(tomorrow, expectedEvents)
      for (const instant of instantsOf(expectedEvents)) ahead.add(instant)
    }
    const end = Date.parse(`${tomorrow}T00:00:00Z`)
    for (const instant of [...ahead].filter((one) => one < end).sort((a, b) => a - b)) {
      ahead.delete(instant)
      await live(instant)
    }
    const done = addDays(day, -2)
    const expectedEvents = days.get(done)
    if (!expectedEvents) continue
    tally.day(expectedEvents, messages.splice(0), await states(done))
    days.delete(done)
    await forget(done)
    onDay(done, tally)
  }
  await worker.stop()
  await fixture.close()
  tally.end()
  return tally

  async function live(instant: number): Promise<void> {
    clock.set(new Date(instant))
    for (const expectedEvents of days.values())
      await addEvents(expectedEvents.filter(({ addedAt }) => addedAt === instant))
    await plan(null, undefined as never)
    await drained()
    if ((await dispatch(fixture.sending)) > 0) await drained()
  }

  async function drained(): Promise<void> {
    for (;;) {
      const { rows } = await pool.query('select last_error from graphile_worker._private_jobs limit 1')
      if (rows.length === 0) return
      if (rows[0].last_error) throw new Error(rows[0].last_error)
      do await new Promise((resolve) => setTimeout(resolve, 1))
      while (running > 0)
    }
  }

  async function addEvents(expectedEvents: ExpectedEvent[]): Promise<void> {
    if (expectedEvents.length === 0) return
    await pool.query(insertEvents, [
      expectedEvents.map(({ calendar }) => calendar.id),
      expectedEvents.map(({ title }) => title),
      expectedEvents.map(({ start }) => new Date(start)),
      expectedEvents.map(({ end }) => new Date(end)),
    ])
  }

  /** Inserts without triggers, because the history is not needed. */
  function forget(day: Day): Promise<void> {
    return inTransaction(pool, async (client) => {
      await client.query('set local session_replication_role = replica')
      for (const statement of forgetDay) await client.query(statement, [day])
    })
  }

  async function states(day: Day): Promise<Record<string, number>> {
    const { rows } = await pool.query(countStates, [day])
    return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
  }
}

/** A database whose connections keep the plans of their statements: making them anew each time would be a third of the work. */
export async function yearsDatabase(): Promise<TestDatabase> {
  const database = await testDatabase({ max: 4 })
  database.pool.on('connect', keepPlans)
  return database
}

function keepPlans(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  client.query = ((text: unknown, values: unknown, ...rest: unknown[]) => {
    if (typeof text !== 'string' || !Array.isArray(values)) return query(text, values, ...rest)
    return query({ name: createHash('md5').update(text).digest('hex'), text, values }, ...rest)
  }) as typeof client.query
}

const insertEvents = `
  insert into public.events (calendar_id, title, start_time, end_time, category, include_in_mailer)
  select *, 'Event', true from unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::timestamptz[])`

const forgetDay = [
  'delete from public.deliveries d using public.mailings m where m.id = d.mailing_id and m.day = $1',
  'delete from public.mailing_events me using public.mailings m where m.id = me.mailing_id and m.day = $1',
  'delete from public.mailings where day = $1',
  'delete from public.events where event_date = $1',
]

const countStates = `
  select d.state, count(*)::int
  from public.mailings m join public.deliveries d on d.mailing_id = m.id
  where m.day = $1 group by 1
  union all
  select 'mailings ' || m.state, count(*)::int from public.mailings m where m.day = $1 group by m.state`
