// `townbell import` takes in a file that `townbell export`, or an owner, wrote on another installation: all of it or nothing.
import { createReadStream } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Head } from '#database/calendar-file/format.ts'
import { type Loaded, loadCalendarFile, RefusedFile } from '#database/calendar-file/load.ts'
import { readHead, readLines } from '#database/calendar-file/read.ts'
import { moveKey } from '#messages/mail-links.ts'
import { readConfig } from '#runtime/config.ts'
import { readPicture } from '#server/functions/picture/picture.ts'
import { NO_PASSWORD } from '#server/http/proof.ts'
import { findAccount } from './accounts.ts'
import { openDatabase } from './admin.ts'
import { counted, UsageError } from './command.ts'

export async function importCalendars(words: string[]): Promise<void> {
  const { file, owner, check } = read(words)
  const head = await readHead(open(file))
  console.log(
    `A file of ${head.made_at} from ${head.site}, made by ${head.made_by === 'owner' ? 'the owner' : 'an operator'}.`,
  )
  const pool = await openDatabase('townbell import', { statementTimeoutMs: 0 })
  const client = await pool.connect()
  try {
    await client.query(`begin; set local lock_timeout = '20s'`)
    const named = owner === undefined ? undefined : (await findAccount(client, owner)).email
    const loaded = await loadCalendarFile({
      client,
      lines: readLines(open(file)),
      owner: named,
      site: head.site,
      noPassword: NO_PASSWORD,
      checkPicture,
    }).catch((error) => {
      throw explained(error)
    })
    await client.query(check ? 'rollback' : 'commit')
    for (const line of describe(loaded, head, check)) console.log(line)
    if (check) console.log('Checked: it can be imported. Nothing was changed.')
    else for (const line of nextSteps(loaded, head)) console.log(line)
  } finally {
    // A failed transaction ends with its connection.
    client.release(true)
    await pool.end()
  }
}

function* nextSteps({ calendars }: Loaded, { site }: Head): Generator<string> {
  const { siteUrl, linkSecret } = readConfig()
  yield `Nothing was sent, and sending is paused. When ${site} has stopped, which this does there:`
  for (const { id } of calendars)
    yield `  townbell admin moved ${id} ${siteUrl} ${moveKey({ linkSecret, calendarId: id })}`
  yield 'resume it here, under Mailings, or:'
  for (const { identifier } of calendars) yield `  townbell admin resume ${identifier}`
}

function read(words: string[]): { file: string; owner?: string | undefined; check: boolean } {
  try {
    const options = { owner: { type: 'string' }, check: { type: 'boolean' } } as const
    const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true })
    const [file, ...more] = positionals
    if (file === undefined || more.length > 0) throw new Error()
    return { file, owner: values.owner, check: values.check ?? false }
  } catch {
    throw new UsageError('Usage: townbell import [--check] [--owner <address>] <file>')
  }
}

async function* open(file: string): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR'
      ? new UsageError(`Cannot read ${file}: ${code}.`)
      : error
  }
}

function checkPicture(name: string, bytes: Buffer): void {
  try {
    if (readPicture(bytes).name === name) return
  } catch {}
  throw new RefusedFile(`${JSON.stringify(name.slice(0, 60))} is not the picture that it says.`)
}

/** What a check, key or type of the database refuses is the file's fault; what it says may quote the file. */
function explained(error: unknown): unknown {
  const { code = '', message = '', schema, table, constraint } = error as Record<string, string | undefined>
  if (!/^(22|23|TB)/.test(code)) return error
  const where = table ? `A row of ${schema}.${table}` : 'A row'
  if (code === '23505') return new RefusedFile(`${where} has an id that something else here has already.`)
  return new RefusedFile(`${where} is none that can be stored here (${constraint ?? message.slice(0, 200)}).`)
}

function* describe(
  { calendars, rows, accounts, membersLeftOut }: Loaded,
  head: Head,
  check: boolean,
): Generator<string> {
  for (const { name, identifier, owner, confirmed, unconfirmed } of calendars)
    yield `${name} ${check ? 'will belong' : `is #${identifier} here and belongs`} to ${owner}: ${confirmed} confirmed and ${counted(unconfirmed, 'unconfirmed contact')}.`
  yield `${[...rows]
    .filter(([, count]) => count > 0)
    .map(([table, count]) => `${count} ${table.split('.')[1]}`)
    .join(', ')}.`
  if (accounts.length > 0)
    yield `${check ? 'Will add' : 'Added'} ${counted(accounts.length, 'account')} without a password (${accounts.slice(0, 5).join(', ')}${accounts.length > 5 ? ', …' : ''}): they choose one by “Forgot password?”.`
  if (membersLeftOut > 0)
    yield `Left out ${counted(membersLeftOut, 'member')}: ${head.made_by === 'owner' ? "an owner's file has no addresses of members" : 'the file has no address of theirs'}. Invite them.`
}
