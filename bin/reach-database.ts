// Finds the database: that of DATABASE_URL, that of a running Townbell, or the embedded one, started for a moment.
import { hasCluster, runningUrl } from '#database/embedded-running.ts'
import { primaryOf } from '#database/hosts.ts'
import { type Config, ConfigError } from '#runtime/config.ts'
import { isDataFolderLocked } from '#runtime/data-folder.ts'
import { createLog } from '#runtime/log.ts'
import { openContext } from './context.ts'

export async function reachDatabase(config: Config): Promise<{ url: string; close(): Promise<void> }> {
  if (config.databaseUrl) return { url: await primaryOf(config.databaseUrl), close: async () => {} }
  if (isDataFolderLocked(config.dataFolder))
    return { url: await runningUrl(config.dataFolder, config.postgresPassword), close: async () => {} }
  if (!(await hasCluster(config.dataFolder)))
    throw new ConfigError(`There is no database in ${config.dataFolder}. Set TOWNBELL_DATA or DATABASE_URL.`)
  const context = await openContext(config, createLog(config.logLevel, process.stderr))
  return { url: context.databaseUrl, close: () => context.shutdown.run() }
}
