// JPEG: segments, each with a marker, and after a start of scan the picture itself up to the next marker (ITU T.81, annex B).
import { EVENT_IMAGE_SIDE_MAX } from '#domain/limits.ts'
import { BadPicture, type Cleaned, partCounter, piece } from './bytes.ts'

/** Frames that browsers show: baseline, extended, progressive. */
const FRAMES = new Set([0xc0, 0xc1, 0xc2])
/** Tables, restart interval, scan. Everything else is dropped, or is a kind of frame that nobody shows. */
const KEPT = new Set([...FRAMES, 0xc4, 0xda, 0xdb, 0xdd])
const [SCAN, END] = [0xda, 0xd9]
/** A progressive picture has some ten. A browser draws the whole picture for each, so thousands would keep visitors' machines busy. */
const SCANS_MAX = 100
/** Of all scans together: 24 of the largest picture, all hundred of one that fills a screen. */
const SCANNED_PIXELS_MAX = 24 * EVENT_IMAGE_SIDE_MAX ** 2

export function cleanJpeg(file: Buffer): Cleaned {
  const parts: Buffer[] = [file.subarray(0, 2)]
  let size: { width: number; height: number } | null = null
  let scans = 0
  let at = 2
  const count = partCounter()
  for (;;) {
    count()
    // Before a marker there may be any number of these.
    while (file[at] === 0xff && file[at + 1] === 0xff) at += 1
    const marker = markerAt(file, at)
    if (marker === END) break
    const length = piece(file, at + 2, 2).readUInt16BE()
    if (length < 2) throw new BadPicture('broken')
    const segment = piece(file, at, 2 + length)
    at += segment.length
    if (isOtherFrame(marker)) throw new BadPicture('broken')
    if (FRAMES.has(marker)) {
      if (size) throw new BadPicture('broken')
      size = { height: piece(segment, 5, 2).readUInt16BE(), width: piece(segment, 7, 2).readUInt16BE() }
    }
    if (KEPT.has(marker) || isColour(marker, segment)) parts.push(segment)
    if (marker !== SCAN) continue
    if (!size) throw new BadPicture('broken')
    scans += 1
    if (scans > SCANS_MAX || scans * size.width * size.height > SCANNED_PIXELS_MAX) throw new BadPicture('broken')
    const end = endOfScan(file, at)
    parts.push(file.subarray(at, end))
    at = end
  }
  if (!size || scans === 0) throw new BadPicture('broken')
  return { parts: [...parts, Buffer.from([0xff, END])], ...size }
}

function markerAt(file: Buffer, at: number): number {
  const [prefix, marker] = piece(file, at, 2)
  // Restarts and a second start have no place between segments.
  if (prefix !== 0xff || marker === undefined || marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd8))
    throw new BadPicture('broken')
  return marker
}

/** Lossless, hierarchical and arithmetic frames; DHT, JPG and DAC lie between their numbers. */
function isOtherFrame(marker: number): boolean {
  return marker <= 0xcf && !FRAMES.has(marker) && marker !== 0xc4
}

/** Without them the colours would be others: JFIF, a colour profile, and Adobe's word on how colours are written. */
function isColour(marker: number, segment: Buffer): boolean {
  const starts = (text: string) => segment.toString('latin1', 4, 4 + text.length) === text
  // A JFIF segment may carry a thumbnail behind its 14 bytes.
  if (marker === 0xe0) return starts('JFIF\0') && segment.length === 18 && segment[16] === 0 && segment[17] === 0
  if (marker === 0xe2) return starts('ICC_PROFILE\0')
  return marker === 0xee && starts('Adobe') && segment.length <= 16
}

/** The next marker that is neither a restart nor a stuffed byte. */
function endOfScan(file: Buffer, start: number): number {
  for (let at = start; at + 1 < file.length; at += 1) {
    if (file[at] !== 0xff) continue
    const next = file[at + 1] as number
    if (next !== 0 && (next < 0xd0 || next > 0xd7)) return at
    at += 1
  }
  throw new BadPicture('broken')
}
