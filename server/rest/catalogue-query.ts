// One question to pg_catalog: everything in the exposed schemas that a request can name.
import type pg from 'pg'

export type RawColumn = { name: string; type: string; base: string; default: string | null; refused?: RawRefusals }
/** The roles that may not read, insert or update a column. */
export type RawRefusals = Record<'select' | 'insert' | 'update', string[]>
export type RawPartialKey = { columns: string[]; predicate: string }
export type RawRelation = {
  oid: string
  schema: string
  name: string
  kind: string
  writes: number
  columns: RawColumn[]
  key: string[]
  partial_keys: RawPartialKey[]
}
export type RawForeignKey = {
  name: string
  from: string
  to: string
  from_columns: string[]
  to_columns: string[]
  one_to_one: boolean
}
export type RawArgument = { name: string; type: string; base: string; mode: string; row: string | null }
export type RawFunction = {
  schema: string
  name: string
  arguments: RawArgument[]
  defaults: number
  variadic: boolean
  set: boolean
  one_row: boolean
  volatile: boolean
  type: string
  base: string
  type_kind: string
  row: string | null
}
type RawViewColumn = { view: string; source: string; name: string }
export type RawCatalogue = {
  relations: RawRelation[]
  foreign_keys: RawForeignKey[]
  functions: RawFunction[]
  view_columns: RawViewColumn[]
}

export async function readCatalogue(pool: pg.Pool, schemas: string[]): Promise<RawCatalogue> {
  const client = await pool.connect()
  let failure: Error | undefined
  try {
    // With an empty search path PostgreSQL writes every name with its schema, so types and defaults mean the same anywhere.
    await client.query("begin read only; set local search_path = ''; set local statement_timeout = '30s'")
    const { rows } = await client.query(catalogueQuery, [schemas])
    await client.query('commit')
    return rows[0].catalogue
  } catch (error) {
    failure = error as Error
    throw error
  } finally {
    client.release(failure)
  }
}

/** char and bit without a length mean length one; these are the same types without a limit. */
const typeName = (oid: string) => `
  case ${oid}
    when 'pg_catalog.bpchar'::pg_catalog.regtype then 'bpchar'
    when 'pg_catalog.bpchar[]'::pg_catalog.regtype then 'bpchar[]'
    when 'pg_catalog.bit'::pg_catalog.regtype then 'varbit'
    when 'pg_catalog.bit[]'::pg_catalog.regtype then 'varbit[]'
    else pg_catalog.format_type(${oid}, null)
  end`

const rolesWithout = (privilege: string) => `(
  select coalesce(pg_catalog.json_agg(g.rolname), '[]') from guarded g
  where r.kind <> 'c' and not pg_catalog.has_column_privilege(g.oid, r.oid, a.attnum, '${privilege}'))`

