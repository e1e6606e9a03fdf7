// The parts alone, several of each if you like, over one database.
import { ConfigError, readConfig } from '#runtime/config.ts'
import { openServer, openWorker } from './assemble.ts'
import { buildWeb } from './build-web.ts'
import { type House, migrateHouse, openHouse } from './house.ts'

export async function serverAlone(): Promise<void> {
  await buildWeb()
  const house = await sharedHouse('server')
  const { port } = await openServer(house)
  console.log(`The Townbell server is at http://localhost:${port}`)
}

export async function workerAlone(): Promise<void> {
  await openWorker(await sharedHouse('worker'))
  console.log('The Townbell worker is running')
}

export async function migrateAlone(): Promise<void> {
  const house = await openHouse(readConfig())
  const done = await migrateHouse(house)
  console.log(done.length === 0 ? 'The database is up to date.' : `Applied ${done.join(', ')}.`)
  await house.shutdown.run()
}

async function sharedHouse(part: string): Promise<House> {
  const config = readConfig()
  if (!config.databaseUrl)
    throw new ConfigError(
      `DATABASE_URL is missing: townbell ${part} shares a database with the other parts. For everything in one process use townbell start.`,
    )
  return openHouse(config)
}
