import { readConfig } from '#runtime/config.ts'
import { migrateHouse, openHouse, openServer, openWorker } from './assemble.ts'
import { buildWeb } from './build-web.ts'

/** Database, migrations, server and worker in one process. Ready when the line is printed. */
export async function start(): Promise<void> {
  const config = readConfig()
  await buildWeb()
  const house = await openHouse(config)
  try {
    await migrateHouse(house)
    const { port } = await openServer(house)
    await openWorker(house)
    const mail = config.mailbox ? `${config.siteUrl}/dev/mailbox` : 'your mail server'
    console.log(`Townbell is at http://localhost:${port} and its mail goes to ${mail}`)
  } catch (error) {
    await house.shutdown.run()
    throw error
  }
}
