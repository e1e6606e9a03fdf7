// A QR code (ISO/IEC 18004) as SVG: bytes, the lowest level of correction, versions 1 to 20, which is far more than the
// address of a second factor needs. Shown on a screen and read from close by, nothing of it is ever torn or dirty.

/** By version, from 1: check bytes of each block, and the number of blocks. */
const CHECKS = [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28]
const BLOCKS = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8]
/** White around the code, in modules: readers look for it. */
const MARGIN = 4
const LEVEL_LOW = 0b01

export function qrCodeSvg(text: string): string {
  const modules = qrCode(Buffer.from(text))
  const side = modules.length + 2 * MARGIN
  const dark = modules.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x + MARGIN} ${y + MARGIN}h1v1h-1z`] : [])),
  )
  // Colours by name: clients put this into a data: address, where # would end it.
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges">` +
    `<path fill="white" d="M0 0h${side}v${side}H0z"/><path fill="black" d="${dark.join('')}"/></svg>`
  )
}

function qrCode(bytes: Buffer): boolean[][] {
  const version = CHECKS.findIndex((_, i) => bytes.length + (i < 9 ? 2 : 3) <= dataBytes(i + 1)) + 1
  if (version === 0) throw new RangeError(`${bytes.length} bytes do not fit into a QR code of version 20`)
  const frame = drawFrame(version)
  const filled = place(frame, interleave(version, padded(version, bytes)))
  const masked = MASKS.map((mask, i) => withFormat(applyMask(filled, frame, mask), i))
  const best = masked.reduce((a, b) => (penalty(b) < penalty(a) ? b : a))
  return best.map((row) => row.map((module) => module === 1))
}

/** What is drawn before the data: null where a module is still free. */
type Grid = (0 | 1 | null)[][]

function drawFrame(version: number): Grid {
  const size = 17 + 4 * version
  const grid: Grid = Array.from({ length: size }, () => Array(size).fill(null))
  const set = (x: number, y: number, dark: boolean) => {
    const row = grid[y]
    if (row && x >= 0 && x < size) row[x] = dark ? 1 : 0
  }
  const square = (cx: number, cy: number, radius: number, isDark: (distance: number) => boolean) => {
    for (let dy = -radius; dy <= radius; dy++)
      for (let dx = -radius; dx <= radius; dx++) set(cx + dx, cy + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))))
  }
  for (let i = 8; i < size - 8; i++) {
    set(i, 6, i % 2 === 0)
    set(6, i, i % 2 === 0)
  }
  const centres = alignment(version)
  const last = size - 7
  for (const x of centres)
    for (const y of centres)
      if (!((x === 6 && y === 6) || (x === 6 && y === last) || (x === last && y === 6)))
        square(x, y, 2, (distance) => distance !== 1)
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    square(x, y, 4, (distance) => distance !== 2 && distance !== 4)
  // The places of the format, kept free for the mask that wins.
  for (const [x, y] of [...formatPlaces(size).flat(), [8, size - 8] as const]) set(x, y, true)
  if (version >= 7) {
    const bits = (version << 12) | remainder(version << 12, 0x1f25, 12)
    for (let i = 0; i < 18; i++) {
      const [a, b] = [size - 11 + (i % 3), Math.floor(i / 3)]
      set(a, b, ((bits >> i) & 1) === 1)
      set(b, a, ((bits >> i) & 1) === 1)
    }
  }
  return grid
}

function alignment(version: number): number[] {
  if (version === 1) return []
  const count = Math.floor(version / 7) + 2
  const step = 2 * Math.ceil((4 * version + 4) / (2 * count - 2))
  const last = 10 + 4 * version
  return [6, ...Array.from({ length: count - 1 }, (_, i) => last - step * (count - 2 - i))]
}

/** Both copies of the fifteen bits, the lowest first. */
function formatPlaces(size: number): (readonly [number, number])[][] {
  const along = [0, 1, 2, 3, 4, 5, 7, 8]
  const first = [...along.map((y) => [8, y] as const), ...[7, 5, 4, 3, 2, 1, 0].map((x) => [x, 8] as const)]
  const second = Array.from({ length: 15 }, (_, i) =>
    i < 8 ? ([size - 1 - i, 8] as const) : ([8, size - 15 + i] as const),
  )
  return [first, second]
}

function totalBytes(version: number): number {
  const count = Math.floor(version / 7) + 2
  const aligned = version === 1 ? 0 : (25 * count - 10) * count - 55
  return Math.floor(((16 * version + 128) * version + 64 - aligned - (version >= 7 ? 36 : 0)) / 8)
}

const dataBytes = (version: number) => totalBytes(version) - CHECKS[version - 1]! * BLOCKS[version - 1]!

