// Describes a backup. Written last, so that an incomplete backup has none.
import * as z from 'zod'

export const FORMAT = 1

const table = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()).min(1),
  rows: z.int().min(0),
  bytes: z.int().min(0),
  /** The hash of the rows as COPY writes them. */
  sha256: z.string(),
})

export const manifest = z.object({
  format: z.literal(FORMAT),
  madeAt: z.iso.datetime(),
  townbell: z.string(),
  postgres: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })).min(1),
  tables: z.array(table),
  /** Values are text, because they may exceed a JavaScript number. */
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), value: z.string(), used: z.boolean() })),
  /** The number of waiting jobs by name. The jobs are not in the backup: docs/decisions/backups.md. */
  waitingJobs: z.record(z.string(), z.int()),
})

export const secrets = z.object({
  jwtSecret: z.string().min(32),
  linkSecret: z.string().min(32),
  publishableKey: z.string().startsWith('sb_publishable_'),
  vapid: z.object({ publicKey: z.string(), privateKey: z.string() }),
})

export type Manifest = z.infer<typeof manifest>
export type BackupTable = z.infer<typeof table>
export type BackupSecrets = z.infer<typeof secrets>

export const SECRETS = 'secrets.json'
export const MANIFEST = 'manifest.json'
/** The checksum of every byte before it. */
export const SEAL = 'sha256'

/** Each part of a table is a gzip file; `zcat` of all parts is the output of COPY. */
export function partName({ schema, name }: { schema: string; name: string }, part: number): string {
  return `tables/${schema}.${name}/${String(part).padStart(6, '0')}.copy.gz`
}

export function tableOfPart(name: string): string | undefined {
  return /^tables\/([^/]+)\/\d{6}\.copy\.gz$/.exec(name)?.[1]
}
