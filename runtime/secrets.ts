// Secrets are created at the first start and stored in the data folder; the environment may bring its own instead.
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { makeDataFolder } from './data-folder.ts'
import { makePrivateFile, replacePrivateFile } from './private-file.ts'

const secretsFile = z.object({
  /** Signs access tokens. */
  jwtSecret: z.string().min(32),
  /** Signs links in mails and one-time tokens. */
  linkSecret: z.string().min(32),
  /** Is no secret: every page contains it. It shows that a request is meant for this installation. */
  publishableKey: z.string().startsWith('sb_publishable_').min(36),
  postgresPassword: z.string().min(16),
})

export type Secrets = z.infer<typeof secretsFile>

export function loadOrCreateSecrets(folder: string): Secrets {
  const file = join(folder, 'secrets.json')
  makeDataFolder(folder)
  makePrivateFile(file, `${JSON.stringify(newSecrets(), null, 2)}\n`)
  return readSecrets(file)
}

/** Replaces the secrets with those of a backup, except the password, which belongs to the database that is here. */
export function replaceSecrets(folder: string, restored: Omit<Secrets, 'postgresPassword'>): void {
  const { postgresPassword } = loadOrCreateSecrets(folder)
  const { jwtSecret, linkSecret, publishableKey } = restored
  const secrets: Secrets = { jwtSecret, linkSecret, publishableKey, postgresPassword }
  replacePrivateFile(join(folder, 'secrets.json'), `${JSON.stringify(secrets, null, 2)}\n`)
}

function readSecrets(file: string): Secrets {
  let content: unknown
  try {
    content = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EACCES')
      throw new Error(`Cannot read ${file}: run this as the user it belongs to.`)
    throw new Error(
      `Cannot read ${file}: ${(error as Error).message}. Restore it from a backup: without it nobody stays signed in.`,
    )
  }
  const parsed = secretsFile.safeParse(content)
  if (parsed.success) return parsed.data
  throw new Error(`${file} is damaged (${parsed.error.issues[0]?.path.join('.')}). Restore it from a backup.`)
}

function newSecrets(): Secrets {
  const random = () => randomBytes(32).toString('base64url')
  return {
    jwtSecret: random(),
    linkSecret: random(),
    publishableKey: `sb_publishable_${random()}`,
    postgresPassword: random(),
  }
}
