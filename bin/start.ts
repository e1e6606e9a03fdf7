import { type Config, readConfig } from '#runtime/config.ts'
import { openServer, openWorker } from './assemble.ts'
import { buildWeb } from './build-web.ts'
import { type AppContext, migrateDatabase, openContext } from './context.ts'

/** Runs database, migrations, server and worker in one process. It is ready when the line is printed. */
export async function start(): Promise<void> {
  const config = readConfig()
  await buildWeb()
  await run(config, async (context) => (await openServer(context)).port)
}

/** Does the same with pages straight from their source. `npm run dev` restarts it when anything else changes. */
export async function dev(): Promise<void> {
  const { createDevSite } = await import('#server/site/dev.ts')
  await run(readConfig(), async (context) => {
    const { port } = await openServer(context, (options) => {
      const site = createDevSite(options)
      context.shutdown.add('pages', () => site.close())
      return site
    })
    return port
  })
}

async function run(config: Config, serve: (context: AppContext) => Promise<number>): Promise<void> {
  const context = await openContext(config)
  try {
    await migrateDatabase(context)
    const port = await serve(context)
    await openWorker(context)
    const caught = config.mailbox ? `http://localhost:${port}/dev/mailbox` : 'nobody'
    const mail = config.mailCarrier === 'catcher' ? caught : 'your mail server'
    console.log(`Townbell is at http://localhost:${port} and its mail goes to ${mail}`)
  } catch (error) {
    await context.shutdown.run()
    throw error
  }
}
