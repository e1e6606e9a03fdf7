// How much JavaScript a visit brings: by the build alone (the entry, the route with its parents, and all they import), which check.ts
// tests, and by what a browser loads.
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Browser } from 'playwright'
import { minutes } from '#domain/durations.ts'
import type { Bench } from './scenario.ts'

type Module = { module: string; imports?: string[] }
type Manifest = { entry: Module; routes: Record<string, Module & { parentId?: string }> }

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const CLIENT = join(ROOT, 'build/en/client')

export type RouteScripts = { id: string; isSignedIn: boolean; kilobytes: number; files: Set<string> }

/** What the first load of each route brings: the entry, the route with its parents, and all they import. Kilobytes as they travel with gzip. */
export function scriptsByRoute(): RouteScripts[] {
  const [file] = globSync('assets/manifest-*.js', { cwd: CLIENT })
  if (!file) throw new Error('the pages are not built: node scripts/build.ts')
  const text = readFileSync(`${CLIENT}/${file}`, 'utf8')
  const manifest: Manifest = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
  return Object.entries(manifest.routes).map(([id, { parentId }]) => {
    const files = filesOf(manifest, id).add(`/${file}`)
    return { id, isSignedIn: [id, parentId].includes('routes/signed-in'), kilobytes: sum(files), files }
  })
}

function filesOf({ entry, routes }: Manifest, id: string): Set<string> {
  const files = new Set([entry.module, ...(entry.imports ?? [])])
  for (let at = routes[id]; at; at = at.parentId ? routes[at.parentId] : undefined) {
    for (const path of [at.module, ...(at.imports ?? [])]) files.add(path)
  }
  return files
}

function sum(paths: Iterable<string>): number {
  let bytes = 0
  for (const path of paths) bytes += gzipSync(readFileSync(`${CLIENT}${path}`), { level: 9 }).byteLength
  return bytes / 1000
}

/** Every script of a visit: its file, or the text of those in the page. */
export type Scripts = { files: Set<string>; inline: string[] }

/** Visits a page, and waits until no script has come for so long. Workers count; data and styles do not. */
export async function scriptsOf(
  browser: Browser,
  url: string,
  session: string | null,
  stillMs: number,
): Promise<Scripts> {
  const context = await browser.newContext()
  const files = new Set<string>()
  let last = performance.now()
  const add = (script: string) => {
    if (!files.has(script)) last = performance.now()
    files.add(script)
  }
  context.setDefaultTimeout(minutes(2))
  try {
    if (session) await context.addInitScript((stored) => localStorage.setItem('townbell', stored), session)
    const page = await context.newPage()
    context.on('response', (answer) => {
      if (answer.headers()['content-type']?.includes('javascript')) add(answer.url())
    })
    context.on('serviceworker', (worker) => add(worker.url()))
    page.on('worker', (worker) => add(worker.url()))
    const document = await page.goto(url)
    const html = (await document?.text()) ?? ''
    last = performance.now()
    while (performance.now() - last < stillMs) await sleep(50)
    const scripts = html.matchAll(/<script(?![^>]*(?:src=|application\/ld\+json))[^>]*>(.*?)<\/script>/gs)
    return { files, inline: [...scripts].map(([, text = '']) => text) }
  } finally {
    await context.close()
  }
}

/** Kilobytes with gzip. Of the same files only once. */
export async function kilobytesOf({ files, inline }: Scripts): Promise<number> {
  const sizes = await Promise.all([...files].map(async (file) => gzipped(await bytesOf(file))))
  return (
    [...sizes, ...inline.map((text) => gzipped(Buffer.from(text)))].reduce((total, bytes) => total + bytes, 0) / 1000
  )
}

/** Names what brings most: packages, and files of ours. By the share that each has of a file's characters. */
export function largestModules(files: Iterable<string>, maps: string, count = 10): string {
  const kilobytes = new Map<string, number>()
  for (const file of files) {
    const path = join(maps, 'client', new URL(file, 'http://localhost').pathname)
    if (!existsSync(`${path}.map`)) continue
    const code = readFileSync(path, 'utf8')
    const each = gzipped(Buffer.from(code)) / 1000 / code.length
    for (const [module, length] of charactersBy(code, readFileSync(`${path}.map`, 'utf8'), dirname(path)))
      kilobytes.set(module, (kilobytes.get(module) ?? 0) + length * each)
  }
  const largest = [...kilobytes].sort(([, a], [, b]) => b - a).slice(0, count)
  return largest.map(([module, kb]) => `${module} ${kb.toFixed(1)}`).join(', ')
}

/** `folder` is where the sources' names start. */
function charactersBy(code: string, map: string, folder: string): Map<string, number> {
  const entries = new SourceMap(JSON.parse(map))
  const found = new Map<string, number>()
  for (const [line, text] of code.split('\n').entries())
    for (let column = 0; column < text.length; column++) {
      const { originalSource } = entries.findEntry(line, column) as { originalSource?: string }
      const module = originalSource ? moduleOf(resolve(folder, originalSource)) : 'the bundler'
      found.set(module, (found.get(module) ?? 0) + 1)
    }
  return found
}

/** A package by its name, a file of ours by its path. */
function moduleOf(source: string): string {
  const inPackage = /^.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1]
  return inPackage ?? relative(ROOT, source).replace(/[?#].*/, '')
}

/** Builds the pages once more with maps of their sources, and returns the folder. */
export function buildWithMaps(bench: Pick<Bench, 'atEnd'>): string {
  const folder = mkdtempSync(join(tmpdir(), 'townbell-maps-'))
  bench.atEnd(() => rmSync(folder, { recursive: true, force: true }))
  const builder = join(ROOT, 'node_modules/.bin/react-router')
  const env = { ...process.env, NODE_ENV: 'production', BUILD_DIRECTORY: folder, BUILD_LANGUAGE: 'en' }
  execFileSync(builder, ['build', '--sourcemapClient', 'hidden'], { cwd: ROOT, stdio: 'ignore', env })
  return join(folder, 'en')
}

const bytesOf = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer())
const gzipped = (bytes: Buffer) => gzipSync(bytes, { level: 9 }).byteLength
