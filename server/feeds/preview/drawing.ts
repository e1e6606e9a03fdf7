// Draws in the thread: lays out the words and has resvg make a PNG of them.
import { parentPort } from 'node:worker_threads'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { faces } from './faces.ts'
import { type PictureWords, pictureOf } from './picture.ts'

export interface Drawing {
  words: PictureWords
  /** resvg, compiled once for all threads. */
  module: WebAssembly.Module
}

const font = {
  fontBuffers: [faces.display.bytes, faces.text.bytes],
  defaultFontFamily: faces.text.family,
  loadSystemFonts: false,
}
let started: Promise<unknown> | undefined

export async function drawPicture({ words, module }: Drawing): Promise<Uint8Array> {
  started ??= initWasm(module)
  await started
  const svg = new Resvg(pictureOf(words, faces), { font })
  const image = svg.render()
  try {
    return image.asPng()
  } finally {
    image.free()
    svg.free()
  }
}

// Whatever goes wrong ends the thread, and the next picture gets a new one.
parentPort?.on('message', async (drawing: Drawing) => parentPort?.postMessage(await drawPicture(drawing)))
