// Lists what would have to change before the tables of calendars could be spread over several PostgreSQLs by calendar_id, as Citus does:
// each unique constraint and each foreign key between them must have that column, and each statement must name its calendar.
// `npm run sharding` prints it; docs/decisions/sharding.md says what follows from it.
import { globSync, readFileSync } from 'node:fs'
import { testDatabase } from '#testing/database.ts'

const database = await testDatabase({ max: 1 })
const rows = async (sql: string) => (await database.pool.query<Record<string, string>>(sql)).rows

/** A calendar's own rows. `calendars` itself is spread by its id. */
const spread = `
  with spread as (
    select c.oid, n.nspname || '.' || c.relname as name, a.attnum
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace and n.nspname in ('public', 'private', 'auth')
    join pg_attribute a on a.attrelid = c.oid and a.attname = case c.relname when 'calendars' then 'id' else 'calendar_id' end
    where c.relkind in ('r', 'p')
  )`
const tables = await rows(`${spread} select name from spread order by name`)
const others = await rows(`${spread} select n.nspname || '.' || c.relname as name from pg_class c
  join pg_namespace n on n.oid = c.relnamespace and n.nspname in ('public', 'private', 'auth')
  where c.relkind in ('r', 'p') and c.oid not in (select oid from spread) order by 1`)
const unique = await rows(`${spread} select i.indexrelid::regclass::text as name, s.name as of
  from pg_index i join spread s on s.oid = i.indrelid
  where i.indisunique and not s.attnum = any (i.indkey::int2[]) order by 2, 1`)
const keys =
  await rows(`${spread} select f.conname as name, a.name || ' to ' || coalesce(b.name, f.confrelid::regclass::text) as of,
    case when b.oid is null then 'copied' else 'across' end as kind
  from pg_constraint f join spread a on a.oid = f.conrelid left join spread b on b.oid = f.confrelid
  where f.contype = 'f' and (b.oid is null or not a.attnum = any (f.conkey)) order by 2, 1`)
const functions = await rows(`${spread} select distinct p.oid::regprocedure::text as name
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace and n.nspname in ('public', 'private', 'auth')
  join spread s on p.prosrc ~ ('(from|join|into|update) ' || replace(s.name, '.', '\\.') || '\\M')
  where p.prosrc !~ 'calendar_id' and s.name <> 'public.calendars' order by 1`)
await database.close()

const names = tables.map(({ name }) => name).join('|')
const reads = new RegExp(`(?:from|join|into|update) (?:${names.replaceAll('.', '\\.')})\\b`)
const files = globSync('{server,worker,bin,database}/**/*.ts').filter((path) => {
  const text = readFileSync(path, 'utf8')
  return !path.includes('.test.') && reads.test(text) && !text.includes('calendar_id')
})

print('Tables that would be spread by calendar', tables)
print('Tables that every machine would need a copy of, or that stay on one', others)
print('Unique constraints and indexes without the calendar', unique)
print(
  'Foreign keys between spread tables without the calendar',
  keys.filter(({ kind }) => kind === 'across'),
)
print(
  'Foreign keys to tables that are not spread',
  keys.filter(({ kind }) => kind === 'copied'),
)
print('Functions that read spread tables and name no calendar', functions)
print(
  'Source files whose statements do the same',
  files.sort().map((name) => ({ name })),
)

function print(title: string, found: Record<string, string>[]): void {
  console.log(`\n${title}: ${found.length}`)
  for (const { name, of } of found) console.log(`  ${name}${of ? ` (${of})` : ''}`)
}
