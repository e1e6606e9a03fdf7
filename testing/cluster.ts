// One PostgreSQL for a test run, in a temporary folder, tuned for tests: nothing in it outlives the run.
import { rmSync } from 'node:fs'
import { startEmbedded } from '#database/embedded.ts'
import { databaseFolder } from './database-folder.ts'
import { keepPostgresLog } from './log.ts'

export type Cluster = { url: string; stop(): Promise<void> }

export async function startCluster(): Promise<Cluster> {
  const folder = databaseFolder()
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', shared_buffers: '128MB' }
  const embedded = await startEmbedded({ folder, password: 'test', settings })
  // A test file that fails before it closes must not hang on its database, nor leave it running.
  embedded.process.unref()
  process.once('exit', () => embedded.process.kill('SIGQUIT'))
  return {
    url: embedded.url,
    async stop() {
      await embedded.stop()
      keepPostgresLog(folder)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
