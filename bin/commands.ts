// The command line. `townbell start` runs all parts.
import cluster from 'node:cluster'
import { flushCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { ConfigError } from '#runtime/config.ts'
import packageJson from '../package.json' with { type: 'json' }
import { type Command, chooseCommand, UsageError } from './command.ts'

type Loaded = Command & { load: () => Promise<(words: string[]) => Promise<void>> }

const commands = {
  start: {
    usage: '',
    summary: 'everything: database, a server for each core, worker',
    load: async () => (await import('./start.ts')).start,
  },
  server: {
    usage: '',
    summary: 'the server alone; needs DATABASE_URL',
    load: async () => (await import('./parts.ts')).serverAlone,
  },
  worker: {
    usage: '',
    summary: 'the worker alone; needs DATABASE_URL',
    load: async () => (await import('./parts.ts')).workerAlone,
  },
  migrate: {
    usage: '[--check]',
    summary: 'brings the database up to date, after a backup, and exits; --check only says what would happen',
    load: async () => (await import('./upgrade.ts')).migrateAlone,
  },
  bounce: {
    usage: '[recipient]',
    summary: 'reads a bounced mail from standard input, piped by a mail server',
    load: async () => (await import('./bounce.ts')).bounce,
  },
  backup: {
    usage: '<file or folder, or - for standard output>',
    summary: 'writes everything to one file, even while Townbell is running',
    load: async () => (await import('./backup.ts')).backup,
  },
  restore: {
    usage: '[--replace | --check] <file, or - for standard input>',
    summary:
      'restores a backup into an empty database and puts sending on hold; --check only looks whether it is whole',
    load: async () => (await import('./restore.ts')).restore,
  },
  export: {
    usage: '<calendar or address of its owner> <file, or - for standard output>',
    summary: 'writes calendars with all that belongs to them into a file for another Townbell',
    load: async () => (await import('./export.ts')).exportCalendars,
  },
  import: {
    usage: '[--check] [--owner <address>] <file>',
    summary: 'takes such a file in: consent, members, plan and history too, and sends nothing; --check changes nothing',
    load: async () => (await import('./import.ts')).importCalendars,
  },
  doctor: {
    usage: '[--json] [--dns <server to ask, such as 9.9.9.9>] [--mail <address to send a test mail to>]',
    summary: 'checks the installation and says what to fix',
    load: async () => (await import('./doctor.ts')).doctor,
  },
  admin: {
    usage: '<command> …',
    summary: 'shows and controls sending; helps, limits or stops accounts and calendars',
    load: async () => (await import('./admin.ts')).admin,
  },
  sql: {
    usage: '[statement]',
    summary: 'runs SQL, or what standard input has, as the owner of the database',
    load: async () => (await import('./sql.ts')).sql,
  },
  keys: {
    usage: '',
    summary: 'prints the address and the publishable key of the API',
    load: async () => (await import('./keys.ts')).keys,
  },
  demo: { usage: '', summary: 'everything, with a demo town', load: async () => (await import('./demo.ts')).demo },
  dev: { usage: '', summary: 'everything, reloading on changes', load: async () => (await import('./start.ts')).dev },
} satisfies Record<string, Loaded>

/** Uses the codes of sysexits.h. A supervisor that knows 78 does not start again and again with the same wrong setting. */
const exitCodeOf = (error: unknown) => (error instanceof UsageError ? 64 : error instanceof ConfigError ? 78 : 1)

try {
  await run(process.argv.slice(2))
  flushCompileCache()
} catch (error) {
  console.error(explain(error))
  process.exit(exitCodeOf(error))
}

function explain(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  const isAway =
    process.env.DATABASE_URL && ['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'EHOSTUNREACH'].includes(code ?? '')
  if (isAway)
    return `DATABASE_URL: the database cannot be reached (${message || code}). Check that it runs, and its address.`
  return error instanceof Error ? message : String(error)
}

async function run([name = 'start', ...words]: string[]): Promise<void> {
  if (name === '--version') return console.log(`townbell ${packageJson.version}, Node ${process.versions.node}`)
  // The words of a process that `start` has started are ours.
  if (cluster.isWorker) return (await load(commands.start))(words)
  if (name === 'admin') return (await load(commands.admin))(words)
  const chosen = chooseCommand('townbell', commands, [name, ...words])
  if (chosen) await (await load(chosen.command))(chosen.words)
}

/**
 * graphile-worker looks for settings, programs among them, in the folder where it is loaded and in those above: it gets ours, because the one we
 * were started in may be anybody's, or closed to us, as /root is to the service's user.
 */
async function load(command: Loaded): ReturnType<Loaded['load']> {
  const folder = process.cwd()
  process.chdir(fileURLToPath(new URL('..', import.meta.url)))
  const act = await command.load()
  try {
    process.chdir(folder)
  } catch {
    process.chdir('/')
    console.error(`This user may not enter ${folder}: files are looked for in / instead.`)
  }
  return act
}
