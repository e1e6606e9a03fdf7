import { createPool } from '#database/pool.ts'
import { seconds } from '#domain/durations.ts'
import { type Config, readConfig } from '#runtime/config.ts'
import { isSupervised, runSupervised, superviseProcesses } from '#runtime/processes.ts'
import { claimLines, firstOperatorCode } from '#server/operator/new-code.ts'
import { buildWeb } from './build-web.ts'
import { type AppContext, jobsAtOnce, joinContext, openContext, refuseDemo } from './context.ts'
import { migrateDatabase } from './upgrade.ts'

/** Loaded where they run: the first of several processes needs neither. */
const loadParts = () => import('./assemble.ts')

/**
 * Runs database, migrations, servers and worker; it is ready when the line is printed. With several server processes, this one has the
 * database and looks after the others; otherwise everything is in this one.
 */
export async function start([part]: string[]): Promise<void> {
  const config = readConfig()
  if (isSupervised) return runPart(config, part === 'worker')
  await buildWeb()
  await run(config, async (context) => {
    const serverProcesses = await affordable(context)
    return serverProcesses === 1 ? openHere(context) : openProcesses(context, serverProcesses)
  })
}

/** Does the same in one process, with pages straight from their source. `npm run dev` restarts it when anything else changes. */
export async function dev(): Promise<void> {
  const { createDevSite } = await import('#server/site/dev.ts')
  const { openServer, openWorker } = await loadParts()
  await run(readConfig(), async (context) => {
    const { port } = await openServer(context, {
      makeSite: (options) => {
        const site = createDevSite(options)
        context.shutdown.add('pages', () => site.close())
        return site
      },
    })
    await openWorker(context)
    return port
  })
}

async function run(config: Config, serve: (context: AppContext) => Promise<number>): Promise<void> {
  const context = await openContext(config)
  try {
    await migrateDatabase(context)
    await refuseDemo(context)
    const port = await serve(context)
    const caught = config.mailbox ? `http://localhost:${port}/dev/mailbox?key=${config.mailboxKey}` : 'nobody'
    const mail = config.mailCarrier === 'catcher' ? caught : 'your mail server'
    if (context.postgres) console.log(`Townbell runs ${context.postgres}`)
    await offerOperatorCode(context)
    console.log(`Townbell is at http://localhost:${port} and its mail goes to ${mail}`)
  } catch (error) {
    await context.shutdown.run()
    throw error
  }
}

/** Prints the code at the first start only: the person who reads that log has set up the machine. */
async function offerOperatorCode({ config, databaseUrl, clock }: AppContext): Promise<void> {
  const pool = createPool({ url: databaseUrl, max: 1, name: 'townbell start', connectTimeoutMs: seconds(30) })
  try {
    const code = await firstOperatorCode(pool, clock.now())
    if (code) for (const line of claimLines(code, config.siteUrl)) console.log(line)
  } finally {
    await pool.end()
  }
}

async function openHere(context: AppContext): Promise<number> {
  const { openServer, openWorker } = await loadParts()
  const { port } = await openServer(context)
  await openWorker(context)
  onHangUp(context, async () => context.log.warn({}, 'SIGHUP replaces processes only where there are several'))
  return port
}

async function openProcesses(context: AppContext, serverProcesses: number): Promise<number> {
  const { databaseUrl, log, shutdown } = context
  const processes = await superviseProcesses({ databaseUrl, serverProcesses }, log)
  shutdown.add('processes', () => processes.stop())
  onHangUp(context, processes.restart)
  return processes.port
}

/** A terminal that is closed ends what it started. */
function onHangUp({ shutdown }: AppContext, restart: () => Promise<void>): void {
  const isTerminal = process.stdout.isTTY
  process.on('SIGHUP', () => void (isTerminal ? shutdown.run().then(() => process.exit(0)) : restart()))
}

/** One process of several. Its database is run by the first one. */
async function runPart(config: Config, isWorker: boolean): Promise<void> {
  await runSupervised(async ({ databaseUrl }, siblings) => {
    const { openServer, openWorker } = await loadParts()
    const context = joinContext(config, databaseUrl)
    const listening = isWorker ? await openWorker(context) : await openServer(context, { siblings })
    return {
      ...(listening ? { port: listening.port } : {}),
      async retire() {
        await listening?.drain()
        await context.shutdown.run()
        process.exit(0)
      },
    }
  })
}

/** Connections that administrators, backups and commands need besides. */
const SPARE_CONNECTIONS = 10

/** Returns how many servers PostgreSQL has connections for. */
async function affordable({ config, databaseUrl, log }: AppContext): Promise<number> {
  const { serverProcesses: wanted, databaseConnections } = config
  if (wanted === 1) return 1
  const pool = createPool({ url: databaseUrl, max: 1, name: 'townbell start', connectTimeoutMs: seconds(30) })
  try {
    const { rows } = await pool.query<{ most: number }>(`select current_setting('max_connections')::int as most`)
    const left = (rows[0]?.most ?? 0) - jobsAtOnce(config) - SPARE_CONNECTIONS
    // Each has one more, which listens for changes.
    const allowed = Math.max(1, Math.floor(left / (databaseConnections + 1)))
    if (allowed < wanted) log.warn({ wanted, allowed }, 'PostgreSQL has connections for fewer server processes')
    return Math.min(wanted, allowed)
  } finally {
    await pool.end()
  }
}