/** Mode, length, the bytes, an end, and filling. */
function padded(version: number, bytes: Buffer): number[] {
  const lengthBits = version < 10 ? 8 : 16
  const bits = [0b0100, 4, bytes.length, lengthBits, ...[...bytes].flatMap((byte) => [byte, 8]), 0, 4]
  const written: number[] = []
  for (let i = 0; i < bits.length; i += 2)
    for (let bit = bits[i + 1]! - 1; bit >= 0; bit--) written.push((bits[i]! >> bit) & 1)
  const data = Array.from({ length: written.length / 8 }, (_, i) =>
    written.slice(8 * i, 8 * i + 8).reduce((byte, bit) => 2 * byte + bit, 0),
  )
  for (let filling = 0xec; data.length < dataBytes(version); filling ^= 0xec ^ 0x11) data.push(filling)
  return data
}

/** Blocks with their check bytes, dealt out byte by byte; the later blocks may be one byte longer. */
function interleave(version: number, data: number[]): number[] {
  const [checks, count] = [CHECKS[version - 1]!, BLOCKS[version - 1]!]
  const short = Math.floor(data.length / count)
  const longer = data.length % count
  const start = (i: number) => short * i + Math.max(0, i - (count - longer))
  const blocks = Array.from({ length: count }, (_, i) => data.slice(start(i), start(i + 1)))
  const corrections = blocks.map((block) => checkBytes(block, checks))
  const dealt: number[] = []
  for (let i = 0; i <= short; i++) for (const block of blocks) if (i < block.length) dealt.push(block[i]!)
  for (let i = 0; i < checks; i++) for (const correction of corrections) dealt.push(correction[i]!)
  return dealt
}

/** Reed–Solomon: the rest of dividing the block by the product of (x − 2^i). */
function checkBytes(block: number[], count: number): number[] {
  let divisor = [1]
  for (let i = 0, root = 1; i < count; i++, root = times(root, 2))
    divisor = [...divisor, 0].map((value, j) => value ^ times(divisor[j - 1] ?? 0, root))
  const rest: number[] = Array(count).fill(0)
  for (const byte of block) {
    const factor = byte ^ rest.shift()!
    rest.push(0)
    for (let i = 0; i < count; i++) rest[i]! ^= times(divisor[i + 1]!, factor)
  }
  return rest
}

/** In the field of 256 elements with the polynomial 0x11d. */
function times(a: number, b: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ (product & 0x80 ? 0x11d : 0)
    if ((b >> bit) & 1) product ^= a
  }
  return product
}

/** Two columns at a time from the right, up and down in turn, past the column of the timing marks. */
function place(frame: Grid, bytes: number[]): Grid {
  const size = frame.length
  const grid = frame.map((row) => [...row])
  let bit = 0
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right = 5
    for (let i = 0; i < size; i++) {
      const row = grid[up ? size - 1 - i : i]!
      for (const x of [right, right - 1]) {
        if (row[x] !== null) continue
        row[x] = (((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) as 0 | 1
        bit++
      }
    }
  }
  return grid
}

const MASKS: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

function applyMask(grid: Grid, frame: Grid, mask: (x: number, y: number) => boolean): Grid {
  return grid.map((row, y) =>
    row.map((module, x) => (frame[y]![x] === null && mask(x, y) ? (module === 1 ? 0 : 1) : module)),
  )
}

function withFormat(grid: Grid, mask: number): Grid {
  const data = (LEVEL_LOW << 3) | mask
  const bits = ((data << 10) | remainder(data << 10, 0x537, 10)) ^ 0x5412
  for (const places of formatPlaces(grid.length))
    for (const [i, [x, y]] of places.entries()) grid[y]![x] = ((bits >> i) & 1) as 0 | 1
  return grid
}

function remainder(value: number, divisor: number, degree: number): number {
  let rest = value
  for (let bit = 31 - Math.clz32(rest); bit >= degree; bit = 31 - Math.clz32(rest)) rest ^= divisor << (bit - degree)
  return rest
}

/** How hard a code is to read: long runs, blocks of one colour, what looks like a corner, too much of one colour. */
function penalty(grid: Grid): number {
  const size = grid.length
  const lines = [...grid, ...grid.map((_, x) => grid.map((row) => row[x]))].map((line) => line.join(''))
  let points = 0
  for (const line of lines) {
    for (const [run] of line.matchAll(/(.)\1{4,}/g)) points += run.length - 2
    for (const _ of line.matchAll(/(?=00001011101|10111010000)/g)) points += 40
  }
  for (let y = 1; y < size; y++)
    for (let x = 1; x < size; x++) {
      const colour = grid[y]![x]
      if (grid[y - 1]![x] === colour && grid[y]![x - 1] === colour && grid[y - 1]![x - 1] === colour) points += 3
    }
  const dark = grid.flat().filter((module) => module === 1).length
  return points + 10 * Math.floor(Math.abs((20 * dark) / size ** 2 - 10))
}
