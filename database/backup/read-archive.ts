// Reads a backup and trusts nothing: names, order and sizes must be what we write, and the seal must match every byte before it.
// `verify` does this before anything is changed; loading does it again on the same open file.
import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import {
  type BackupSecrets,
  FORMAT,
  MANIFEST,
  type Manifest,
  manifest,
  SEAL,
  SECRETS,
  secrets,
  tableOfPart,
} from './manifest.ts'
import { BLOCK, end, isEmpty, readHeader } from './tar.ts'

/** Far above what we write, and small enough for memory. */
const ENTRY_MAX = 256 * 1024 * 1024

export class DamagedBackup extends Error {
  constructor(what: string) {
    super(`This is not a whole Townbell backup: ${what}. Nothing was changed.`)
  }
}

export type Verified = { manifest: Manifest; secrets: BackupSecrets; seal: string }

export async function verify(file: FileHandle): Promise<Verified> {
  const found = new Map<string, Buffer>()
  for await (const { name, content } of entries(file)) if (tableOfPart(name) === undefined) found.set(name, content)
  const { format } = parse(found.get(MANIFEST)) as { format?: unknown }
  if (typeof format === 'number' && format > FORMAT)
    throw new Error('This backup was made by a newer Townbell. Restore it with that version or a later one.')
  return {
    manifest: checked(manifest, parse(found.get(MANIFEST))),
    secrets: checked(secrets, parse(found.get(SECRETS))),
    seal: String(found.get(SEAL)).trim(),
  }
}

/** Yields the rows of each table as COPY wrote them. Each table must be read to its end before the next. */
export async function* tablesOf(file: FileHandle): AsyncGenerator<{ table: string; rows: AsyncGenerator<Buffer> }> {
  const parts = entries(file)
  let current = await parts.next()
  while (!current.done) {
    const table = tableOfPart(current.value.name)
    if (table !== undefined) yield { table, rows: rowsOf(table) }
    else current = await parts.next()
  }

  async function* rowsOf(table: string): AsyncGenerator<Buffer> {
    while (!current.done && tableOfPart(current.value.name) === table) {
      yield await unzip(current.value.content, { maxOutputLength: ENTRY_MAX })
      current = await parts.next()
    }
  }
}

const unzip = promisify(gunzip) as (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>

type Entry = { name: string; content: Buffer }

async function* entries(file: FileHandle): AsyncGenerator<Entry> {
  const hash = createHash('sha256')
  let offset = 0
  let last = ''
  for (;;) {
    const block = await take(BLOCK)
    if (isEmpty(block)) break
    if (last === SEAL) throw new DamagedBackup('something follows its seal')
    const head = readHeader(block)
    if (!head || head.size > ENTRY_MAX) throw new DamagedBackup(`no entry begins at byte ${offset - BLOCK}`)
    if (!isExpected(last, head.name))
      throw new DamagedBackup(`${head.name} does not belong after ${last || 'the start'}`)
    const seal = hash.copy().digest('hex')
    const padded = await take(Math.ceil(head.size / BLOCK) * BLOCK)
    const content = padded.subarray(0, head.size)
    if (!isEmpty(padded.subarray(head.size))) throw new DamagedBackup(`${head.name} is followed by something else`)
    if (head.name === SEAL && content.toString() !== `${seal}\n`) throw new DamagedBackup('its checksum does not fit')
    hash.update(block).update(padded)
    last = head.name
    yield { name: head.name, content }
  }
  if (last !== SEAL) throw new DamagedBackup('it ends before its seal')
  const { size } = await file.stat()
  const rest = await take(end.length - BLOCK)
  if (!isEmpty(rest) || size !== offset) throw new DamagedBackup('something follows its end')

  async function take(length: number): Promise<Buffer> {
    const bytes = Buffer.alloc(length)
    for (let filled = 0; filled < length; ) {
      const { bytesRead } = await file.read(bytes, filled, length - filled, offset + filled)
      if (bytesRead === 0) throw new DamagedBackup(`it ends early, at byte ${offset + filled}`)
      filled += bytesRead
    }
    offset += length
    return bytes
  }
}

function isExpected(last: string, next: string): boolean {
  if (next === SECRETS) return last === ''
  if (next === SEAL) return last === MANIFEST
  const isAfterTables = last === SECRETS || tableOfPart(last) !== undefined
  return isAfterTables && (next === MANIFEST || tableOfPart(next) !== undefined)
}

function parse(content: Buffer | undefined): unknown {
  try {
    return JSON.parse(String(content))
  } catch {
    throw new DamagedBackup('a page of it cannot be read')
  }
}

function checked<T>(rule: { safeParse(value: unknown): { success: boolean; data?: T } }, value: unknown): T {
  const parsed = rule.safeParse(value)
  if (!parsed.success) throw new DamagedBackup('a page of it cannot be read')
  return parsed.data as T
}
