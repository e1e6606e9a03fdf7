// `townbell admin` and `townbell sql`, in this process, on a database without a server.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, mock, test } from 'node:test'
import { readConfig } from '#runtime/config.ts'
import { makeCalendar, type TestCalendar } from '#testing/calendars.ts'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { dataFolder, removeFolder } from '#testing/townbell.ts'
import { admin } from '../../bin/admin.ts'
import { UsageError } from '../../bin/command.ts'
import { openContext } from '../../bin/context.ts'
import { sql } from '../../bin/sql.ts'
import { migrateDatabase } from '../../bin/upgrade.ts'

const folder = dataFolder()
let database: TestDatabase
before(async () => {
  database = await testDatabase({ max: 3 })
  Object.assign(process.env, { DATABASE_URL: database.url, TOWNBELL_DATA: folder })
})
after(async () => {
  await database.close()
  removeFolder(folder)
})

/** Returns what a command says. */
async function said(run: () => Promise<void>): Promise<string> {
  const log = mock.method(console, 'log', () => {})
  try {
    await run()
    return log.mock.calls.map(({ arguments: [text] }) => String(text)).join('\n')
  } finally {
    log.mock.restore()
  }
}
const operator = (words: string) => said(() => admin(words.split(' ')))
const refuses = (words: string, says: RegExp) =>
  assert.rejects(operator(words), (error) => error instanceof UsageError && says.test(error.message), words)

async function only<T>(text: string, values: unknown[] = []): Promise<T> {
  const { rows } = await database.pool.query<[T]>({ text, values, rowMode: 'array' })
  const [row] = rows
  assert.ok(row && rows.length === 1)
  return row[0]
}
const ownerOf = ({ owner }: TestCalendar) => only<string>('select email from auth.users where id = $1', [owner])

test('an operator ends a trial: its limits are lifted, and the audit log says so', async () => {
  const calendar = await makeCalendar(database.pool)
  const owner = await ownerOf(calendar)
  const add = (count: number) =>
    database.pool.query(
      `insert into public.calendar_contacts (calendar_id, contact_type, contact_value)
       select $1, 'email', gen_random_uuid() || '@example.org' from generate_series(1, $2::integer)`,
      [calendar.id, count],
    )
  assert.match(await operator(`plan ${owner} trial`), /is on trial: 1 calendar with 10 contacts/)
  await add(10)
  await assert.rejects(add(1), { code: 'TB002' })
  assert.match(
    await operator(`plan  ${owner.toUpperCase()} full`.replace('  ', ' ')),
    /no longer on trial.* plan .* trial$/,
  )
  await add(1)
  assert.match(await operator(`plan ${owner} full`), /^Nothing changed/)
  const { rows } = await database.pool.query(
    `select action, actor_user_id, metadata from public.audit_logs where entity_type = 'account' and entity_id = $1`,
    [calendar.owner],
  )
  const entry = { action: 'update', actor_user_id: null, metadata: { changed: ['trial'], by: 'operator' } }
  assert.deepEqual(rows, [entry, entry])
  await refuses(`plan ${owner}`, /full/)
  await refuses(`plan ${owner} toString`, /full/)
  await refuses('plan nobody@example.org full', /No account has the address nobody@example\.org/)
})

test('without trials nobody is limited, those who have an account too, and with trials they are again', async () => {
  const calendar = await makeCalendar(database.pool)
  await operator(`plan ${await ownerOf(calendar)} trial`)
  const add = (count: number) =>
    database.pool.query(
      `insert into public.calendar_contacts (calendar_id, contact_type, contact_value)
       select $1, 'email', gen_random_uuid() || '@example.org' from generate_series(1, $2::integer)`,
      [calendar.id, count],
    )
  const isFull = () => only<boolean>('select is_full from public.calendars where id = $1', [calendar.id])
  const startWith = async (trial: 'on' | 'off') => {
    const { config, ...context } = await openContext(readConfig({ ...process.env, TRIAL: trial }))
    await migrateDatabase({ config, ...context })
    await context.shutdown.run()
  }
  await add(10)
  assert.equal(await isFull(), true)
  await startWith('off')
  assert.equal(await isFull(), false)
  await add(1)
  const second = () => database.pool.query('select private.require_place($1, false)', [calendar.owner])
  await second()
  assert.equal(await only('select trial from public.profiles where user_id = $1', [calendar.owner]), true)
  await startWith('on')
  assert.equal(await isFull(), true)
  await assert.rejects(add(1), { code: 'TB002' })
  await assert.rejects(second(), { code: 'TB001' })
})

