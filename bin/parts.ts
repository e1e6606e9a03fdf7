// Runs single parts, any number of each, on one shared database.
import { ConfigError, readConfig } from '#runtime/config.ts'
import { openServer, openWorker } from './assemble.ts'
import { buildWeb } from './build-web.ts'
import { type AppContext, openContext, refuseDemo } from './context.ts'

export async function serverAlone(): Promise<void> {
  await buildWeb()
  const context = await openSharedContext('server')
  const { port } = await openServer(context)
  console.log(`The Townbell server is at http://localhost:${port}`)
}

export async function workerAlone(): Promise<void> {
  await openWorker(await openSharedContext('worker'))
  console.log('The Townbell worker is running')
}

async function openSharedContext(part: string): Promise<AppContext> {
  const config = readConfig()
  if (!config.databaseUrl)
    throw new ConfigError(
      `DATABASE_URL is missing: townbell ${part} shares a database with the other parts. For everything at once use townbell start.`,
    )
  const context = await openContext(config)
  await refuseDemo(context)
  return context
}
