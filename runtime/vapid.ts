// The key pair that identifies us to push services, created at the first start. Browsers that subscribed with it cannot be reached
// with another.
import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { makePrivateFile, replacePrivateFile } from './private-file.ts'

const vapidFile = z.object({
  /** Uncompressed point, base64url, as browsers take it. */
  publicKey: z.string().regex(/^B[\w-]{86}$/),
  privateKey: z.string().regex(/^[\w-]{43}$/),
})

export type VapidKeys = z.infer<typeof vapidFile>

export function loadOrCreateVapidKeys(folder: string): VapidKeys {
  const file = join(folder, 'vapid.json')
  makePrivateFile(file, `${JSON.stringify(newKeys(), null, 2)}\n`)
  const parsed = vapidFile.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  if (parsed.success) return parsed.data
  throw new Error(`${file} is damaged. Restore it from a backup: without it no browser can be reached.`)
}

/** Replaces the keys with those of a backup. */
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
