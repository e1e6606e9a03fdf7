// While rows are loaded, foreign keys are away and our triggers silent: the order of tables then does not matter, each key is
// checked once over all rows, and nobody is told of, limited in or logged for what happened long ago.
import type pg from 'pg'
import { quote } from './tables.ts'

type Key = { schema: string; table: string; name: string; definition: string }
type Trigger = { schema: string; table: string; name: string }

/** Answers what puts keys and triggers back. */
export async function setLoose(client: pg.ClientBase, schemas: string[]): Promise<() => Promise<void>> {
  // Definitions then name their tables with the schema.
  await client.query(`set local search_path = ''`)
  const { rows: keys } = await client.query<Key>(keysQuery, [schemas])
  const { rows: triggers } = await client.query<Trigger>(triggersQuery, [schemas])
  for (const { schema, table, name } of keys)
    await client.query(`alter table ${quote(schema, table)} drop constraint ${quote(name)}`)
  for (const { schema, table, name } of triggers)
    await client.query(`alter table ${quote(schema, table)} disable trigger ${quote(name)}`)
  return async () => {
    for (const { schema, table, name, definition } of keys)
      await client.query(`alter table ${quote(schema, table)} add constraint ${quote(name)} ${definition}`)
    for (const { schema, table, name } of triggers)
      await client.query(`alter table ${quote(schema, table)} enable trigger ${quote(name)}`)
    await client.query('reset search_path')
  }
}

const keysQuery = `
  select n.nspname as schema, c.relname as "table", k.conname as name, pg_catalog.pg_get_constraintdef(k.oid) as definition
  from pg_catalog.pg_constraint k
  join pg_catalog.pg_class c on c.oid = k.conrelid
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any ($1) and k.contype = 'f'
  order by 1, 2, 3`

/** Those that are on, which is how migrations leave them. */
const triggersQuery = `
  select n.nspname as schema, c.relname as "table", t.tgname as name
  from pg_catalog.pg_trigger t
  join pg_catalog.pg_class c on c.oid = t.tgrelid
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any ($1) and not t.tgisinternal and t.tgenabled = 'O'
  order by 1, 2, 3`
