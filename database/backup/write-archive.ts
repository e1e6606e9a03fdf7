import { createHash } from 'node:crypto'
import { SEAL } from './manifest.ts'
import { end, header, padding } from './tar.ts'

export type Sink = (bytes: Buffer) => Promise<void>
export type ArchiveWriter = {
  add(name: string, content: Buffer | string): Promise<void>
  /** Returns the seal. */
  finish(): Promise<string>
}

/** Writes from front to back, so that the sink may be a pipe. */
export function writeArchive(sink: Sink, at: Date): ArchiveWriter {
  const hash = createHash('sha256')

  async function add(name: string, content: Buffer | string): Promise<void> {
    const bytes = Buffer.from(content)
    for (const piece of [header(name, bytes.length, at), bytes, padding(bytes.length)]) {
      hash.update(piece)
      await sink(piece)
    }
  }

  return {
    add,
    async finish() {
      const seal = hash.copy().digest('hex')
      await add(SEAL, `${seal}\n`)
      await sink(end)
      return seal
    },
  }
}
