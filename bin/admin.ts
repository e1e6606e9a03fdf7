// `townbell admin …`: shows and controls sending and helps single accounts, on the database of a running Townbell or of DATABASE_URL.
import type pg from 'pg'
import { runningUrl } from '#database/embedded-running.ts'
import { type Hold, holdSending, readHolds, releaseSending } from '#database/holds.ts'
import { createPool, type PoolOptions } from '#database/pool.ts'
import { readConfig } from '#runtime/config.ts'
import { claimLines, renewOperatorCode } from '#server/operator/new-code.ts'
import { confirm, deleteAccount, endSessions, plan, twoStepOff } from './accounts.ts'
import { disable, enable, findCalendar, moved, pause, resume } from './calendars.ts'
import { type Command, chooseCommand, counted, UsageError } from './command.ts'
import { lift, optOut, recipients, suppressions } from './recipients.ts'
import { publicBody, review, suspend } from './senders.ts'

type AdminCommand = Command & {
  run: (pool: pg.Pool, words: string[], dataFolder: string) => Promise<void>
}

const commands: Record<string, AdminCommand> = {
  mailings: { usage: '[calendar]', summary: 'recent mailings and their progress', run: mailings },
  recipients: {
    usage: '<calendar>',
    summary: 'the last delivery to each of its contacts, and what stops more',
    run: recipients,
  },
  'opt-out': { usage: '<address or number>', summary: 'takes somebody who asks you off every list', run: optOut },
  suppressions: { usage: '[address or number]', summary: 'who gets nothing, and why', run: suppressions },
  lift: { usage: '<address or number>', summary: 'forgets a bounce: the mailbox works again', run: lift },
  uncertain: { usage: '', summary: 'messages whose delivery is unknown', run: uncertain },
  hold: { usage: '[reason …]', summary: 'stops all sending until go', run: hold },
  go: {
    usage: '[operator, restore, clock or all] [--yes]',
    summary: 'resumes sending, also after a restored backup',
    run: go,
  },
  pause: { usage: '<calendar> [reason …]', summary: 'pauses sending for one calendar', run: pause },
  resume: { usage: '<calendar or address>', summary: 'resumes a paused calendar or a suspended owner', run: resume },
  review: { usage: '[approve|refuse] [address]', summary: 'mail that waits until you have looked at it', run: review },
  suspend: { usage: '<address> [reason …]', summary: 'stops all calendars of an owner at once', run: suspend },
  disable: { usage: '<calendar>', summary: 'hides a calendar from everybody but its members', run: disable },
  enable: { usage: '<calendar>', summary: 'shows a disabled calendar again', run: enable },
  moved: {
    usage: '<calendar> <https://… or undo> [key]',
    summary: 'stops a calendar that was imported elsewhere, and leads from its addresses there',
    run: moved,
  },
  plan: { usage: '<address> <full or trial>', summary: "ends a person's trial, or puts them on trial", run: plan },
  'end-sessions': { usage: '[address]', summary: 'signs a person out everywhere, or everybody', run: endSessions },
  'public-body': {
    usage: '<address> [off]',
    summary: 'lets an owner text emergency alerts at night',
    run: publicBody,
  },
  confirm: { usage: '<address>', summary: 'confirms an account whose mail never arrived', run: confirm },
  'delete-account': {
    usage: '<address> [--with-calendars]',
    summary: 'deletes an account for good; its calendars are left to their other admins, or deleted with it',
    run: deleteAccount,
  },
  'operator-code': {
    usage: '',
    summary: 'prints a code, good for a day, that makes a signed-in person the operator at /operator',
    run: operatorCode,
  },
  'two-step-off': { usage: '<address>', summary: "turns off a person's two-step sign-in", run: twoStepOff },
}

export async function admin(words: string[]): Promise<void> {
  const chosen = chooseCommand('townbell admin', commands, words)
  if (!chosen) return
  const pool = await openDatabase('townbell admin')
  try {
    await chosen.command.run(pool, chosen.words, readConfig().dataFolder)
  } finally {
    await pool.end()
  }
}

async function operatorCode(pool: pg.Pool): Promise<void> {
  for (const line of claimLines(await renewOperatorCode(pool, new Date()), readConfig().siteUrl)) console.log(line)
}

export async function openDatabase(name: string, options: Partial<PoolOptions> = {}): Promise<pg.Pool> {
  const { databaseUrl, dataFolder, postgresPassword } = readConfig()
  return createPool({ url: databaseUrl ?? (await runningUrl(dataFolder, postgresPassword)), max: 1, name, ...options })
}

