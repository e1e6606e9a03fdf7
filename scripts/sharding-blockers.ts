// What stands in the way of spreading the tables of calendars over several PostgreSQLs by calendar_id, from the catalogue and the sources, and
// which engine minds. docs/decisions/sharding.md says where each engine's limit is written down, and what was tried.
import { globSync, readFileSync } from 'node:fs'
import type pg from 'pg'

/** A calendar's own rows. `calendars` itself is spread by its id. */
const spread = `
  with spread as (
    select c.oid, n.nspname || '.' || c.relname as name, a.attnum
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace and n.nspname in ('public', 'private', 'auth')
    join pg_attribute a on a.attrelid = c.oid and a.attname = case c.relname when 'calendars' then 'id' else 'calendar_id' end
    where c.relkind in ('r', 'p')
  )`

const triggers = (which: string) => `${spread}
  select t.tgname as name, t.tgrelid::regclass::text as of from pg_trigger t
  join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace and n.nspname in ('public', 'private', 'auth')
  where not t.tgisinternal and ${which} order by 2, 1`

const foreignKeys = (which: string) => `${spread}
  select f.conname as name, a.name || ' to ' || coalesce(b.name, f.confrelid::regclass::text) as of
  from pg_constraint f join spread a on a.oid = f.conrelid left join spread b on b.oid = f.confrelid
  where f.contype = 'f' and ${which} order by 2, 1`

const functions = (says: string) => `
  select p.oid::regprocedure::text as name
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace and n.nspname in ('public', 'private', 'auth')
  where p.prosrc ~* '${says}' order by 1`

const inCatalogue = {
  'tables that would be spread by calendar': `${spread} select name from spread order by name`,
  'tables that every machine would need a copy of, or that stay on one': `${spread}
    select n.nspname || '.' || c.relname as name from pg_class c
    join pg_namespace n on n.oid = c.relnamespace and n.nspname in ('public', 'private', 'auth')
    where c.relkind in ('r', 'p') and c.oid not in (select oid from spread) order by 1`,
  'unique constraints and indexes without the calendar': `${spread}
    select i.indexrelid::regclass::text as name, s.name as of from pg_index i join spread s on s.oid = i.indrelid
    where i.indisunique and not s.attnum = any (i.indkey::int2[]) order by 2, 1`,
  'foreign keys between spread tables without the calendar': foreignKeys(
    'b.oid is not null and not a.attnum = any (f.conkey)',
  ),
  'foreign keys to tables that are not spread': foreignKeys('b.oid is null'),
  'functions that read spread tables and name no calendar': `${spread}
    select distinct p.oid::regprocedure::text as name
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace and n.nspname in ('public', 'private', 'auth')
    join spread s on p.prosrc ~ ('(from|join|into|update) ' || replace(s.name, '.', '\\.') || '\\M')
    where p.prosrc !~ 'calendar_id' and s.name <> 'public.calendars' order by 1`,
  'triggers with transition tables on spread tables': triggers(
    '(t.tgnewtable is not null or t.tgoldtable is not null) and t.tgrelid in (select oid from spread)',
  ),
  'triggers on spread tables': triggers('t.tgrelid in (select oid from spread)'),
  'triggers on tables that are not spread': triggers('t.tgrelid not in (select oid from spread)'),
  'stored generated columns': `
    select a.attrelid::regclass || '.' || a.attname as name from pg_attribute a
    join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p')
    join pg_namespace n on n.oid = c.relnamespace and n.nspname in ('public', 'private', 'auth')
    where a.attgenerated = 's' order by 1`,
  'indexes other than btree, and exclusion constraints': `
    select c.relname as name, m.amname as of from pg_class c join pg_am m on m.oid = c.relam
    join pg_namespace n on n.oid = c.relnamespace and n.nspname in ('public', 'private', 'auth')
    where c.relkind = 'i' and m.amname <> 'btree'
    union all select conname, 'exclusion' from pg_constraint where contype = 'x' order by 1`,
  'functions that notify': functions('\\mpg_notify\\('),
  'functions that lock by advisory locks': functions('advisory_(xact_)?lock'),
  'functions that pass a setting on': functions('\\mset_config\\('),
}

type Source = { says: RegExp; except?: RegExp; tells?: RegExp }

const inSources: Record<string, Source | ((tables: string) => Source)> = {
  'files whose statements name no calendar': (tables) => ({
    says: new RegExp(`(?:from|join|into|update) (?:${tables})\\b`),
    except: /calendar_id/,
  }),
  'files that set claims by set_config': { says: /\bset_config\(/ },
  'files that listen': { says: /[`'"]listen \$\{|[`'"]listen \w/ },
  'files that lock by advisory locks, besides worker and migrations': {
    says: /advisory_(?:xact_)?lock/,
    tells: /^(?!worker\/|database\/migrate\.ts|database\/backup\/)/,
  },
  'files that read pg_current_snapshot': { says: /pg_current_snapshot/ },
}

export type Blocker = { name: string; of?: string }

/** What every one of them needs, as rows of one calendar live on one machine. */
const ofEach = [
  'unique constraints and indexes without the calendar',
  'foreign keys between spread tables without the calendar',
  'functions that read spread tables and name no calendar',
  'files whose statements name no calendar',
  'files that read pg_current_snapshot',
]

/** By engine, what it refuses or does otherwise. */
export const engines: Record<string, string[]> = {
  'Citus, community edition': [
    ...ofEach,
    'triggers with transition tables on spread tables',
    'triggers on tables that are not spread',
    'foreign keys to tables that are not spread',
    'files that set claims by set_config',
    'functions that pass a setting on',
    'files that lock by advisory locks, besides worker and migrations',
  ],
  'PgDog, as a sharder': [
    ...ofEach,
    'files that set claims by set_config',
    'triggers on tables that are not spread',
    'foreign keys to tables that are not spread',
  ],
  YugabyteDB: [
    'triggers with transition tables on spread tables',
    'stored generated columns',
    'indexes other than btree, and exclusion constraints',
    'files that listen',
    'functions that notify',
    'files that read pg_current_snapshot',
  ],
  CockroachDB: [
    'files that listen',
    'functions that notify',
    'functions that lock by advisory locks',
    'triggers with transition tables on spread tables',
    'files that read pg_current_snapshot',
  ],
  'Aurora Limitless': ['files that listen', 'functions that notify', ...ofEach],
}

export async function findBlockers(pool: pg.Pool): Promise<Record<string, Blocker[]>> {
  const found: Record<string, Blocker[]> = {}
  for (const [what, sql] of Object.entries(inCatalogue)) found[what] = (await pool.query<Blocker>(sql)).rows
  const tables = (found['tables that would be spread by calendar'] ?? []).map(({ name }) => name.replaceAll('.', '\\.'))
  const files = globSync('{server,worker,bin,database}/**/*.ts').filter((path) => !path.includes('.test.'))
  for (const [what, source] of Object.entries(inSources)) {
    const { says, except, tells } = typeof source === 'function' ? source(tables.join('|')) : source
    found[what] = files
      .filter((path) => tells?.test(path) ?? true)
      .filter((path) => {
        const text = readFileSync(path, 'utf8')
        return says.test(text) && !except?.test(text)
      })
      .sort()
      .map((name) => ({ name }))
  }
  return found
}
