// PNG: a signature, then chunks of length, type, data and checksum (W3C PNG, third edition).
import { crc32 } from 'node:zlib'
import { BadPicture, type Cleaned, partCounter, piece } from './bytes.ts'

/** What is needed to show it, colours included. An animation's first picture is its default one, in IDAT. */
const KEPT = new Set(['IHDR', 'PLTE', 'tRNS', 'cHRM', 'gAMA', 'iCCP', 'sRGB', 'cICP', 'sBIT', 'bKGD', 'IDAT', 'IEND'])
/** What must be understood begins with a capital letter. */
const isCritical = (type: string) => /^[A-Z]/.test(type)

export function cleanPng(file: Buffer): Cleaned {
  const parts: Buffer[] = [file.subarray(0, 8)]
  const header = chunkAt(file, 8)
  if (header.type !== 'IHDR' || header.data.length !== 13) throw new BadPicture('broken')
  let hasPicture = false
  let at = 8
  const count = partCounter()
  for (;;) {
    count()
    const { type, whole } = chunkAt(file, at)
    if (isCritical(type) && !KEPT.has(type)) throw new BadPicture('broken')
    if (type === 'IHDR' && at !== 8) throw new BadPicture('broken')
    if (type === 'IDAT') hasPicture = true
    if (KEPT.has(type)) parts.push(whole)
    at += whole.length
    if (type === 'IEND') break
  }
  if (!hasPicture) throw new BadPicture('broken')
  return { parts, width: header.data.readUInt32BE(0), height: header.data.readUInt32BE(4) }
}

function chunkAt(file: Buffer, at: number) {
  const length = piece(file, at, 4).readUInt32BE()
  const whole = piece(file, at, 12 + length)
  const sealed = whole.subarray(4, 8 + length)
  if (crc32(sealed) !== whole.readUInt32BE(8 + length)) throw new BadPicture('broken')
  return { type: sealed.toString('latin1', 0, 4), data: sealed.subarray(4), whole }
}
