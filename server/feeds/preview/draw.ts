// Draws preview pictures in a thread, one at a time: a picture takes a processor for some 50 ms, and its words are a stranger's.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { seconds } from '#domain/durations.ts'
import { AppError } from '#domain/errors.ts'
import { createThreads } from '#runtime/threads.ts'
import type { Drawing } from './drawing.ts'
import type { PictureWords } from './picture.ts'

export type Draw = (words: PictureWords) => Promise<Uint8Array>

/** Long, for a busy machine. */
const LIMIT_MS = seconds(20)
const HEAP_MB = 64
const WAITING_MAX = 20

export function createDraw(): Draw {
  const entry = new URL('./drawing-entry.js', import.meta.url)
  const threads = createThreads({ entry, atOnce: 1, heapMb: HEAP_MB, limitMs: LIMIT_MS })
  let compiled: Promise<WebAssembly.Module> | undefined
  return async (words) => {
    if (threads.waiting() >= WAITING_MAX) {
      throw new AppError('unavailable', 503, 'Too many pictures are being drawn. Please try again soon.', {
        retryAfter: 30,
      })
    }
    compiled ??= compile()
    const drawing: Drawing = { words, module: await compiled }
    return threads.run((ask) => ask(drawing)) as Promise<Uint8Array>
  }
}

/** Threads end when they are idle. What is compiled here, off this thread, the next one has at once. */
export async function compile(): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await readFile(fileURLToPath(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm'))))
}
