// Lints the schema: rules for every table, policy and function, including future ones.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readBaseline } from '#database/schema-files.ts'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { matrix, tablesOfMatrix } from '#tests/policies/matrix.ts'
import { type Catalogue, readCatalogue, schemas } from '../../scripts/schema-catalogue.ts'
import { callableByGuests, callableBySignedIn, nothingOnDelete, openPolicies } from './signed-off.ts'

let database: TestDatabase
let catalogue: Catalogue
before(async () => {
  database = await testDatabase({ max: 1 })
  catalogue = await readCatalogue(database.pool)
})
after(() => database.close())

const nameOf = ({ schema, name }: { schema: string; name: string }) =>
  schema === 'public' ? name : `${schema}.${name}`

/** Returns the rows of a query that should find nothing, one string each. */
async function findings(query: string): Promise<string[]> {
  const { rows } = await database.pool.query(query, [schemas])
  return rows.map((row) => Object.values(row).join(' '))
}

test('the schema has tables, policies and functions', () => {
  assert.ok(catalogue.tables.length >= 20)
  assert.ok(catalogue.functions.length >= 30)
})

test('every table has row-level security, policies, a primary key and a comment', () => {
  for (const table of catalogue.tables) {
    assert.ok(table.row_security, `${nameOf(table)} has row-level security`)
    assert.ok(table.policies.length > 0, `${nameOf(table)} has policies`)
    assert.ok(table.comment, `${nameOf(table)} has a comment`)
    assert.ok(
      table.constraints.some(({ definition }) => definition.startsWith('PRIMARY KEY')),
      `${nameOf(table)} has a primary key`,
    )
  }
})

test('every policy is named verb_who, is for named roles, and says why', () => {
  for (const table of catalogue.tables) {
    for (const policy of table.policies) {
      const name = `${nameOf(table)}.${policy.name}`
      assert.match(policy.name, new RegExp(`^${policy.command}_[a-z_]+$`), name)
      assert.ok(policy.roles?.length > 0, `${name} is for named roles, not for everybody`)
      assert.ok(policy.comment, `${name} has a comment`)
    }
  }
})

test('a policy that allows everything is for the service, or signed off', () => {
  for (const table of catalogue.tables) {
    for (const policy of table.policies) {
      const isOpen = policy.using === 'true' || policy.check === 'true'
      const isService = policy.roles.join() === 'service_role'
      if (isOpen && !isService)
        assert.ok(openPolicies[`${nameOf(table)}.${policy.name}`], `${nameOf(table)}.${policy.name}`)
    }
  }
})