test('an operator hides a calendar and shows it again, and a deleted one stays hidden', async () => {
  const { id } = await makeCalendar(database.pool)
  const number = await only<string>('select identifier::text from public.calendars where id = $1', [id])
  const isDisabled = () => only<boolean>('select disabled from public.calendars where id = $1', [id])
  assert.match(await operator(`disable #${number}`), new RegExp(`admin enable ${number}$`))
  assert.equal(await isDisabled(), true)
  assert.match(await operator(`enable ${number}`), /is shown again\.$/)
  assert.equal(await isDisabled(), false)
  await database.pool.query('select private.put_away_calendar($1)', [id])
  await operator(`disable ${number}`)
  assert.equal(await only('select disabled_before from public.calendars where id = $1', [id]), true)
  assert.match(await operator(`enable ${number}`), /is deleted/)
  assert.equal(await isDisabled(), true)
  assert.equal(await only('select disabled_before from public.calendars where id = $1', [id]), false)
  await refuses('disable 1', /There is no calendar 1/)
})

test('an operator ends the sessions of one person, or all', async () => {
  const [ann, bob] = [await makeCalendar(database.pool), await makeCalendar(database.pool)]
  for (const { owner } of [ann, ann, bob])
    await database.pool.query('insert into auth.sessions (id, user_id) values ($1, $2)', [randomUUID(), owner])
  const owner = await ownerOf(ann)
  assert.match(await operator(`end-sessions ${owner}`), /^Ended 2 sessions of owner-/)
  assert.equal(await only('select user_id from auth.sessions'), bob.owner)
  await refuses('end-sessions nobody@example.org', /No account/)
  assert.match(await operator('end-sessions'), /^Ended 1 session of everybody/)
  assert.equal(await only('select count(*)::int from auth.sessions'), 0)
})

test('townbell sql runs a statement as the owner and prints its rows, each in one line', async () => {
  const run = (statement: string) => said(() => sql([statement]))
  const owner = await only<string>('select current_user')
  assert.equal(await run('select current_user as who, null as none'), `who\tnone\n${owner}\t\n(1 row)`)
  assert.equal(
    await run(`select E'a\\tb\\nc\\x1b[31m\\u009b' as text, timestamptz '2025-07-04 12:00Z' as at`),
    'text\tat\na\\tb\\nc\\u001b[31m\\u009b\t2025-07-04 12:00:00+00\n(1 row)',
  )
  assert.equal(
    await run('create table public.t (n int); insert into public.t values (1), (2); select n from public.t'),
    'CREATE\nINSERT 2\nn\n1\n2\n(2 rows)',
  )
  assert.match(await run('vacuum public.t'), /^VACUUM/)
  await assert.rejects(run('select from nowhere'), /relation "nowhere" does not exist/)
  await assert.rejects(run(' '), UsageError)
})

test('an operator opts people out: of every list they are on, and of texts; only they can undo it', async () => {
  const emails = ['opal@example.org', 'ole@example.org']
  const calendars = [
    await makeCalendar(database.pool, { emails, phones: ['+15125550142'] }),
    await makeCalendar(database.pool, { emails }),
  ]
  const stopsOf = ({ id }: TestCalendar, channel: string, address: string) =>
    only<string[]>('select array(select cause from private.stops($1, $2, $3) order by 1)', [id, channel, address])
  assert.match(await operator('opt-out OPAL@example.org'), /gets nothing any more from 2 calendars/)
  assert.match(await operator('opt-out opal@example.org'), /^Nothing changed/)
  for (const calendar of calendars) {
    assert.deepEqual(await stopsOf(calendar, 'email', 'opal@example.org'), ['unsubscribed'])
    assert.deepEqual(await stopsOf(calendar, 'email', 'ole@example.org'), [], 'nobody else')
  }
  const [member] = [calendars[0] as TestCalendar]
  const owner = await ownerOf(member)
  await database.pool.query(
    'update public.notification_preferences set email_notifications = true where user_id = $1',
    [member.owner],
  )
  assert.match(await operator(`opt-out ${owner}`), /from 1 calendar\./)
  assert.deepEqual(await stopsOf(member, 'email', owner), ['switched_off', 'unsubscribed'])
  await operator('opt-out 512-555-0142')
  assert.deepEqual(await stopsOf(member, 'sms', '+15125550142'), ['suppressed'])
  assert.match(
    await operator('lift opal@example.org'),
    /^There is no bounce of .*\nNot lifted: asked an operator, asked an operator\./,
  )
  assert.match(await operator('lift +15125550142'), /Not lifted: replied STOP/)
  assert.match(await operator('opt-out nobody@example.org'), /^Nothing changed/)
  await refuses('opt-out nobody', /nobody is neither/)
})

