// Drops foreign keys and disables triggers while rows are loaded: the order of tables does not matter, each key is checked once over
// all rows, and triggers do not notify, limit or log anything again.
import type pg from 'pg'
import { quote } from './tables.ts'

type Key = { schema: string; table: string; name: string; definition: string }
type Trigger = { schema: string; table: string; name: string }

/** Returns a function that restores keys and triggers. */
export async function suspendConstraints(client: pg.ClientBase, schemas: string[]): Promise<() => Promise<void>> {
  // With an empty path, definitions name their tables with the schema.
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

/** Finds the enabled triggers. */
const triggersQuery = `
  select n.nspname as schema, c.relname as "table", t.tgname as name
  from pg_catalog.pg_trigger t
  join pg_catalog.pg_class c on c.oid = t.tgrelid
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any ($1) and not t.tgisinternal and t.tgenabled = 'O'
  order by 1, 2, 3`
