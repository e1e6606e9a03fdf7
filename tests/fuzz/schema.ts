// What the data API offers, as its catalogue has it: so that a new table or function is tried the day it is there.
import type pg from 'pg'

export type Column = { name: string; type: string }
export type Role = 'anon' | 'authenticated'
/** `readable`: the columns that a role may read, of rows it may see. */
export type Table = { name: string; columns: Column[]; readable: Record<Role, Column[]>; neighbours: string[] }
export type Callable = { name: string; arguments: Column[] }
export type Schema = { tables: Map<string, Table>; functions: Callable[]; ids: string[] }

export async function readSchema(pool: pg.Pool, schema = 'public'): Promise<Schema> {
  const { rows: tables } = await pool.query<Table>(tablesQuery, [schema])
  const { rows: functions } = await pool.query<Callable>(functionsQuery, [schema])
  const ids = new Set<string>()
  for (const { name, columns } of tables) {
    for (const column of columns.filter(({ type }) => type === 'uuid')) {
      const { rows } = await pool.query(`select distinct "${column.name}" as id from ${schema}."${name}" limit 12`)
      for (const { id } of rows) if (id) ids.add(id)
    }
  }
  return { tables: new Map(tables.map((table) => [table.name, table])), functions, ids: [...ids].sort() }
}

/** Computed fields are functions of one row; they are asked for like columns. */
const tablesQuery = `
  with columns as (
    select a.attrelid, a.attname, jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, null)) as column, a.attnum
    from pg_attribute a where a.attnum > 0 and not a.attisdropped
  )
  select c.relname as name,
    (select jsonb_agg(a.column order by a.attnum) from columns a where a.attrelid = c.oid) || coalesce((
      select jsonb_agg(jsonb_build_object('name', p.proname, 'type', 'text') order by p.proname)
      from pg_proc p where p.pronargs = 1 and p.proargtypes[0] = c.reltype
    ), '[]') as columns,
    (
      select jsonb_object_agg(r.role, coalesce((
        select jsonb_agg(a.column order by a.attnum) from columns a
        where a.attrelid = c.oid and has_column_privilege(r.role, c.oid, a.attnum, 'select')
      ), '[]'))
      from unnest(array['anon', 'authenticated']) as r (role)
    ) as readable,
    array(
      select distinct b.relname::text
      from pg_constraint f join pg_class b on b.oid in (f.conrelid, f.confrelid) and b.oid <> c.oid
      where f.contype = 'f' and c.oid in (f.conrelid, f.confrelid) and b.relnamespace = $1::regnamespace
      order by 1
    ) as neighbours
  from pg_class c
  where c.relnamespace = $1::regnamespace and c.relkind in ('r', 'v')
  order by c.relname`

const functionsQuery = `
  select p.proname as name, coalesce((
    select jsonb_agg(jsonb_build_object('name', coalesce(p.proargnames[i], ''), 'type', format_type(t, null)) order by i)
    from unnest(p.proargtypes) with ordinality as u (t, i)
  ), '[]') as arguments
  from pg_proc p
  where p.pronamespace = $1::regnamespace and p.prokind = 'f' and p.prorettype <> 'trigger'::regtype
  order by p.proname, p.oid`
