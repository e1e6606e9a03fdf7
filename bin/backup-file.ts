// Writes a backup into a file or to standard output.
import { rmSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import pg from 'pg'
import { type Backup, backUp } from '#database/backup/backup.ts'
import type { Sink } from '#database/backup/write-archive.ts'
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
  const part = `${file}.part`
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
