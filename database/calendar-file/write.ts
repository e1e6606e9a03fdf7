// Writes calendars into a calendar file: for their owner what owners may see, for an operator all that a move needs.
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { CALENDAR_FILE } from '#domain/calendar-file.ts'
import { type CataloguedTable, readTables } from './catalogue.ts'
import { type Head, VERSION } from './format.ts'

export type WriteOptions = {
  /** A connection in a transaction that sees one moment. */
  client: pg.ClientBase
  calendars: string[]
  /** The owner who asks; null for an operator. */
  owner: string | null
  site: string
  release: string
  now: Date
  /** JSON: what else we know of a person who exports their account. */
  account?: string | undefined
}

/** Yields the lines in pieces. */
export async function* writeCalendarFile(options: WriteOptions): AsyncGenerator<string> {
  const hash = createHash('sha256')
  let count = 0
  const head: Head = {
    townbell: CALENDAR_FILE,
    version: VERSION,
    made_at: options.now.toISOString(),
    made_by: options.owner === null ? 'operator' : 'owner',
    site: options.site,
    release: options.release,
  }
  for await (const lines of pieces(options)) {
    const text = `${lines.join('\n')}\n`
    hash.update(text)
    count += lines.length
    yield text
  }
  yield `${JSON.stringify({ lines: count, sha256: hash.digest('hex') })}\n`

  async function* pieces({ client, calendars, owner, account }: WriteOptions): AsyncGenerator<string[]> {
    yield [JSON.stringify(head)]
    if (account !== undefined) yield [`{"account":${account}}`]
    yield* fetched(client, people, [calendars, owner], 1000)
    for (const table of await readTables(client)) {
      if (owner !== null && table.of.owner === false) continue
      // Pictures are large.
      yield* fetched(
        client,
        selectRows(table, owner !== null),
        [calendars, owner],
        table.name.endsWith('_images') ? 4 : 500,
      )
    }
    yield* fetched(client, stopped, [calendars, owner], 1000)
  }
}

async function* fetched(
  client: pg.ClientBase,
  query: string,
  values: unknown[],
  count: number,
): AsyncGenerator<string[]> {
  // Every query may leave either out.
  await client.query(`declare lines no scroll cursor for with asked as (select $1::uuid[], $2::uuid) ${query}`, values)
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`fetch ${count} from lines`)
    if (rows.length === 0) break
    yield rows.map(({ line }) => line)
  }
  await client.query('close lines')
}

function selectRows({ name, of, columns }: CataloguedTable, forOwner: boolean): string {
  const owner = forOwner && of.owner ? of.owner : undefined
  const left = columns.filter(({ name }) => !owner?.without?.includes(name)).map(({ name }) => `'${name}', t.${name}`)
  const conditions = [of.rows, owner?.rows].filter(Boolean).map((condition) => `(${condition})`)
  return `
    select json_build_object('table', '${name}', 'row', ${objectOf(left)})::text as line
    from ${name} t where ${conditions.join(' and ')}${of.order ? ` order by ${of.order}` : ''}`
}

/** A function takes at most a hundred arguments. */
function objectOf(pairs: string[]): string {
  const parts = []
  for (let at = 0; at < pairs.length; at += 40) parts.push(`jsonb_build_object(${pairs.slice(at, at + 40).join(', ')})`)
  return parts.join(' || ')
}

/** Everybody whom a row names; owners learn the names of members, and no address but their own. */
const people = `
  select json_build_object('person', json_strip_nulls(json_build_object(
    'id', u.id, 'name', p.display_name,
    'email', case when $2::uuid is null or u.id = $2 then u.email end,
    'confirmed_at', case when $2::uuid is null or u.id = $2 then u.email_confirmed_at end,
    'trial', case when owns.any then p.trial end,
    'approved', case when owns.any and $2::uuid is null then s.approved_at is not null end,
    'public_body', case when owns.any and $2::uuid is null then s.public_body_at is not null end,
    'suspended', case when owns.any and $2::uuid is null then s.suspended_at is not null end
  )))::text as line
  from auth.users u
  join public.profiles p on p.user_id = u.id
  left join private.senders s on s.owner_id = u.id
  cross join lateral (select exists (select from public.calendars c where c.id = any ($1) and c.owner_id = u.id) as any) as owns
  where owns.any or u.id in (select m.user_id from public.calendar_members m where m.calendar_id = any ($1))`

const stopped = `
  select json_build_object('stopped', json_strip_nulls(json_build_object(
    'calendar_id', k.calendar_id, 'channel', here.channel, 'address', k.normalised,
    'reason', case when s.reason in ('bounce', 'stop') then s.reason end
  )))::text as line
  from public.calendar_contacts k
  cross join lateral (select case k.contact_type when 'phone' then 'sms' else 'email' end as channel) as here
  left join public.suppressions s on s.channel = here.channel and s.address = k.normalised
  where k.calendar_id = any ($1) and (
    s.id is not null or exists (
      select from private.contact_preferences c
      where c.channel = here.channel and c.address = k.normalised and c.calendar_id is null and not c.is_on
    )
  )`
