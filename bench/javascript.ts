// How much JavaScript a visit brings, from the build: the entry, the route with its parents, and all they import.
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

type Module = { module: string; imports?: string[] }
type Manifest = { entry: Module; routes: Record<string, Module & { parentId?: string }> }

const CLIENT = fileURLToPath(new URL('../build/en/client', import.meta.url))

/** Kilobytes as they travel with gzip, by route. */
export function javascriptByRoute(): Record<string, number> {
  const [file] = globSync('assets/manifest-*.js', { cwd: CLIENT })
  if (!file) throw new Error('the pages are not built: node scripts/build.ts')
  const text = readFileSync(`${CLIENT}/${file}`, 'utf8')
  const manifest: Manifest = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
  const kilobytes = (id: string) => sum([`/${file}`, ...filesOf(manifest, id)])
  return Object.fromEntries(Object.keys(manifest.routes).map((id) => [id, kilobytes(id)]))
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
  for (const path of new Set(paths)) bytes += gzipSync(readFileSync(`${CLIENT}${path}`), { level: 9 }).byteLength
  return bytes / 1000
}