const catalogueQuery = `
with recursive domains as (
  select oid, oid as base, typtype, typbasetype from pg_catalog.pg_type
  union all
  select d.oid, t.oid, t.typtype, t.typbasetype from domains d join pg_catalog.pg_type t on d.typtype = 'd' and t.oid = d.typbasetype
), types as (
  select d.oid, ${typeName('d.oid')} as name, ${typeName('d.base')} as base, t.typtype as kind, nullif(b.typrelid, 0) as rowtype
  from domains d join pg_catalog.pg_type t on t.oid = d.oid join pg_catalog.pg_type b on b.oid = d.base
  where d.typtype <> 'd'
), functions as (
  select p.oid, n.nspname as schema, p.proname as name, p.pronargdefaults as defaults, p.provariadic <> 0 as is_variadic,
    p.proretset as is_set, p.prorows = 1 as one_row, p.provolatile = 'v' as volatile,
    t.name as type, t.base, t.kind as type_kind, t.rowtype,
    coalesce((
      select pg_catalog.json_agg(pg_catalog.json_build_object(
        'name', coalesce(p.proargnames[a.at], ''), 'type', at.name, 'base', at.base,
        'mode', coalesce(p.proargmodes[a.at], 'i'), 'row', at.rowtype::text) order by a.at)
      from pg_catalog.unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality as a (type, at)
      join types at on at.oid = a.type), '[]') as arguments
  from pg_catalog.pg_proc p
  join pg_catalog.pg_namespace n on n.oid = p.pronamespace
  join types t on t.oid = p.prorettype
  where n.nspname = any ($1) and p.prokind = 'f'
    and p.prorettype not in ('pg_catalog.trigger'::pg_catalog.regtype, 'pg_catalog.event_trigger'::pg_catalog.regtype)
), guarded as (
  select oid, rolname from pg_catalog.pg_roles where not rolsuper and not rolcanlogin and rolname !~ '^pg_'
), relations as (
  select c.oid, n.nspname as schema, c.relname as name, c.relkind as kind,
    case when c.relkind = 'c' then 0 else pg_catalog.pg_relation_is_updatable(c.oid, true) end as writes
  from pg_catalog.pg_class c
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where (n.nspname = any ($1) and c.relkind in ('r', 'v', 'm', 'f', 'p') and not c.relispartition)
    or c.oid in (select rowtype from functions where rowtype is not null)
)
select pg_catalog.json_build_object(
  'relations', (
    select coalesce(pg_catalog.json_agg(pg_catalog.json_build_object(
      'oid', r.oid::text, 'schema', r.schema, 'name', r.name, 'kind', r.kind, 'writes', r.writes,
      'columns', (
        select coalesce(pg_catalog.json_agg(pg_catalog.json_build_object(
          'name', a.attname, 'type', t.name, 'base', t.base,
          'default', case
            when a.attidentity = 'd' then 'pg_catalog.nextval(' || pg_catalog.quote_literal(pg_catalog.pg_get_serial_sequence(r.oid::pg_catalog.regclass::text, a.attname)) || ')'
            when a.attgenerated = '' then pg_catalog.pg_get_expr(d.adbin, d.adrelid)
          end,
          'refused', pg_catalog.json_build_object(
            'select', ${rolesWithout('select')}, 'insert', ${rolesWithout('insert')}, 'update', ${rolesWithout('update')})
          ) order by a.attnum), '[]')
        from pg_catalog.pg_attribute a
        join types t on t.oid = a.atttypid
        left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped),
      'key', (
        select coalesce(pg_catalog.json_agg(a.attname order by pg_catalog.array_position(i.indkey::int2[], a.attnum)), '[]')
        from pg_catalog.pg_index i
        join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
        where i.indrelid = r.oid and i.indisprimary),
      'partial_keys', (
        select coalesce(pg_catalog.json_agg(pg_catalog.json_build_object(
          'columns', (
            select pg_catalog.json_agg(a.attname) from pg_catalog.pg_attribute a
            where a.attrelid = i.indrelid and a.attnum = any (i.indkey)),
          'predicate', pg_catalog.pg_get_expr(i.indpred, i.indrelid)) order by i.indexrelid), '[]')
        from pg_catalog.pg_index i
        where i.indrelid = r.oid and i.indisunique and i.indpred is not null and i.indexprs is null)
    )), '[]') from relations r),
  'foreign_keys', (
    select coalesce(pg_catalog.json_agg(pg_catalog.json_build_object(
      'name', f.conname, 'from', f.conrelid::text, 'to', f.confrelid::text,
      'from_columns', (
        select pg_catalog.json_agg(a.attname order by k.at)
        from pg_catalog.unnest(f.conkey) with ordinality as k (attnum, at)
        join pg_catalog.pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.attnum),
      'to_columns', (
        select pg_catalog.json_agg(a.attname order by k.at)
        from pg_catalog.unnest(f.confkey) with ordinality as k (attnum, at)
        join pg_catalog.pg_attribute a on a.attrelid = f.confrelid and a.attnum = k.attnum),
      'one_to_one', exists (
        select from pg_catalog.pg_index i
        where i.indrelid = f.conrelid and i.indisunique and i.indpred is null and i.indexprs is null
          and i.indnkeyatts = pg_catalog.cardinality(f.conkey)
          and (i.indkey::int2[])[0 : i.indnkeyatts - 1] <@ f.conkey)
    ) order by f.conname), '[]')
    from pg_catalog.pg_constraint f
    where f.contype = 'f' and f.conparentid = 0
      and f.conrelid in (select oid from relations) and f.confrelid in (select oid from relations)),
  'functions', (select coalesce(pg_catalog.json_agg(pg_catalog.row_to_json(f)), '[]') from (
    select schema, name, arguments, defaults, is_variadic as "variadic", is_set as "set", one_row, volatile, type, base, type_kind, rowtype::text as "row" from functions order by oid) f),
  'view_columns', (
    select coalesce(pg_catalog.json_agg(distinct pg_catalog.jsonb_build_object('view', v.oid::text, 'source', d.refobjid::text, 'name', a.attname)), '[]')
    from relations v
    join pg_catalog.pg_rewrite w on w.ev_class = v.oid
    join pg_catalog.pg_depend d on d.classid = 'pg_catalog.pg_rewrite'::pg_catalog.regclass and d.objid = w.oid
      and d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass and d.refobjsubid > 0 and d.refobjid <> v.oid
    join pg_catalog.pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
    where v.kind in ('v', 'm'))
) as catalogue`
