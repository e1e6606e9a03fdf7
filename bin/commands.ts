// The command line. `townbell start` runs all parts.
import { flushCompileCache } from 'node:module'

const commands: Record<string, { summary: string; load: () => Promise<(words: string[]) => Promise<void>> }> = {
  start: {
    summary: 'everything: database, a server for each core, worker',
    load: async () => (await import('./start.ts')).start,
  },
  server: {
    summary: 'the server alone; needs DATABASE_URL',
    load: async () => (await import('./parts.ts')).serverAlone,
  },
  worker: {
    summary: 'the worker alone; needs DATABASE_URL',
    load: async () => (await import('./parts.ts')).workerAlone,
  },
  migrate: {
    summary: 'brings the database up to date and exits',
    load: async () => (await import('./parts.ts')).migrateAlone,
  },
  bounce: {
    summary: 'reads a bounced mail from standard input, piped by a mail server',
    load: async () => (await import('./bounce.ts')).bounce,
  },
  backup: {
    summary: 'writes everything to one file, even while Townbell is running',
    load: async () => (await import('./backup.ts')).backup,
  },
  restore: {
    summary: 'restores a backup into an empty database and puts sending on hold',
    load: async () => (await import('./restore.ts')).restore,
  },
  doctor: {
    summary: 'checks the installation and says what to fix',
    load: async () => (await import('./doctor.ts')).doctor,
  },
  admin: {
    summary: 'shows what is sent; holds, resumes or pauses sending',
    load: async () => (await import('./admin.ts')).admin,
  },
  keys: {
    summary: 'prints the address and the publishable key of the API',
    load: async () => (await import('./keys.ts')).keys,
  },
  demo: { summary: 'everything, with a demo town', load: async () => (await import('./demo.ts')).demo },
  dev: { summary: 'everything, reloading on changes', load: async () => (await import('./start.ts')).dev },
}

const [name = 'start', ...words] = process.argv.slice(2)
const command = commands[name]
if (!command) {
  const list = Object.entries(commands).map(([word, { summary }]) => `  townbell ${word.padEnd(8)} ${summary}`)
  console.error(`There is no command "${name}". There are:\n${list.join('\n')}`)
  process.exit(2)
}
try {
  await (await command.load())(words)
  flushCompileCache()
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
}
