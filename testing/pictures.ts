// Builds image files from their parts, for tests of the image parser. The files are valid; their content is trivial.
import { crc32, deflateSync, inflateSync } from 'node:zlib'

interface Size {
  width?: number
  height?: number
}

/** A segment of a JPEG. */
export function segment(marker: number, data: string | Buffer): Buffer {
  const body = bytesOf(data)
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([head, body])
}

interface Jpeg extends Size {
  frame?: number
  before?: Buffer[]
  /** Given, there are two scans. */
  between?: Buffer[]
}

/** What a browser draws once. */
export const jpegScan = Buffer.concat([
  segment(0xda, '\x01\x01\0\0\x3f\0'),
  Buffer.from([0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56]),
])

export function jpeg({ width = 2, height = 1, frame = 0xc0, before = [], between }: Jpeg = {}): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt16BE(height)
  size.writeUInt16BE(width, 2)
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, 'JFIF\0\x01\x02\0\0\x01\0\x01\0\0'),
    ...before,
    segment(0xdb, Buffer.alloc(65, 1)),
    segment(frame, Buffer.concat([Buffer.from([8]), size, Buffer.from([1, 1, 0x11, 0])])),
    segment(0xc4, Buffer.alloc(18, 0)),
    jpegScan,
    ...(between ? [...between, jpegScan] : []),
    Buffer.from([0xff, 0xd9]),
  ])
}

/** A chunk of a PNG. */
export function chunk(type: string, data: string | Buffer): Buffer {
  const body = bytesOf(data)
  const sealed = Buffer.concat([Buffer.from(type, 'latin1'), body])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(sealed))
  return Buffer.concat([length, sealed, sum])
}

interface Png extends Size {
  before?: Buffer[]
  after?: Buffer[]
  /** Null: none. */
  data?: Buffer | null
}

/** A valid gray image by default. */
export function png({ width = 2, height = 1, before = [], after = [], data }: Png = {}): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  head.set([8, 0, 0, 0, 0], 8)
  const rows = data === undefined ? deflateSync(Buffer.alloc(Math.min(height, 100) * (width + 1), 0)) : data
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    ...before,
    ...(rows ? [chunk('IDAT', rows)] : []),
    ...after,
    chunk('IEND', ''),
  ])
}

type RiffChunk = [type: string, data: string | Buffer]

export function riff(chunks: RiffChunk[]): Buffer {
  const body = Buffer.concat(
    chunks.map(([type, data]) => {
      const bytes = bytesOf(data)
      const length = Buffer.alloc(4)
      length.writeUInt32LE(bytes.length)
      return Buffer.concat([Buffer.from(type, 'latin1'), length, bytes, Buffer.alloc(bytes.length % 2)])
    }),
  )
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  head.writeUInt32LE(4 + body.length, 4)
  return Buffer.concat([head, body])
}

interface Webp extends Size {
  lossless?: boolean
  /** The chunks of an extended file; without them the file is a simple one. */
  flags?: number
  canvas?: { width: number; height: number }
  after?: RiffChunk[]
}

export function webp({ width = 2, height = 1, lossless = false, flags, canvas, after = [] }: Webp = {}): Buffer {
  const picture = lossless ? losslessChunk(width, height) : lossyChunk(width, height)
  if (flags === undefined) return riff([picture, ...after])
  const extended = Buffer.alloc(10)
  extended[0] = flags
  extended.writeUIntLE((canvas?.width ?? width) - 1, 4, 3)
  extended.writeUIntLE((canvas?.height ?? height) - 1, 7, 3)
  return riff([['VP8X', extended], picture, ...after])
}

function lossyChunk(width: number, height: number): RiffChunk {
  const data = Buffer.from([0x30, 0x01, 0x00, 0x9d, 0x01, 0x2a, 0, 0, 0, 0, 1, 2, 3, 4])
  data.writeUInt16LE(width, 6)
  data.writeUInt16LE(height, 8)
  return ['VP8 ', data]
}

function losslessChunk(width: number, height: number): RiffChunk {
  const data = Buffer.from([0x2f, 0, 0, 0, 0, 9])
  data.writeUInt32LE(width - 1 + (height - 1) * 2 ** 14, 1)
  return ['VP8L', data]
}

function bytesOf(data: string | Buffer): Buffer {
  return typeof data === 'string' ? Buffer.from(data, 'latin1') : data
}

/** Returns the size of a PNG of eight bits per channel, and a function that reads a pixel of it: "ac2219". */
export function readPng(file: Buffer): Required<Size> & { colourAt(x: number, y: number): string } {
  const [width, height, channels] = [file.readUInt32BE(16), file.readUInt32BE(20), file[25] === 6 ? 4 : 3]
  const parts: Buffer[] = []
  for (let at = 8; at < file.length; at += 12 + file.readUInt32BE(at)) {
    if (file.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(file.subarray(at + 8, at + 8 + file.readUInt32BE(at)))
  }
  const rows = unfiltered(inflateSync(Buffer.concat(parts)), width * channels, channels)
  return {
    width,
    height,
    colourAt: (x, y) => rows[y]?.subarray(x * channels, x * channels + 3).toString('hex') ?? '',
  }
}

/** Undoes the filters of a PNG: each byte is the difference to the one on the left, above, or both. */
function unfiltered(raw: Buffer, length: number, channels: number): Buffer[] {
  const rows: Buffer[] = []
  let above = Buffer.alloc(length)
  for (let at = 0; at < raw.length; at += length + 1) {
    const row = Buffer.from(raw.subarray(at + 1, at + 1 + length))
    const guess = guesses[raw[at] as number]
    for (let i = 0; guess && i < length; i++) {
      row[i] = (row[i] as number) + guess(row[i - channels] ?? 0, above[i] ?? 0, above[i - channels] ?? 0)
    }
    rows.push(row)
    above = row
  }
  return rows
}

/** By the number of the filter; the first is none. */
const guesses = [
  null,
  (left: number) => left,
  (_: number, up: number) => up,
  (left: number, up: number) => (left + up) >> 1,
  (left: number, up: number, corner: number) => {
    const [byLeft, byUp, byCorner] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)]
    return byLeft <= byUp && byLeft <= byCorner ? left : byUp <= byCorner ? up : corner
  },
]
