// Pictures that people upload. Neither their name nor their declared type is believed: what a file is, its bytes say, and only
// what shows the picture is kept. Where and when it was taken, thumbnails and whatever hangs behind its end stay out.
import { createHash } from 'node:crypto'
import { type ImageKind, readImageName } from '#domain/event-images.ts'
import { EVENT_IMAGE_SIDE_MAX } from '#domain/limits.ts'
import { BadPicture, type Cleaned } from './bytes.ts'
import { cleanJpeg } from './jpeg.ts'
import { cleanPng } from './png.ts'
import { cleanWebp } from './webp.ts'

/** The picture as it is stored, under the name it is stored by. */
export function readPicture(file: Buffer): { name: string; bytes: Buffer } {
  const kind = kindOf(file)
  const { parts, width, height } = cleaners[kind](file)
  if (width < 1 || height < 1) throw new BadPicture('broken')
  if (width > EVENT_IMAGE_SIDE_MAX || height > EVENT_IMAGE_SIDE_MAX) throw new BadPicture('tooWide')
  const bytes = Buffer.concat(parts)
  const name = `${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}-${width}x${height}.${kind}`
  if (!readImageName(name)) throw new RangeError(`not a name: ${name}`)
  return { name, bytes }
}

const cleaners: Record<ImageKind, (file: Buffer) => Cleaned> = { jpg: cleanJpeg, png: cleanPng, webp: cleanWebp }

function kindOf(file: Buffer): ImageKind {
  if (file.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpg'
  if (file.subarray(0, 8).toString('latin1') === '\x89PNG\r\n\x1a\n') return 'png'
  if (file.toString('latin1', 0, 4) === 'RIFF' && file.toString('latin1', 8, 12) === 'WEBP') return 'webp'
  throw new BadPicture('unknown')
}
