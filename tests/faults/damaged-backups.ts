// Backups that were damaged on the way: each is refused, with a sentence that says why, and nothing is left behind.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openWorkerFixture } from './worker-fixture.ts'

export type DamageReport = { bytes: number; damaged: number; refused: number; accepted: string[]; says: string[] }

const BIN = fileURLToPath(new URL('../../bin/townbell.js', import.meta.url))

export async function damagingBackups({ rounds, mails }: { rounds: number; mails: number }): Promise<DamageReport> {
  const workers = await openWorkerFixture()
  const folder = mkdtempSync(join(tmpdir(), 'townbell-damage-'))
  const townbell = (data: string, ...words: string[]) =>
    spawnSync(process.execPath, [BIN, ...words], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, TOWNBELL_DATA: data, DATABASE_URL: workers.database.url },
    })
  try {
    await workers.addMailing(mails)
    const whole = join(folder, 'whole.tar')
    const made = townbell(join(folder, 'data'), 'backup', whole)
    if (made.status !== 0) throw new Error(made.stderr)
    const bytes = readFileSync(whole)
    const checked = townbell(join(folder, 'data'), 'restore', '--check', whole)
    if (checked.status !== 0) throw new Error(`the whole one was refused: ${checked.stderr}`)

    const accepted: string[] = []
    const says = new Set<string>()
    const damaged = damages(bytes, rounds)
    for (const [name, content] of damaged) {
      const file = join(folder, 'damaged.tar')
      const data = join(folder, 'nowhere')
      writeFileSync(file, content)
      const { status, stderr } = townbell(data, 'restore', file)
      if (status !== 1 || existsSync(data)) accepted.push(name)
      says.add(stderr.replaceAll(/\d+/g, '…').trim())
    }
    return {
      bytes: bytes.length,
      damaged: damaged.length,
      refused: damaged.length - accepted.length,
      accepted,
      says: [...says],
    }
  } finally {
    await workers.close()
    rmSync(folder, { recursive: true })
  }
}

function damages(whole: Buffer, rounds: number): [name: string, content: Buffer][] {
  const all: [string, Buffer][] = [
    ['empty', Buffer.alloc(0)],
    ['a text', Buffer.from('this is no backup\n'.repeat(100))],
    ['junk behind', Buffer.concat([whole, Buffer.alloc(4096, 7)])],
  ]
  for (let round = 0; round < rounds; round++) {
    const at = Math.floor((whole.length * (round + 0.5)) / rounds)
    const flipped = Buffer.from(whole)
    flipped[at]! ^= 1 << (round % 8)
    all.push([`a bit at byte ${at}`, flipped], [`cut at byte ${at}`, whole.subarray(0, at)])
  }
  return all
}
