// Reads what rows.ts is made of: our schemas as PostgreSQL itself describes them, in a stable order.
import type pg from 'pg'

/** The schemas of database/schema. The queue's and the journal's own tables are not ours to describe. */
export const schemas = ['public', 'private', 'auth']

export interface Catalogue {
  tables: Table[]
  views: View[]
  functions: Routine[]
}

export interface Table {
  schema: string
  name: string
  comment: string | null
  columns: Column[]
  constraints: { name: string; definition: string }[]
  indexes: { name: string; definition: string; comment: string | null }[]
  triggers: string[]
  policies: Policy[]
  grants: { role: string; privilege: string; columns: string[] | null }[]
  row_security: boolean
}

export interface View {
  name: string
  definition: string
  comment: string | null
  options: string[]
  grants: { role: string; privilege: string }[]
}

export interface Column {
  name: string
  type: string
  nullable: boolean
  default: string | null
  identity: string
  generated: boolean
  comment: string | null
}

export interface Policy {
  name: string
  command: string
  roles: string[]
  using: string | null
  check: string | null
  comment: string | null
}

export interface Routine {
  schema: string
  signature: string
  definition: string
  comment: string | null
  roles: string[]
}

/** Reads it with columns by name: one that a migration adds is the last of its table. */
export async function readCatalogueByName(pool: pg.Pool): Promise<Catalogue> {
  const catalogue = await readCatalogue(pool)
  for (const { columns, grants } of catalogue.tables) {
    columns.sort((a, b) => (a.name < b.name ? -1 : 1))
    for (const grant of grants) grant.columns?.sort()
  }
  return catalogue
}

export async function readCatalogue(pool: pg.Pool): Promise<Catalogue> {
  // Names are then written with their schema.
  await pool.query("set search_path = ''")
  const tables = await pool.query<{ table: Table }>(tablesQuery, [schemas])
  const views = await pool.query<View>(viewsQuery, [schemas])
  const functions = await pool.query<Routine>(functionsQuery, [schemas])
  return { tables: tables.rows.map((row) => row.table), views: views.rows, functions: functions.rows }
}

const tablesQuery = `
  select jsonb_build_object(
    'schema', n.nspname,
    'name', c.relname,
    'comment', obj_description(c.oid, 'pg_class'),
    'row_security', c.relrowsecurity,
    'columns', (
      select jsonb_agg(jsonb_build_object(
        'name', a.attname,
        'type', format_type(a.atttypid, a.atttypmod),
        'nullable', not a.attnotnull,
        'default', pg_get_expr(d.adbin, d.adrelid),
        'identity', a.attidentity,
        'generated', a.attgenerated <> '',
        'comment', col_description(c.oid, a.attnum)
      ) order by a.attnum)
      from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    ),
    'constraints', coalesce((
      select jsonb_agg(jsonb_build_object('name', k.conname, 'definition', pg_get_constraintdef(k.oid))
        order by array_position('{p,u,f,c}'::"char"[], k.contype), k.conname)
      from pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'u', 'f', 'c')
    ), '[]'),
    'indexes', coalesce((
      select jsonb_agg(jsonb_build_object(
        'name', i.relname, 'definition', pg_get_indexdef(i.oid), 'comment', obj_description(i.oid, 'pg_class')
      ) order by i.relname)
      from pg_index x join pg_class i on i.oid = x.indexrelid
      where x.indrelid = c.oid and not exists (select from pg_constraint k where k.conindid = i.oid and k.conrelid = c.oid)
    ), '[]'),
    'triggers', coalesce((
      select jsonb_agg(pg_get_triggerdef(t.oid) order by t.tgname)
      from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal
    ), '[]'),
    'policies', coalesce((
      select jsonb_agg(jsonb_build_object(
        'name', p.polname,
        'command', case p.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end,
        'roles', (select jsonb_agg(r.rolname order by r.rolname) from pg_roles r where r.oid = any (p.polroles)),
        'using', pg_get_expr(p.polqual, p.polrelid),
        'check', pg_get_expr(p.polwithcheck, p.polrelid),
        'comment', obj_description(p.oid, 'pg_policy')
      ) order by p.polname)
      from pg_policy p where p.polrelid = c.oid
    ), '[]'),
    'grants', coalesce((
      select jsonb_agg(jsonb_build_object('role', g.role, 'privilege', g.privilege, 'columns', g.columns) order by g.role, g.privilege)
      from (
        select pg_get_userbyid(x.grantee) as role, lower(x.privilege_type) as privilege, null::jsonb as columns
        from aclexplode(c.relacl) x where x.grantee <> c.relowner
        union all
        select pg_get_userbyid(x.grantee), lower(x.privilege_type), jsonb_agg(a.attname order by a.attnum)
        from pg_attribute a cross join aclexplode(a.attacl) x where a.attrelid = c.oid group by 1, 2
      ) g
    ), '[]')
  ) as table
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any ($1) and c.relkind in ('r', 'p')
  order by array_position($1, n.nspname), c.relname`

const viewsQuery = `
  select format('%I.%I', n.nspname, c.relname) as name, pg_get_viewdef(c.oid) as definition, obj_description(c.oid, 'pg_class') as comment,
    coalesce(c.reloptions, '{}') as options,
    coalesce((
      select jsonb_agg(jsonb_build_object('role', pg_get_userbyid(x.grantee), 'privilege', lower(x.privilege_type)) order by 1)
      from aclexplode(c.relacl) x where x.grantee <> c.relowner
    ), '[]') as grants
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any ($1) and c.relkind = 'v'
  order by array_position($1, n.nspname), c.relname`

const functionsQuery = `
  select n.nspname as schema, format('%I.%I(%s)', n.nspname, p.proname, pg_get_function_identity_arguments(p.oid)) as signature,
    pg_get_functiondef(p.oid) as definition, obj_description(p.oid, 'pg_proc') as comment,
    array(
      select case x.grantee when 0 then 'public' else pg_get_userbyid(x.grantee)::text end
      from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) x where x.grantee <> p.proowner order by 1
    ) as roles
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where n.nspname = any ($1)
  order by array_position($1, n.nspname), p.proname, pg_get_function_identity_arguments(p.oid)`
