// Marker words in every text column of private rows: in tables of the data API, in internal tables, in accounts.
// None of them may appear in an answer, and none of their rows may change.
import type pg from 'pg'

/** In every one of them; never in a request. */
export const CANARY = /canary|\+1999555/i

export type Planted = { columns: number; bare: string[]; tables: string[] }

const SCHEMAS = ['public', 'private', 'auth']
/** Everybody's (places), shown to whoever has the address (town pages), or not text of anybody's; nor is a time zone. */
const EXCEPT = new Set([
  'public.places',
  'public.collections',
  'private.workers',
  'private.send_paces',
  'private.sending',
])

export async function plantCanaries(pool: pg.Pool): Promise<Planted> {
  const client = await pool.connect()
  try {
    // Without triggers, which would refuse or change what we write; checks still hold.
    await client.query('set session_replication_role = replica')
    const { rows } = await client.query<{ table: string; column: string; type: string }>(textColumns, [SCHEMAS])
    const wanted = rows.filter(({ table, column }) => !EXCEPT.has(table) && column !== 'time_zone')
    const bare: string[] = []
    for (const column of wanted) if (!(await plant(client, column))) bare.push(`${column.table}.${column.column}`)
    return { columns: wanted.length, bare, tables: [...new Set(wanted.map(({ table }) => table))] }
  } finally {
    client.release(true)
  }
}

/** What a column takes: free text, an address, a web address, a number; the first that its checks let pass. */
const forms = {
  text: [
    `'canary ' || substr(md5(t::text || '$'), 1, 12)`,
    `'canary' || substr(md5(t::text || '$'), 1, 12) || '@example.org'`,
    `'https://example.org/canary/' || md5(t::text || '$')`,
    `'https://fcm.googleapis.com/canary/' || md5(t::text || '$')`,
    `'+1999555' || lpad((('x' || substr(md5(t::text), 1, 4))::bit(16)::int % 10000)::text, 4, '0')`,
  ],
  jsonb: [`jsonb_build_object('display_name', 'canary', 'title', 'canary')`, `'["canary"]'::jsonb`],
}

async function plant(client: pg.PoolClient, { table, column, type }: Record<'table' | 'column' | 'type', string>) {
  for (const form of type === 'text' ? forms.text : forms.jsonb) {
    try {
      const { rowCount } = await client.query(`update ${table} as t set "${column}" = ${form.replaceAll('$', column)}`)
      return (rowCount ?? 0) > 0
    } catch (error) {
      // Its checks, or that it is generated: the next form, or none.
      if (!/^(23|22|428C9|TB)/.test((error as { code?: string }).code ?? '')) throw error
    }
  }
  return false
}

/** A sum over everything in the rows that are there now, to be asked again with the same keys. */
export async function fingerprints(pool: pg.Pool, tables: string[]): Promise<Map<string, string>> {
  const sums = new Map<string, string>()
  for (const table of tables) {
    const { rows } = await pool.query(`select t::text as row from ${table} as t where t::text ~* '${CANARY.source}'`)
    for (const { row } of rows) sums.set(`${table} ${row}`, table)
  }
  return sums
}

const textColumns = `
  select format('%I.%I', n.nspname, c.relname) as table, a.attname as column, format_type(a.atttypid, null) as type
  from pg_catalog.pg_attribute a
  join pg_catalog.pg_class c on c.oid = a.attrelid and c.relkind = 'r'
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any ($1) and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    and a.atttypid in ('text'::regtype, 'jsonb'::regtype)
  order by 1, a.attnum`
