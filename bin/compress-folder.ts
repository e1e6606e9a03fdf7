// Writes a .br and a .gz file beside every built file that gets smaller by it, at the highest level: they are written once and sent often.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const TEXT = /\.(css|html|js|json|svg|txt|webmanifest)$/
/** Smaller files are not worth it: the headers outweigh the savings. */
const WORTH_BYTES = 512

export async function compressFolder(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name)
    if (!entry.isFile() || !TEXT.test(file)) continue
    const bytes = await readFile(file)
    if (bytes.length < WORTH_BYTES) continue
    const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
    await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, { params }))
    await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }))
  }
}