test('no policy calls a function for each row: every call is wrapped in (select …)', () => {
  let calls = 0
  for (const table of catalogue.tables) {
    for (const { name, using, check } of table.policies) {
      const rule = `${using ?? ''} ${check ?? ''}`
      for (const call of rule.matchAll(/[a-z_]+\.[a-z_]+\(/g)) {
        calls++
        assert.match(rule.slice(0, call.index), /\(\s*SELECT $/, `${nameOf(table)}.${name} calls ${call[0]}) per row`)
      }
    }
  }
  assert.ok(calls > 20)
})

test('every function pins its search path, has a comment, and can be called only by named roles', async () => {
  for (const { signature, definition, comment, roles } of catalogue.functions) {
    // The names in a pre-parsed body are already bound; without a search path setting PostgreSQL can inline it.
    const isBound = !definition.includes('SECURITY DEFINER') && /^(RETURN|BEGIN ATOMIC)\b/m.test(definition)
    if (!isBound) assert.match(definition, /SET search_path TO ''/, `${signature} pins its search path`)
    assert.ok(comment, `${signature} has a comment`)
    assert.ok(!roles.includes('public'), `${signature} is not open to everybody`)
  }
})

test('a definer function that guests or signed-in people may call is signed off with a reason', () => {
  const definers = catalogue.functions.filter(({ definition }) => definition.includes('SECURITY DEFINER'))
  const open = (role: string) => definers.filter(({ roles }) => roles.includes(role)).map(({ signature }) => signature)
  assert.deepEqual(open('anon').sort(), Object.keys(callableByGuests).sort())
  assert.deepEqual(open('authenticated').sort(), Object.keys({ ...callableByGuests, ...callableBySignedIn }).sort())
})

test('every definer function says above it, in its file, why it is one', () => {
  const definers = catalogue.functions.filter(({ definition }) => definition.includes('SECURITY DEFINER'))
  const above = /((?:--[^\n]*\n)*)create function ([a-z_.]+)\([^;]*?security definer/g
  const explained = [...readBaseline().sql.matchAll(above)].filter(([, comment]) => /Definer/.test(comment ?? ''))
  assert.deepEqual(
    explained.map(([, , name]) => name).sort(),
    definers.map(({ signature }) => signature.slice(0, signature.indexOf('('))).sort(),
  )
})

test('every function body fits the tables: the baseline does not check them, because they may name later tables', async () => {
  const client = await database.pool.connect()
  try {
    await client.query('begin; set local check_function_bodies = on')
    for (const { definition } of catalogue.functions) await client.query(definition)
  } finally {
    await client.query('rollback')
    client.release()
  }
})

test('every foreign key says what happens on delete, and has an index', async () => {
  const unsaid = await findings(`
    select conrelid::regclass, conname from pg_constraint
    where contype = 'f' and confdeltype = 'a' and connamespace = any (select oid from pg_namespace where nspname = any ($1))`)
  assert.deepEqual(unsaid, Object.keys(nothingOnDelete))
  // A partial index is enough for a column that is mostly null.
  const unindexed = await findings(`
    select k.conrelid::regclass, k.conname from pg_constraint k
    where k.contype = 'f' and k.connamespace = any (select oid from pg_namespace where nspname = any ($1))
      and not exists (
        select from pg_index i
        where i.indrelid = k.conrelid
          and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = any (
            select format('(%I IS NOT NULL)', a.attname) from pg_attribute a
            where a.attrelid = k.conrelid and a.attnum = any (k.conkey)
          ))
          and (i.indkey::int2[])[0:cardinality(k.conkey) - 1] @> k.conkey
      )`)
  assert.deepEqual(unindexed, [])
})

test('every index that is not a constraint names the query it serves', () => {
  for (const table of catalogue.tables) {
    for (const { name, comment } of table.indexes) assert.ok(comment, name)
  }
})

test('guests may write nothing, and no client may truncate, reference or set triggers', () => {
  for (const table of catalogue.tables) {
    for (const { role, privilege } of table.grants) {
      if (role === 'anon') assert.equal(privilege, 'select', `${nameOf(table)}: anon may ${privilege}`)
      assert.match(privilege, /^(select|insert|update|delete)$/, `${nameOf(table)}: ${role} may ${privilege}`)
      assert.match(role, /^(anon|authenticated|service_role)$/, nameOf(table))
    }
  }
})

test('clients have no grant on a table of another schema than public, nor may they look into it', async () => {
  for (const table of catalogue.tables.filter(({ schema }) => schema !== 'public')) {
    for (const { role } of table.grants) assert.equal(role, 'service_role', nameOf(table))
  }
  const usable = await findings(`
    select n.nspname, r.rolname from pg_namespace n, pg_roles r
    where n.nspname = any ($1) and n.nspname <> 'public' and r.rolname in ('anon', 'authenticated') and has_schema_privilege(r.oid, n.oid, 'usage')`)
  assert.deepEqual(usable, [])
})

test('no role of ours bypasses row-level security or can log in', async () => {
  const { rows } = await database.pool.query(
    "select rolname from pg_roles where rolname in ('anon', 'authenticated', 'service_role') and not (rolbypassrls or rolsuper or rolcanlogin or rolcreaterole or rolcreatedb) order by 1",
  )
  assert.deepEqual(
    rows.map(({ rolname }) => rolname),
    ['anon', 'authenticated', 'service_role'],
  )
})

test('no view or materialised view bypasses the policies', async () => {
  const views = await findings(`
    select c.oid::regclass from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any ($1) and (c.relkind = 'm' or (c.relkind = 'v' and not coalesce(c.reloptions::text like '%security_invoker=true%', false)))`)
  assert.deepEqual(views, [])
})

test('every view has a comment, and views of the service are closed to clients', () => {
  assert.ok(catalogue.views.length > 0)
  for (const { name, comment, grants } of catalogue.views) {
    assert.ok(comment, name)
    const readers = name.startsWith('public.') ? ['anon', 'authenticated', 'service_role'] : ['service_role']
    for (const { role, privilege } of grants)
      assert.ok(readers.includes(role) && privilege === 'select', `${name} ${role}`)
  }
})

test('every table is in the matrix of policies, with every verb', () => {
  assert.deepEqual(catalogue.tables.map(nameOf).sort(), [...tablesOfMatrix].sort())
  for (const table of tablesOfMatrix) {
    const verbs = new Set(matrix.filter((one) => one.table === table).map(({ verb }) => verb))
    assert.deepEqual([...verbs].sort(), ['delete', 'insert', 'select', 'update'], table)
  }
})
