// A standby of a PostgreSQL that `startEmbedded` runs, made as PostgreSQL's manual says for a backup by hand: the packaged binaries
// have no pg_basebackup.
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '#database/embedded.ts'
import { chooseHome } from '#database/embedded-home.ts'
import { databaseFolder } from './database-folder.ts'

export type Standby = {
  url: string
  folder: string
  end(signal: NodeJS.Signals): Promise<void>
  close(): Promise<void>
}

const LEFT_OUT = ['postmaster.pid', 'postmaster.opts']

export async function openStandby(primary: { url: string; folder: string }, port?: number): Promise<Standby> {
  const folder = databaseFolder()
  const from = await chooseHome(primary.folder)
  const to = await chooseHome(folder)
  await copyCluster(primary.url, from.cluster, to.cluster)
  writeFileSync(join(to.cluster, 'standby.signal'), '')
  const { uid, gid } = from.owner
  if (uid !== undefined) spawnSync('chown', ['-R', `${uid}:${gid}`, to.cluster])
  const { hostname, port: itsPort, username, password } = new URL(primary.url)
  const conninfo = `host=${hostname} port=${itsPort} user=${username} password=${password}`
  const running = await startEmbedded({
    folder,
    password,
    ...(port === undefined ? {} : { port }),
    settings: { shared_buffers: '64MB', primary_conninfo: conninfo },
  })
  return {
    url: running.url,
    folder,
    async end(signal) {
      const ended = once(running.process, 'exit')
      running.process.kill(signal)
      await ended
    },
    async close() {
      await running.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The copy is whole only with the label that PostgreSQL gives at the end. */
async function copyCluster(url: string, from: string, to: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query("select pg_backup_start('standby', true)")
    // Files that PostgreSQL removes meanwhile are in its log.
    spawnSync('cp', ['-a', from, to])
    for (const name of LEFT_OUT) rmSync(join(to, name), { force: true })
    const { rows } = await client.query('select labelfile from pg_backup_stop(false)')
    writeFileSync(join(to, 'backup_label'), rows[0].labelfile)
  } finally {
    await client.end()
  }
}
