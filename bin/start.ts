import { type Config, readConfig } from '#runtime/config.ts'
import { openServer, openWorker } from './assemble.ts'
import { buildWeb } from './build-web.ts'
import { type House, migrateHouse, openHouse } from './house.ts'

/** Database, migrations, server and worker in one process. Ready when the line is printed. */
export async function start(): Promise<void> {
  const config = readConfig()
  await buildWeb()
  await run(config, async (house) => (await openServer(house)).port)
}

/** The same with pages straight from their source. `npm run dev` starts it again when anything else changes. */
export async function dev(): Promise<void> {
  const { createDevSite } = await import('#server/site/dev.ts')
  await run(readConfig(), async (house) => {
    const { port } = await openServer(house, (options) => {
      const site = createDevSite(options)
      house.shutdown.add('pages', () => site.close())
      return site
    })
    return port
  })
}

async function run(config: Config, serve: (house: House) => Promise<number>): Promise<void> {
  const house = await openHouse(config)
  try {
    await migrateHouse(house)
    const port = await serve(house)
    await openWorker(house)
    const mail = config.mailbox ? `http://localhost:${port}/dev/mailbox` : 'your mail server'
    console.log(`Townbell is at http://localhost:${port} and its mail goes to ${mail}`)
  } catch (error) {
    await house.shutdown.run()
    throw error
  }
}
