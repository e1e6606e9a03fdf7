// The key pair by which push services know us. Made at the first start; browsers that subscribed with it cannot be reached
// with another.
import { generateKeyPairSync } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { replacePrivateFile } from './private-file.ts'

const vapidFile = z.object({
  /** Uncompressed point, base64url, as browsers take it. */
  publicKey: z.string().regex(/^B[\w-]{86}$/),
  privateKey: z.string().regex(/^[\w-]{43}$/),
})

export type VapidKeys = z.infer<typeof vapidFile>

export function keepVapidKeys(folder: string): VapidKeys {
  const file = join(folder, 'vapid.json')
  try {
    // 'wx' fails if another process was first, and then its keys are ours too.
    writeFileSync(file, `${JSON.stringify(newKeys(), null, 2)}\n`, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const parsed = vapidFile.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  if (parsed.success) return parsed.data
  throw new Error(`${file} is damaged. Restore it from a backup: without it no browser can be reached.`)
}

/** Puts those of a backup in the place of ours. */
export function replaceVapidKeys(folder: string, restored: VapidKeys): void {
  replacePrivateFile(join(folder, 'vapid.json'), `${JSON.stringify(restored, null, 2)}\n`)
}

function newKeys(): VapidKeys {
  const {
    x = '',
    y = '',
    d = '',
  } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  return { publicKey: point.toString('base64url'), privateKey: d }
}
