// Loads a calendar file for an operator: all of it or nothing, in one transaction of the caller. Triggers are off, so that nothing is sent,
// limited or written into the history again; checks and foreign keys hold, and no row may lead to another calendar.
import type pg from 'pg'
import { type CataloguedTable, readTables } from './catalogue.ts'
import { findProblem, finishLoading, noteStop, refuseStrays } from './finish.ts'
import type { Line, Person } from './format.ts'

export type Loading = {
  client: pg.ClientBase
  lines: AsyncIterable<Line>
  /** The address of the account that becomes the owner, instead of the owner whom the file names. */
  owner?: string | undefined
  /** Where the file comes from, for the history. */
  site: string
  /** Is stored where nobody has chosen a password yet. */
  noPassword: string
  /** Throws if the bytes are not the picture of that name. */
  checkPicture: (name: string, bytes: Buffer) => void
}

export type Loaded = {
  calendars: { id: string; name: string; identifier: string; owner: string; confirmed: number; unconfirmed: number }[]
  /** Rows by table. */
  rows: Map<string, number>
  /** Addresses of accounts that were added, without a password. */
  accounts: string[]
  /** How many members the file names without an address. */
  membersLeftOut: number
}

/** What a file has that cannot be taken in. */
export class RefusedFile extends Error {
  constructor(what: string) {
    super(`${what} Nothing was changed.`)
  }
}

/** Rows and characters of one statement. */
const BATCH_ROWS = 500
const BATCH_SIZE = 8 * 1024 * 1024

type Row = Record<string, unknown>

export async function loadCalendarFile(loading: Loading): Promise<Loaded> {
  const { client, lines, site } = loading
  const tables = await readTables(client)
  await client.query('create temporary table people (id uuid primary key, local uuid unique) on commit drop')
  // People who write, and the worker, wait for a moment.
  await client.query(`lock table ${tables.map(({ name }) => name).join(', ')} in share row exclusive mode`)
  for (const { name } of tables) await client.query(`alter table ${name} disable trigger user`)

  const { calendars, rows, accounts } = await loadLines(loading, tables, lines)
  const problem = await findProblem(client, calendars)
  if (problem !== undefined) throw new RefusedFile(problem)
  await finishLoading(client, calendars, site)
  const stray = await refuseStrays(client, tables, calendars, rows)
  if (stray !== undefined) throw new RefusedFile(stray)

  for (const { name } of tables) await client.query(`alter table ${name} enable trigger user`)
  const described = await client.query<Loaded['calendars'][number]>(describeCalendars, [calendars])
  const { rows: left } = await client.query<{ count: number }>(countLeftOut)
  return { calendars: described.rows, rows, accounts, membersLeftOut: left[0]?.count ?? 0 }
}

async function loadLines(loading: Loading, tables: CataloguedTable[], lines: AsyncIterable<Line>) {
  const { client, owner } = loading
  const [calendars, accounts]: [string[], string[]] = [[], []]
  const rows = new Map<string, number>()
  let stage: CataloguedTable | undefined
  let [batch, size]: [Row[], number] = [[], 0]

  for await (const line of lines) {
    if ('person' in line) {
      if (stage) throw new RefusedFile('A person comes after rows.')
      const added = await addPerson(client, line.person, loading)
      if (added !== undefined) accounts.push(added)
    } else if ('stopped' in line) {
      await flush()
      if (!calendars.includes(line.stopped.calendar_id))
        throw new RefusedFile('A line belongs to a calendar that is not in this file.')
      await noteStop(client, line.stopped)
    } else if ('row' in line) await addRow(line.table, line.row)
  }
  await flush()
  if (calendars.length === 0) throw new RefusedFile('There is no calendar in this file.')
  return { calendars, accounts, rows }

  async function addRow(name: string, row: Row): Promise<void> {
    const table = tables.find((known) => known.name === name)
    if (!table) throw new RefusedFile(`Townbell imports no rows of ${shown(name)}.`)
    if (table !== stage) {
      await flush()
      if (stage && tables.indexOf(table) < tables.indexOf(stage))
        throw new RefusedFile(`Rows of ${name} come too late.`)
      stage = table
    }
    const unknown = Object.keys(row).find((key) => !table.columns.some((column) => column.name === key))
    if (unknown !== undefined) throw new RefusedFile(`Townbell imports no ${shown(unknown)} of ${name}.`)
    if (name === 'public.calendars') calendars.push(String(row.id).toLowerCase())
    else if ('calendar_id' in row && !calendars.includes(String(row.calendar_id)))
      throw new RefusedFile(`A row of ${name} belongs to a calendar that is not in this file.`)
    if (name === 'private.event_images') {
      const written = String(row.bytes)
      loading.checkPicture(String(row.name), Buffer.from(written.slice(2), 'hex'))
      size += written.length
    }
    batch.push(row)
    if (batch.length >= BATCH_ROWS || size >= BATCH_SIZE) await flush()
  }

  async function flush(): Promise<void> {
    if (!stage || batch.length === 0) return
    const [table, given] = [stage, batch]
    ;[batch, size] = [[], 0]
    if (table.name === 'public.calendars') await refuseKnown(client, given)
    const { rowCount } = await client.query(insertRows(table, given, owner !== undefined), [
      JSON.stringify(given),
      ...(table.name === 'public.calendars' && owner !== undefined ? [owner] : []),
    ])
    rows.set(table.name, (rows.get(table.name) ?? 0) + (rowCount ?? 0))
  }
}

