import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { makePage, type Page, pageResponse } from '#server/public-cache/page.ts'
import { embedScriptHeaders, previewFrameHeaders } from './headers.ts'

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/**
 * The built clients, as one table from path to bytes: what is in two of them has a hash in its name and is the same. Names are
 * looked up, never joined to a folder: nothing can be climbed.
 */
export async function createFiles(folders: readonly string[], headers: Record<string, string>) {
  const files = new Map<string, string>()
  for (const folder of folders) {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      const file = join(entry.parentPath, entry.name)
      const path = `/${relative(folder, file).split(sep).join('/')}`
      // Folders with a dot are the builder's notes; .br and .gz are encodings of their neighbour.
      if (entry.isFile() && !path.startsWith('/.') && !/\.(br|gz)$/.test(path)) files.set(path, file)
    }
  }
  const pages = new Map<string, Promise<Page>>()

  /** Null when there is no such file. */
  return async function answerFile(request: Request, path: string): Promise<Response | null> {
    const file = files.get(path)
    if (!file) return null
    let page = pages.get(path)
    if (!page) {
      page = readPage(path, file, headers)
      pages.set(path, page)
    }
    return pageResponse(await page, request)
  }
}

const exceptions: Record<string, Readonly<Record<string, string>>> = {
  '/preview-frame.html': previewFrameHeaders,
  '/embed.js': embedScriptHeaders,
  '/embed.es.js': embedScriptHeaders,
}

async function readPage(path: string, file: string, headers: Record<string, string>): Promise<Page> {
  const page = makePage(await readFile(file), 200, {
    ...headers,
    ...exceptions[path],
    'content-type': types[extname(file)] ?? 'application/octet-stream',
    // A name in /assets holds the hash of what is in it; other names may get new bytes with the next release.
    'cache-control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
  })
  await takeEncoded(page, file, 'br', '.br')
  await takeEncoded(page, file, 'gzip', '.gz')
  return page
}

/** What the build compressed at its best is used; without it, it is compressed quickly when first requested. */
async function takeEncoded(page: Page, file: string, encoding: 'br' | 'gzip', ending: string): Promise<void> {
  const bytes = await readFile(file + ending).catch(() => null)
  if (bytes) page.encoded.set(encoding, Promise.resolve(bytes))
}
