// The part of the tar format that a backup needs: plain files. Any tar program can open it.

export const BLOCK = 512

export function header(name: string, size: number, at: Date): Buffer {
  const block = Buffer.alloc(BLOCK)
  if (Buffer.byteLength(name) > 100) throw new Error(`${name} is too long a name for tar`)
  block.write(name, 0)
  block.write(octal(0o600, 8), 100)
  block.write(octal(0, 8), 108)
  block.write(octal(0, 8), 116)
  block.write(octal(size, 12), 124)
  block.write(octal(Math.floor(at.getTime() / 1000), 12), 136)
  block.write('0', 156)
  block.write('ustar\0' + '00', 257)
  block.write(octal(checksum(block), 7), 148)
  return block
}

/** Returns the zeros up to the next block. */
export function padding(size: number): Buffer {
  return Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK)
}

/** Two empty blocks end an archive. */
export const end = Buffer.alloc(2 * BLOCK)

export function isEmpty(block: Buffer): boolean {
  return block.every((byte) => byte === 0)
}

/** Returns undefined if we cannot have written the block. */
export function readHeader(block: Buffer): { name: string; size: number } | undefined {
  const name = block.toString('utf8', 0, 100).replace(/\0.*$/s, '')
  const size = Number.parseInt(block.toString('latin1', 124, 135), 8)
  const sum = Number.parseInt(block.toString('latin1', 148, 154), 8)
  if (name === '' || !Number.isSafeInteger(size) || sum !== checksum(block)) return undefined
  return { name, size }
}

/** Returns the sum of all bytes, with the checksum field counted as spaces. */
function checksum(block: Buffer): number {
  return block.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 32 : byte), 0)
}

function octal(value: number, width: number): string {
  return `${value.toString(8).padStart(width - 1, '0')}\0`
}