async function mailings(pool: pg.Pool, [which]: string[]): Promise<void> {
  const calendarId = which === undefined ? null : (await findCalendar(pool, which)).id
  const { rows } = await pool.query(listMailings, [calendarId])
  const holds = await readHolds(pool)
  for (const hold of holds) console.log(describe(hold))
  if (holds.length > 0) console.log()
  if (rows.length === 0) return console.log('Nothing has been sent yet.')
  for (const { day, identifier, name, kind, sequence, state, counts, paused } of rows) {
    const what = Object.entries(counts ?? {}).map(([word, count]) => `${count} ${word}`)
    const part = kind === 'test' ? 'test' : sequence === 1 ? '' : `part ${sequence}`
    console.log(
      [day, `#${identifier} ${name}`, part, state, what.join(', ') || 'nobody', paused && 'PAUSED']
        .filter(Boolean)
        .join('  '),
    )
  }
}

async function uncertain(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query(listUncertain)
  if (rows.length === 0) return console.log('There are none.')
  for (const { day, identifier, id, message_id: messageId, last_error: error } of rows)
    console.log([day, `#${identifier}`, id, messageId, error].filter(Boolean).join('  '))
}

async function hold(pool: pg.Pool, words: string[]): Promise<void> {
  await holdSending(pool, 'operator', words.join(' ') || 'Held by an operator.')
  console.log('All sending is on hold. To resume: townbell admin go')
}

async function go(pool: pg.Pool, words: string[], dataFolder: string): Promise<void> {
  const [which, ...more] = words.filter((word) => word !== '--yes')
  const holds = await readHolds(pool)
  const chosen = which === undefined || which === 'all' ? holds : holds.filter(({ kind }) => kind === which)
  if (more.length > 0 || (which !== undefined && chosen.length === 0))
    throw new UsageError(['That is not what holds sending.', ...holds.map(describe)].join('\n'))
  for (const hold of holds) console.log(describe(hold))
  if (which === undefined && holds.length > 1)
    throw new UsageError(
      `Nothing was done, because each has a reason of its own. Lift one: ${holds.map(({ kind }) => `townbell admin go ${kind}`).join(', or ')}. Or all: townbell admin go all`,
    )
  const left = holds.filter((hold) => !chosen.includes(hold))
  const kinds = chosen.map(({ kind }) => kind)
  if (left.length > 0) {
    await releaseSending(pool, dataFolder, kinds)
    return console.log(`Lifted. Still on hold: ${left.map(({ reason }) => reason).join(' ')}`)
  }
  const { rows } = await pool.query<{ messages: number; mailings: number }>(countQueued)
  const { messages = 0, mailings: queued = 0 } = rows[0] ?? {}
  console.log(`${counted(messages, 'message')} of ${counted(queued, 'mailing')} will be sent now.`)
  if (process.stdin.isTTY && !words.includes('--yes'))
    throw new UsageError(
      `Nothing was done. What went out already would be sent twice. If you are sure: ${['townbell admin go', which, '--yes'].filter(Boolean).join(' ')}`,
    )
  await releaseSending(pool, dataFolder, kinds)
  console.log('Sending resumed.')
}

function describe({ kind, held_at: at, reason }: Hold): string {
  return `HOLD since ${at.toISOString()} (${kind}): ${reason}`
}

const countQueued = `
  select count(*)::int as messages, count(distinct d.mailing_id)::int as mailings
  from public.deliveries d join public.mailings m on m.id = d.mailing_id and m.calendar_id = d.calendar_id
  where d.is_waiting and m.state in ('planned', 'sending') and m.review is distinct from 'waiting'`

const listMailings = `
  select m.day::text, c.identifier::text, c.name, m.kind, m.sequence, m.state, c.sending_paused_at is not null as paused, (
    select json_object_agg(s.state, s.count order by s.state)
    from (select d.state, count(*) from public.deliveries d where d.mailing_id = m.id and d.calendar_id = m.calendar_id group by 1) as s
  ) as counts
  from public.mailings m join public.calendars c on c.id = m.calendar_id
  where $1::uuid is null or m.calendar_id = $1
  order by m.created_at desc limit 20`

const listUncertain = `
  select m.day::text, c.identifier::text, d.id, d.message_id, d.last_error
  from public.deliveries d
  join public.mailings m on m.id = d.mailing_id
  join public.calendars c on c.id = d.calendar_id
  where d.state = 'uncertain'
  order by d.created_at desc limit 100`
