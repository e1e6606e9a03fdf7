// WebP: a RIFF file of chunks, each of type, length and data, padded to even (RFC 9649).
import { BadPicture, type Cleaned, partCounter, piece } from './bytes.ts'

/** Of the extended header: the picture has Exif, XMP, or moves. */
const [EXIF, XMP, ANIMATION] = [0x08, 0x04, 0x02]

interface Size {
  width: number
  height: number
}

export function cleanWebp(file: Buffer): Cleaned {
  const end = 8 + piece(file, 4, 4).readUInt32LE()
  if (end > file.length) throw new BadPicture('broken')
  const chunks: Buffer[] = []
  let canvas: Size | null = null
  let picture: Size | null = null
  const count = partCounter()
  for (let at = 12; at < end; ) {
    count()
    const { type, data, whole } = chunkAt(file.subarray(0, end), at)
    at += whole.length
    if (type === 'ANIM' || type === 'ANMF') throw new BadPicture('animated')
    if (type === 'VP8X') {
      if (canvas || chunks.length > 0) throw new BadPicture('broken')
      canvas = canvasSize(data)
      chunks.push(withoutMetadata(whole))
    } else if (type === 'VP8 ' || type === 'VP8L') {
      if (picture) throw new BadPicture('broken')
      picture = type === 'VP8 ' ? lossySize(data) : losslessSize(data)
      chunks.push(whole)
    } else if (canvas && !picture && (type === 'ICCP' || type === 'ALPH')) chunks.push(whole)
  }
  if (!picture || (canvas && (canvas.width !== picture.width || canvas.height !== picture.height)))
    throw new BadPicture('broken')
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  head.writeUInt32LE(4 + chunks.reduce((sum, chunk) => sum + chunk.length, 0), 4)
  return { parts: [head, ...chunks], ...picture }
}

function chunkAt(file: Buffer, at: number) {
  const length = piece(file, at + 4, 4).readUInt32LE()
  // Some writers leave the last padding out.
  const isCut = length % 2 === 1 && at + 8 + length === file.length
  const body = piece(file, at, 8 + length + (isCut ? 0 : length % 2))
  const whole = isCut ? Buffer.concat([body, Buffer.alloc(1)]) : body
  return { type: body.toString('latin1', 0, 4), data: body.subarray(8, 8 + length), whole }
}

function withoutMetadata(chunk: Buffer): Buffer {
  const cleaned = Buffer.from(chunk)
  cleaned[8] = (cleaned[8] as number) & ~(EXIF | XMP)
  return cleaned
}

function canvasSize(data: Buffer): Size {
  const flags = piece(data, 0, 10)[0] as number
  if (flags & ANIMATION) throw new BadPicture('animated')
  return { width: 1 + data.readUIntLE(4, 3), height: 1 + data.readUIntLE(7, 3) }
}

/** A key frame: three bytes of tag, three of start code, then the size in 14 bits each. */
function lossySize(data: Buffer): Size {
  if (piece(data, 0, 10).readUIntBE(3, 3) !== 0x9d012a) throw new BadPicture('broken')
  return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff }
}

function losslessSize(data: Buffer): Size {
  if (piece(data, 0, 5)[0] !== 0x2f) throw new BadPicture('broken')
  const bits = data.readUInt32LE(1)
  return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >> 14) & 0x3fff) }
}
