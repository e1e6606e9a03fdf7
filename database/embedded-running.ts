// Finds the embedded PostgreSQL that a running Townbell has started, for commands beside it.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chooseHome } from './embedded-home.ts'

export async function runningUrl(folder: string, password: string): Promise<string> {
  const { cluster } = await chooseHome(folder)
  const port = portIn(join(cluster, 'postmaster.pid'))
  if (!port) throw new Error(`Townbell is not running in ${folder}. Start it, or set DATABASE_URL.`)
  return `postgres://townbell:${encodeURIComponent(password)}@127.0.0.1:${port}/townbell`
}

/** Returns whether the folder has a database. */
export async function hasCluster(folder: string): Promise<boolean> {
  return existsSync(join((await chooseHome(folder)).cluster, 'PG_VERSION'))
}

/** PostgreSQL writes its port on the fourth line. */
function portIn(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').split('\n')[3]
  } catch {
    return undefined
  }
}
