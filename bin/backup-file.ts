// Writes a backup into a file or to standard output.
import { randomUUID } from 'node:crypto'
import { rmSync, statSync } from 'node:fs'
import { open, readdir, rename } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import pg from 'pg'
import { type Backup, backUp } from '#database/backup/backup.ts'
import type { Sink } from '#database/backup/write-archive.ts'
import { hours } from '#domain/durations.ts'
import type { Config } from '#runtime/config.ts'
import packageJson from '../package.json' with { type: 'json' }

export type Target = { sink: Sink; size(): number; done(): Promise<void>; giveUp(): Promise<void> }

export async function writeBackup(target: Target, config: Config, url: string, now: Date): Promise<Backup> {
  const { jwtSecret, linkSecret, publishableKey, vapid } = config
  const secrets = { jwtSecret, linkSecret, publishableKey, vapid }
  const client = new pg.Client({ connectionString: url, application_name: 'townbell backup', keepAlive: true })
  client.on('error', () => {})
  try {
    await client.connect()
    const made = await backUp({ client, secrets, sink: target.sink, townbell: packageJson.version, now })
    await target.done()
    return made
  } catch (error) {
    await target.giveUp()
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}

/** Writes under another name until the file is whole and on the disk. */
export async function newFile(file: string): Promise<Target> {
  // A name that nobody has had: what a killed backup left behind would block its own for good.
  const part = `${file}.${randomUUID()}.part`
  await removeAbandoned(file)
  const handle = await open(part, 'wx', 0o600)
  const remove = () => rmSync(part, { force: true })
  process.once('exit', remove)
  let written = 0
  return {
    size: () => written,
    async sink(bytes) {
      await handle.writeFile(bytes)
      written += bytes.length
    },
    async done() {
      await handle.sync()
      await handle.close()
      await rename(part, file)
      process.off('exit', remove)
      const folder = await open(dirname(file))
      await folder.sync().finally(() => folder.close())
    },
    async giveUp() {
      await handle.close()
      remove()
    },
  }
}

/**
 * Removes what killed backups left, which holds personal data: those of this file at once, because a start that is killed again and again
 * would fill the disk, and others after an hour. A backup that runs writes all the time.
 */
async function removeAbandoned(file: string): Promise<void> {
  const folder = dirname(file)
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const isOurs = name.startsWith(`${basename(file)}.`)
    if (!isPart.test(name) || (!isOurs && statSync(path).mtimeMs > Date.now() - hours(1))) continue
    rmSync(path, { force: true })
    console.error(`Removed ${path}, which a backup that was killed had left.`)
  }
}

const isPart = /\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.part$/

export function standardOutput(): Target {
  let written = 0
  // The reader may stop reading; the write that fails reports it.
  process.stdout.on('error', () => {})
  return {
    size: () => written,
    sink: (bytes) =>
      new Promise((resolve, reject) => {
        written += bytes.length
        process.stdout.write(bytes, (error) => (error ? reject(error) : resolve()))
      }),
    done: async () => {},
    giveUp: async () => {},
  }
}
