// The whole program in this process: the real app and worker on a free port, over a database of its own, mail caught.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { freePort } from '#database/embedded.ts'
import { type Clock, systemClock } from '#runtime/clock.ts'
import { type Config, readConfig } from '#runtime/config.ts'
import { createShutdown } from '#runtime/shutdown.ts'
import { openServer, openWorker } from '../bin/assemble.ts'
import { buildWeb } from '../bin/build-web.ts'
import type { AppContext } from '../bin/context.ts'
import { testDatabase } from './database.ts'
import { testLog } from './log.ts'
import { quickPuzzles } from './quick-puzzles.ts'

export type TestApp = {
  url: string
  config: Config
  pool: pg.Pool
  /** Every line the program logged. */
  logged: string[]
  close(): Promise<void>
}

export type AppSetup = {
  /** The clock of the server and the worker; the database and the browsers use the machine's. */
  clock?: Clock
  /** The URLs of providers, which no setting can change. */
  config?: { recaptchaUrl?: string }
}

export async function startApp(env: Record<string, string> = {}, setup: AppSetup = {}): Promise<TestApp> {
  const { clock = systemClock } = setup
  await buildWeb()
  const database = await testDatabase()
  const dataFolder = mkdtempSync(join(tmpdir(), 'townbell-data-'))
  const port = await freePort()
  const settings = {
    PORT: String(port),
    TOWNBELL_DATA: dataFolder,
    DATABASE_URL: database.url,
    LOG_LEVEL: 'info',
    // A test may share its machine with others.
    TIME_LIMIT_FACTOR: '10',
    ...env,
  }
  const config: Config = { ...readConfig(settings), ...quickPuzzles, ...setup.config }
  const logged: string[] = []
  const log = testLog(config.logLevel, logged)
  const context: AppContext = { config, log, shutdown: createShutdown(log), databaseUrl: database.url, clock }
  await openServer(context)
  await openWorker(context)
  return {
    // Where it listens; its public address may be another.
    url: `http://localhost:${port}`,
    config,
    pool: database.pool,
    logged,
    async close() {
      await context.shutdown.run()
      await database.close()
      rmSync(dataFolder, { recursive: true, force: true })
    },
  }
}
