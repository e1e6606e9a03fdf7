// Makes one file to install Townbell from, without git: our code as JavaScript, built pages, and the exact versions of what it needs.
// `npm run package` writes townbell-VERSION.tgz and its list of parts (SBOM) into package/.
import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const OUT = join(ROOT, 'package')
const STAGE = join(OUT, 'townbell')

const FOLDERS = '{bin,domain,runtime,database,messages,server,worker}'
/** `from './a.ts'`, `import './a.ts'` and `import('#b/a.ts')`. */
const OUR_IMPORT = /(\b(?:from|import)\s*\(?\s*['"][.#][^'"\n]*)\.ts(['"])/g
const AS_IT_IS = ['build', 'deploy', 'docs', 'LICENSE', 'README.md', 'CHANGELOG.md', 'SECURITY.md']

await import('./build.ts')
rmSync(OUT, { recursive: true, force: true })
mkdirSync(STAGE, { recursive: true })
for (const name of AS_IT_IS) cpSync(join(ROOT, name), join(STAGE, name), { recursive: true })
for (const path of globSync(`${FOLDERS}/**/*.*`, { cwd: ROOT })) {
  if (!/\.(test\.ts|md)$/.test(path)) stage(path)
}
writeFileSync(join(STAGE, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`)
// npm installs exactly what this file names, with its checksums.
cpSync(join(ROOT, 'package-lock.json'), join(STAGE, 'npm-shrinkwrap.json'))
npm('install', '--package-lock-only', '--offline', '--ignore-scripts', '--no-audit', '--no-fund')
writeFileSync(join(STAGE, 'sbom.json'), npm('sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'))
cpSync(join(STAGE, 'sbom.json'), join(OUT, 'sbom.json'))
console.log(`package/${npm('pack', '--silent', '--pack-destination', OUT).trim()}`)

/** Node runs no TypeScript below node_modules, so types are taken away, which leaves every other character where it was. */
function stage(path: string): void {
  const target = join(STAGE, path.replace(/\.ts$/, '.js'))
  mkdirSync(dirname(target), { recursive: true })
  if (!/\.[tj]s$/.test(path)) {
    cpSync(join(ROOT, path), target)
    return
  }
  const source = readFileSync(join(ROOT, path), 'utf8')
  const code = path.endsWith('.ts') ? stripTypeScriptTypes(source) : source
  writeFileSync(target, code.replace(OUR_IMPORT, '$1.js$2'))
}

function manifest(): object {
  const { name, version, description, license, type, bin, imports, dependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(ROOT, 'package.json'), 'utf8'),
  )
  const used = usedPackages()
  return {
    name,
    version,
    description,
    license,
    type,
    engines: { node: '>=20' },
    bin,
    imports,
    dependencies: Object.fromEntries(Object.entries(dependencies).filter(([one]) => used.has(one))),
    optionalDependencies,
  }
}

/** Returns the packages that the staged code imports. Pages have theirs inside, and only `townbell dev` builds any. */
function usedPackages(): Set<string> {
  const files = globSync(`${FOLDERS}/**/*.js`, { cwd: STAGE }).map((path) => readFileSync(join(STAGE, path), 'utf8'))
  const names = files.flatMap((code) => [
    ...code.matchAll(/\b(?:from|import|resolve)\s*\(?\s*'((?:@[\w-]+\/)?[\w.-]+)/g),
  ])
  return new Set(names.map(([, name]) => name as string).filter((name) => name !== 'vite'))
}

function npm(...words: string[]): string {
  return execFileSync('npm', words, { cwd: STAGE, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
}
