import { days } from '#domain/durations.ts'
import { pgbench } from '../anchors/pgbench.ts'
import { sameSql } from '../anchors/same-sql.ts'
import { budgets } from '../budgets.ts'
import { calendarId, calendarOf, type Size, userOn } from '../data.ts'
import { type Ask, load } from '../load.ts'
import { code } from '../measured-code.ts'
import type { Product } from '../product.ts'
import { spread } from '../requests.ts'
import { ratio, type Scenario } from '../scenario.ts'

export const scenario: Scenario = {
  question: 'How many events a second do admins add (policy, triggers, history), beside a bare insert?',
  code: code.dataApi,
  sizes: ['M'],
  targets: [{ ...budgets.addEvent.limits.bareInsert, value: ratio('perSecond', 'Townbell', 'pgbench, bare insert') }],
  async open(bench) {
    const product = await bench.product(bench.sizes[0]!)
    const owners = ownersOf(product.size)
    const asks = await Promise.all(owners.map((user) => adding(product, user)))
    const statements = await sameSql(
      product.pool,
      asks,
      await Promise.all(owners.map((user) => product.identity(user))),
    )
    await product.pool.query(bareTable)
    const bare = statements.map(([become, insert]) => [
      become!,
      { ...insert!, text: insert!.text.replace('"public"."events"', '"peers"."events"') },
    ])
    return [
      { name: 'Townbell', measure: (seconds) => load({ ...product, asks, seconds }) },
      ...pgbench(bench, product, bare, { name: 'pgbench, bare insert' }),
      ...pgbench(bench, product, statements, { name: 'pgbench, the same SQL' }),
    ]
  },
}

/** The users on seat 0 own every calendar they belong to. */
function ownersOf(size: Size): number[] {
  return spread(size.calendars).map((calendar) => userOn(size, calendar, 0))
}

async function adding(product: Product, user: number): Promise<Ask> {
  const calendar = calendarId(calendarOf(product.size, user))
  // Three days ahead: an event of today or tomorrow may already be due, and then the planner runs and mails leave while we measure,
  // which is what the mailing scenarios are for.
  const start = new Date(Date.now() + days(3))
  const event = {
    calendar_id: calendar,
    title: 'Potluck supper',
    description: 'Bring a chair, and somebody to share it with.',
    location: '1000 Congress Avenue',
    location_name: 'Town hall',
    start_time: start.toISOString(),
    end_time: new Date(start.getTime() + 3_600_000).toISOString(),
    category: 'Event',
    include_in_mailer: true,
    event_date: start.toISOString().slice(0, 10),
    event_date_for_reporting: `${start.toISOString().slice(0, 10)}T00:00:00Z`,
  }
  const headers = {
    ...(await product.headers.member(user)),
    'content-type': 'application/json',
    prefer: 'return=representation',
  }
  return { path: '/rest/v1/events?select=id', method: 'POST', headers, body: JSON.stringify(event) }
}

/** A table with the same columns and policy, and nothing else: no trigger, no check, no second index. */
const bareTable = `
  create schema if not exists peers;
  create table peers.events (like public.events including defaults);
  alter table peers.events alter event_date drop not null, alter event_date_for_reporting drop not null, alter end_date drop not null;
  alter table peers.events add primary key (id), enable row level security;
  create policy insert_admin on peers.events for insert to authenticated
    with check (calendar_id = any ((select private.my_admin_calendars())::uuid[]));
  create policy select_member on peers.events for select to authenticated
    using (calendar_id = any ((select private.my_calendars())::uuid[]));
  grant usage on schema peers to authenticated;
  grant select, insert on peers.events to authenticated;`
