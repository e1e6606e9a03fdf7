// `townbell export` writes a calendar, or all calendars of an account, into a file that another Townbell imports.
import pg from 'pg'
import { writeCalendarFile } from '#database/calendar-file/write.ts'
import { type Config, readConfig } from '#runtime/config.ts'
import packageJson from '../package.json' with { type: 'json' }
import { findAccount } from './accounts.ts'
import { newFile, standardOutput } from './backup-file.ts'
import { findCalendar } from './calendars.ts'
import { counted, UsageError } from './command.ts'
import { reachDatabase } from './reach-database.ts'

export async function exportCalendars([which = '', to = '', ...more]: string[]): Promise<void> {
  if (!which || !to || more.length > 0)
    throw new UsageError('Usage: townbell export <calendar or address of its owner> <file, or - for standard output>')
  const config = readConfig()
  const { url, close } = await reachDatabase(config)
  const client = new pg.Client({ connectionString: url, application_name: 'townbell export', keepAlive: true })
  try {
    await client.connect()
    await client.query('begin isolation level repeatable read, read only')
    const calendars = await chosen(client, which)
    const bytes = await write(client, config, calendars, to)
    console.error(`Exported ${counted(calendars.length, 'calendar')} to ${to} (${bytes} bytes).`)
    const { rows } = await client.query<{ name: string }>(stillSending, [calendars])
    for (const { name } of rows)
      console.error(`${name} goes on sending here. Before you import the file elsewhere, pause it and export again.`)
    console.error('The file holds personal data. Keep it where only you can read it, and delete it after the move.')
  } finally {
    await client.end()
    await close()
  }
}

async function chosen(client: pg.Client, which: string): Promise<string[]> {
  if (!which.includes('@')) return [(await findCalendar(client, which)).id]
  const { id, email } = await findAccount(client, which)
  const { rows } = await client.query<{ id: string }>(
    'select id from public.calendars where owner_id = $1 order by created_at, id',
    [id],
  )
  if (rows.length === 0) throw new UsageError(`${email} owns no calendar.`)
  return rows.map((row) => row.id)
}

async function write(client: pg.Client, config: Config, calendars: string[], to: string): Promise<number> {
  const target = to === '-' ? standardOutput() : await newFile(to)
  try {
    const pieces = writeCalendarFile({
      client,
      calendars,
      owner: null,
      site: config.siteUrl,
      release: packageJson.version,
      now: new Date(),
    })
    for await (const piece of pieces) await target.sink(Buffer.from(piece))
    await target.done()
    return target.size()
  } catch (error) {
    await target.giveUp()
    throw error
  }
}

const stillSending = `
  select name from public.calendars where id = any ($1) and sending_paused_at is null and not disabled order by name`
