import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { MANIFEST, type Manifest, partName, SECRETS } from './manifest.ts'
import { tablesOf, verify } from './read-archive.ts'
import { writeArchive } from './write-archive.ts'

const folder = mkdtempSync(join(tmpdir(), 'townbell-archive-'))
after(() => rmSync(folder, { recursive: true }))

const secrets = {
  jwtSecret: 'j'.repeat(32),
  linkSecret: 'l'.repeat(32),
  publishableKey: `sb_publishable_${'p'.repeat(21)}`,
  vapid: { publicKey: 'public', privateKey: 'private' },
}
const events = { schema: 'public', name: 'events' }
const manifest: Manifest = {
  format: 1,
  madeAt: '2025-07-04T12:00:00.000Z',
  townbell: '0.1.0',
  postgres: '18.4',
  migrations: [{ name: 'baseline', checksum: 'c' }],
  tables: [{ ...events, columns: ['id'], rows: 3, bytes: 6, sha256: 's' }],
  sequences: [],
  waitingJobs: {},
}

let whole: Buffer
before(async () => {
  whole = await archive()
})

async function archive(entries?: [string, string | Buffer][]): Promise<Buffer> {
  const pieces: Buffer[] = []
  const writer = writeArchive(async (bytes) => void pieces.push(bytes), new Date('2025-07-04T12:00:00Z'))
  const usual: [string, string | Buffer][] = [
    [SECRETS, JSON.stringify(secrets)],
    [partName(events, 1), gzipSync('1\n2\n')],
    [partName(events, 2), gzipSync('3\n')],
    [MANIFEST, JSON.stringify(manifest)],
  ]
  for (const [name, content] of entries ?? usual) await writer.add(name, content)
  await writer.finish()
  return Buffer.concat(pieces)
}

async function opened<T>(bytes: Buffer, use: (file: Awaited<ReturnType<typeof open>>) => Promise<T>): Promise<T> {
  const path = join(folder, 'backup.tar')
  writeFileSync(path, bytes)
  const file = await open(path)
  return use(file).finally(() => file.close())
}

test('an archive is read back table by table', async () => {
  const read = await opened(whole, async (file) => {
    const { manifest, secrets } = await verify(file)
    const tables: Record<string, string> = {}
    for await (const { table, rows } of tablesOf(file)) {
      tables[table] = ''
      for await (const text of rows) tables[table] += text
    }
    return { manifest, secrets, tables }
  })
  assert.deepEqual(read, { manifest, secrets, tables: { 'public.events': '1\n2\n3\n' } })
})

test('an archive with any byte changed is refused', async () => {
  for (let at = 0; at < whole.length; at += 11) {
    const changed = Buffer.from(whole)
    changed[at] = (changed[at] ?? 0) ^ 1
    await assert.rejects(opened(changed, verify), /^Error: This is not a whole Townbell backup/, `byte ${at}`)
  }
})

test('a truncated archive, or one with data after its end, is refused', async () => {
  for (let length = 0; length < whole.length; length += 97)
    await assert.rejects(opened(whole.subarray(0, length), verify), /not a whole Townbell backup/, `${length} bytes`)
  await assert.rejects(opened(Buffer.concat([whole, Buffer.alloc(512)]), verify), /something follows its end/)
})

test('a sealed archive with extra or missing entries is refused', async () => {
  const page = JSON.stringify(manifest)
  const of = (...entries: [string, string][]) => archive(entries).then((bytes) => opened(bytes, verify))
  await assert.rejects(of([MANIFEST, page]), /does not belong after the start/)
  await assert.rejects(of([SECRETS, '{}'], ['../../etc/passwd', 'x'], [MANIFEST, page]), /does not belong/)
  await assert.rejects(of([SECRETS, '{}'], [MANIFEST, page]), /a page of it cannot be read/)
  await assert.rejects(of([SECRETS, JSON.stringify(secrets)], [MANIFEST, '{']), /a page of it cannot be read/)
  await assert.rejects(
    of([SECRETS, JSON.stringify(secrets)], [MANIFEST, page.replace('"format":1', '"format":2')]),
    /made by a newer Townbell/,
  )
})
