// What the database offers over the data API, with the sentences that its tables, columns, policies and functions carry.
import type pg from 'pg'

export type Right = 'select' | 'insert' | 'update' | 'delete'
export type Caller = 'anon' | 'authenticated'
export type ApiColumn = {
  name: string
  type: string
  nullable: boolean
  /** It may be left out of an insert, although it may not be null. */
  has_default: boolean
  comment: string | null
  /** Rights of each role, such as "anon select". */
  rights: string[]
}
export type ApiTable = {
  name: string
  comment: string | null
  columns: ApiColumn[]
  key: string[]
  /** Roles that may delete rows. */
  deletes: Caller[]
  policies: { verb: Right | 'all'; roles: string[]; comment: string | null }[]
}
export type ApiFunction = {
  name: string
  comment: string | null
  arguments: { name: string; type: string; required: boolean }[]
  returns: string
  is_set: boolean
  is_volatile: boolean
  callers: Caller[]
}
export type ApiSchema = { tables: ApiTable[]; functions: ApiFunction[] }

export async function readApiSchema(pool: pg.Pool): Promise<ApiSchema> {
  const { rows } = await pool.query<{ schema: ApiSchema }>(query)
  return rows[0]!.schema
}

const callers = "(values ('anon'), ('authenticated')) as r (role)"

/** A trigger assigns the column something that isn't made of what the caller gave for it, or that stands in for it. Not one that runs for some rows only. */
const filledByTrigger = `exists (
  select from pg_trigger g join pg_proc p on p.oid = g.tgfoid
  where g.tgrelid = c.oid and g.tgtype & 6 = 6 and pg_get_triggerdef(g.oid) !~ 'WHEN \\(\\(new\\.' and p.prosrc ~ ('\\mnew\\.' || a.attname || '\\s*:=(\\s*coalesce\\(|(?![^;]*\\mnew\\.' || a.attname || '\\M))'))`

/** Only what a caller may use at all. Functions that take a row are columns of its table to callers, or not for them. */
const query = `
  with tables as (
    select c.oid, c.relname, (
      select json_agg(json_build_object(
        'name', a.attname, 'type', format_type(a.atttypid, null), 'nullable', not a.attnotnull,
        'has_default', a.atthasdef or a.attidentity <> '' or ${filledByTrigger}, 'comment', col_description(c.oid, a.attnum),
        'rights', (
          select coalesce(json_agg(r.role || ' ' || v.verb order by r.role, v.verb), '[]')
          from ${callers} cross join (values ('select'), ('insert'), ('update')) as v (verb)
          where has_column_privilege(r.role::name, c.oid, a.attnum, v.verb)
        )) order by a.attnum)
      from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    ) as columns
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm', 'p')
      and (has_any_column_privilege('anon', c.oid, 'select, insert, update') or has_any_column_privilege('authenticated', c.oid, 'select, insert, update'))
  )
  select json_build_object(
    'tables', (
      select json_agg(json_build_object(
        'name', t.relname, 'comment', obj_description(t.oid, 'pg_class'), 'columns', t.columns,
        'key', (
          select coalesce(json_agg(a.attname order by array_position(i.indkey::int2[], a.attnum)), '[]')
          from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
          where i.indrelid = t.oid and i.indisprimary
        ),
        'deletes', (
          select coalesce(json_agg(r.role order by r.role), '[]') from ${callers}
          where has_table_privilege(r.role::name, t.oid, 'delete')
        ),
        'policies', (
          select coalesce(json_agg(json_build_object(
            'verb', case p.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end,
            'roles', (select json_agg(g.rolname order by g.rolname) from pg_roles g where g.oid = any (p.polroles)),
            'comment', obj_description(p.oid, 'pg_policy')) order by p.polcmd, p.polname), '[]')
          from pg_policy p
          where p.polrelid = t.oid and exists (
            select from pg_roles g where g.oid = any (p.polroles) and g.rolname in ('anon', 'authenticated')
          )
        )) order by t.relname)
      from tables t
    ),
    'functions', (
      select json_agg(json_build_object(
        'name', p.proname, 'comment', obj_description(p.oid, 'pg_proc'),
        'arguments', (
          select coalesce(json_agg(json_build_object(
            'name', p.proargnames[a.at], 'type', format_type(a.type, null), 'required', a.at <= p.pronargs - p.pronargdefaults) order by a.at), '[]')
          from unnest(p.proargtypes::oid[]) with ordinality as a (type, at)
        ),
        'returns', format_type(p.prorettype, null), 'is_set', p.proretset, 'is_volatile', p.provolatile = 'v',
        'callers', (
          select json_agg(r.role order by r.role) from ${callers} where has_function_privilege(r.role::name, p.oid, 'execute')
        )) order by p.proname)
      from pg_proc p
      where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
        and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
        and (has_function_privilege('anon', p.oid, 'execute') or has_function_privilege('authenticated', p.oid, 'execute'))
        and not exists (select from unnest(p.proargtypes::oid[]) as a (type) join pg_type t on t.oid = a.type where t.typrelid <> 0)
    )
  ) as schema`
