// Keeps what a release leaves on people's disks, so that tests upgrade it for as long as its data can be met: the demo town's folder and a
// backup of it in tests/releases, and, of the first release, its schema. Run once, when a version is released: `node scripts/freeze.ts`.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { constants, createZstdCompress, gzipSync } from 'node:zlib'
import { BASELINE, readBaseline } from '#database/schema-files.ts'
import { minutes } from '#domain/durations.ts'
import packageJson from '../package.json' with { type: 'json' }

const root = fileURLToPath(new URL('..', import.meta.url))
const release = join(root, 'tests', 'releases', packageJson.version)
if (existsSync(release)) throw new Error(`${packageJson.version} is frozen already. A frozen release never changes.`)
mkdirSync(release, { recursive: true })

if (packageJson.version === BASELINE) {
  mkdirSync(join(root, 'database', 'releases'), { recursive: true })
  writeFileSync(join(root, 'database', 'releases', `${BASELINE}.sql.gz`), gzipSync(readBaseline().sql, { level: 9 }))
}

const home = mkdtempSync(join(tmpdir(), 'townbell-release-'))
// PostgreSQL runs as somebody else when root freezes.
chmodSync(home, 0o755)
try {
  const data = join(home, 'data')
  const env = { PATH: process.env.PATH, PORT: '0', SERVER_PROCESSES: '1', TOWNBELL_DATA: data }
  const townbell = (...words: string[]) => spawn(process.execPath, [join(root, 'bin/townbell.js'), ...words], { env })
  const demo = townbell('demo')
  await said(demo.stdout, /Sign in at/)
  await exitOf(townbell('backup', join(home, 'backup.tar')))
  demo.kill('SIGTERM')
  await exitOf(demo)
  execFileSync('tar', ['-C', data, '-cf', join(home, 'data.tar'), 'postgres', 'secrets.json'])
  for (const name of ['backup.tar', 'data.tar']) {
    await pipeline(createReadStream(join(home, name)), smallest(), createWriteStream(join(release, `${name}.zst`)))
  }
} finally {
  rmSync(home, { recursive: true, force: true })
}
for (const name of readdirSync(release)) {
  console.log(`${name}: ${Math.round(statSync(join(release, name)).size / 1024)} kB`)
}

/** PostgreSQL's template databases are the same three times, so the window must hold all of them. */
function smallest() {
  const { ZSTD_c_compressionLevel: level, ZSTD_c_windowLog: window } = constants
  return createZstdCompress({ params: { [level]: 19, [window]: 27 } })
}

async function said(stream: NodeJS.ReadableStream, words: RegExp): Promise<void> {
  const deadline = AbortSignal.timeout(minutes(2))
  let all = ''
  while (!words.test(all)) all += (await once(stream, 'data', { signal: deadline })).join('')
}

async function exitOf(child: ReturnType<typeof spawn>): Promise<void> {
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${child.spawnargs.slice(1).join(' ')} ended with ${code}.`)
}