const shown = (text: string) => JSON.stringify(text.slice(0, 60))

/** Finds or adds the account of somebody whom rows name. Returns the address of one that was added. */
async function addPerson(
  client: pg.ClientBase,
  person: Person,
  { owner, noPassword }: Loading,
): Promise<string | undefined> {
  const email = person.email?.toLowerCase() ?? null
  const { rows: found } = await client.query<{ id: string; isConfirmed: boolean }>(findAccount, [email])
  // Whoever typed the address may be somebody else, unless an earlier file brought the account.
  const isTheirs = found[0]?.isConfirmed || found[0]?.id === person.id
  const isOwner = typeof person.trial === 'boolean' && owner === undefined
  if (found[0] && !isTheirs && isOwner)
    throw new RefusedFile(
      `${email} has an account here whose address was never confirmed. Delete it first, or have it confirmed.`,
    )
  const metadata = JSON.stringify({ display_name: person.name })
  const added =
    found[0] || email === null
      ? undefined
      : await client.query<{ id: string }>(addAccount, [
          person.id,
          email,
          noPassword,
          person.confirmed_at ?? null,
          metadata,
        ])
  const local = (isTheirs ? found[0]?.id : added?.rows[0]?.id) ?? null
  await client.query('insert into pg_temp.people (id, local) values ($1, $2)', [person.id, local])
  if (local !== null && isOwner) {
    const { trial, approved, public_body: publicBody, suspended } = person
    await client.query(takePlan, [local, trial, approved ?? false, publicBody ?? false, suspended ?? false])
  }
  return added && (email ?? undefined)
}

async function refuseKnown(client: pg.ClientBase, given: Row[]): Promise<void> {
  const ids = given.map(({ id }) => String(id).toLowerCase())
  const { rows } = await client.query<{ name: string; identifier: string }>(findKnown, [ids])
  if (rows[0])
    throw new RefusedFile(`“${rows[0].name}” is here already, as #${rows[0].identifier}. A file is imported once.`)
}

/** Columns that no row of a batch has take their default. */
function insertRows({ name, of, columns }: CataloguedTable, given: Row[], hasOwner: boolean): string {
  const account = (column: string) => `(select p.local from pg_temp.people p where p.id = r.${column})`
  const here = columns.filter((column) => given.some((row) => column.name in row))
  const filled = [...new Set([...here.map((column) => column.name), ...Object.keys(of.fill ?? {})])]
  const values = filled.map((column) => {
    if (column === 'owner_id' && hasOwner) return '(select u.id from auth.users u where u.email = $2)'
    const namesAccount = columns.some((known) => known.name === column && known.namesAccount)
    return of.fill?.[column] ?? (namesAccount ? account(column) : `r.${column}`)
  })
  // A row about somebody who has no account here is left out.
  const needed = columns.filter(({ isRequired, namesAccount }) => isRequired && namesAccount)
  const conditions = [of.only, ...needed.map((column) => `${account(column.name)} is not null`)].filter(Boolean)
  return `
    insert into ${name} (${filled.join(', ')})
    select ${values.join(', ')} from jsonb_populate_recordset(null::${name}, $1::jsonb) as r
    ${conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''}`
}

const findAccount = `select u.id, u.email_confirmed_at is not null as "isConfirmed" from auth.users u where u.email = $1`

const addAccount = `
  insert into auth.users (id, email, encrypted_password, email_confirmed_at, user_metadata)
  values (
    case when exists (select from auth.users u where u.id = $1::uuid) then gen_random_uuid() else $1::uuid end,
    $2, $3, $4, $5
  )
  returning id`

const takePlan = `
  with plan as (
    update public.profiles set trial = $2 where user_id = $1 and trial and not $2
  )
  insert into private.senders (owner_id, mailbox, approved_at, public_body_at, suspended_at, suspended_reason)
  select u.id, private.mailbox_hash(u.email), case when $3 then now() end, case when $4 then now() end,
    case when $5 then now() end, case when $5 then 'Suspended where the calendar was imported from.' end
  from auth.users u where u.id = $1 and ($3 or $4 or $5)
  on conflict (owner_id) do update set
    approved_at = coalesce(senders.approved_at, excluded.approved_at),
    public_body_at = coalesce(senders.public_body_at, excluded.public_body_at),
    suspended_at = coalesce(senders.suspended_at, excluded.suspended_at),
    suspended_reason = coalesce(senders.suspended_reason, excluded.suspended_reason)`

const findKnown = `select name, identifier::text from public.calendars where id::text = any ($1)`

const countLeftOut = `select count(*)::int as count from pg_temp.people where local is null`

const describeCalendars = `
  select c.id, c.name, c.identifier::text, u.email as owner,
    (select count(*)::int from public.calendar_contacts k where k.calendar_id = c.id and k.confirmed_at is not null) as confirmed,
    (select count(*)::int from public.calendar_contacts k where k.calendar_id = c.id and k.confirmed_at is null) as unconfirmed
  from public.calendars c join auth.users u on u.id = c.owner_id
  where c.id = any ($1) order by c.created_at, c.id`
