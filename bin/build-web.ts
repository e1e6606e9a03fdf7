// Builds the pages in each language if their sources changed since the last build. The build folder has a hash of the sources.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { minutes } from '#domain/durations.ts'
import { type Language, languages } from '#domain/languages.ts'
import { lockFile } from '#runtime/file-lock.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const MARK = join(ROOT, 'build', 'built-from')
const CACHE = join(ROOT, 'node_modules', '.cache')
const SOURCES = [
  'web/**/*',
  'domain/**/*',
  'public/**/*',
  'package-lock.json',
  'vite.config.ts',
  'react-router.config.ts',
  'bin/compress-folder.ts',
]

export async function buildWeb(): Promise<void> {
  // Installed from a package, which has built pages and no sources (scripts/package.ts).
  if (!existsSync(join(ROOT, 'web'))) return
  const sources = hashOfSources()
  if (isBuiltFrom(sources)) return
  // Several processes may start at once; one builds, the others find it built.
  mkdirSync(CACHE, { recursive: true })
  const lock = lockFile(join(CACHE, 'townbell-build-lock'), minutes(5))
  try {
    if (!isBuiltFrom(sources)) await build(sources)
  } finally {
    lock?.release()
  }
}

function isBuiltFrom(sources: string): boolean {
  return existsSync(MARK) && readFileSync(MARK, 'utf8') === sources
}

async function build(sources: string): Promise<void> {
  console.log('Building the pages (only after a change)…')
  await Promise.all(languages.map(buildIn))
  writeFileSync(MARK, sources)
}

async function buildIn(language: Language): Promise<void> {
  const command = join(ROOT, 'node_modules', '.bin', 'react-router')
  const child = spawn(command, ['build'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production', BUILD_LANGUAGE: language },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`The pages could not be built:\n${output}`)
}

function hashOfSources(): string {
  const hash = createHash('sha256')
  const files = globSync(SOURCES, { cwd: ROOT, withFileTypes: true }).filter((entry) => entry.isFile())
  for (const path of files.map((entry) => join(entry.parentPath, entry.name)).sort()) {
    if (!path.includes('.test.')) hash.update(path.slice(ROOT.length)).update(readFileSync(path))
  }
  return hash.digest('hex')
}