test('an operator sees why somebody gets nothing, and lifts bounces but no complaints', async () => {
  const emails = ['bea@example.org', 'cid@example.org', 'dot@example.org', 'eve@example.org', 'fay@example.org']
  const { id } = await makeCalendar(database.pool, { emails })
  await database.pool.query(
    `select private.suppress('email', 'bea@example.org', 'bounce', '550 no such user', now()),
       private.suppress('email', 'cid@example.org', 'complaint', null, now())`,
  )
  await database.pool.query(
    `insert into public.opt_outs (calendar_id, email, source)
     values ($1, 'dot@example.org', 'left'), ($1, 'eve@example.org', 'one_click'), ($1, 'bea@example.org', 'bounce')`,
    [id],
  )
  const lines = (await operator(`recipients ${id}`)).split('\n')
  assert.deepEqual(lines, [
    'bea@example.org  nothing sent yet  gets nothing: bounced (550 no such user), bounced',
    'cid@example.org  nothing sent yet  gets nothing: complained',
    'dot@example.org  nothing sent yet  gets nothing: left',
    'eve@example.org  nothing sent yet  gets nothing: unsubscribed',
    'fay@example.org  nothing sent yet',
  ])
  assert.match(
    await operator('suppressions cid@example.org'),
    /^\S+Z {2}email {2}cid@example\.org {2}everywhere {2}complained$/,
  )
  assert.match(await operator('suppressions eve@example.org'), / {2}#\d+ Barton Hills {2}unsubscribed$/)
  assert.match(await operator('suppressions'), /bea@example\.org {2}everywhere {2}bounced {2}550 no such user/)
  assert.equal(await operator('lift bea@example.org'), 'Lifted 2 bounces of bea@example.org.')
  assert.equal(await operator('suppressions bea@example.org'), 'Nothing stops bea@example.org.')
  for (const address of ['cid', 'dot', 'eve']) {
    assert.match(await operator(`lift ${address}@example.org`), /^There is no bounce of .*\nNot lifted: /)
    assert.notEqual(await operator(`suppressions ${address}@example.org`), `Nothing stops ${address}@example.org.`)
  }
})

test('an operator confirms an account and deletes one; its calendar stays with another admin', async () => {
  const [shared, lonely] = [await makeCalendar(database.pool), await makeCalendar(database.pool)]
  const owner = await ownerOf(shared)
  const heir = await only<string>(
    "insert into auth.users (email, encrypted_password) values ('heir@example.org', 'x') returning id",
  )
  await database.pool.query(
    "insert into public.calendar_members (calendar_id, user_id, role) values ($1, $2, 'admin')",
    [shared.id, heir],
  )
  assert.equal(await operator('confirm heir@example.org'), 'heir@example.org is confirmed.')
  assert.match(await operator('confirm heir@example.org'), /^Nothing changed/)
  assert.match(await operator(`delete-account ${owner}`), /left to their admins/)
  assert.equal(await only('select owner_id from public.calendars where id = $1', [shared.id]), null)
  assert.match(await operator(`delete-account ${await ownerOf(lonely)} --with-calendars`), /So are all their calendars/)
  assert.equal(await only('select count(*)::int from public.calendars where id = $1', [lonely.id]), 0)
  await refuses(`delete-account ${owner}`, /No account has the address/)
})

test('a code for the screen of operators is printed with its address, and stored as a hash', async () => {
  const [says = '', code = ''] = (await operator('operator-code')).split('\n')
  assert.match(says, /\/operator, .* within 24 hours/)
  assert.match(code, /^[2-9A-HJ-NP-Z-]{23}$/)
  assert.notEqual(await only('select code_hash from private.operator_codes'), null)
  assert.equal(
    await only('select count(*)::int from private.operator_codes where encode(code_hash, $1) like $2', [
      'escape',
      `%${code}%`,
    ]),
    0,
  )
})
