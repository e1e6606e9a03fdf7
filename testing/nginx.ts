// nginx with the example of deploy/, on ports of the test: only its files, ports and upstream differ, and it needs no certificate.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '#database/embedded.ts'
import { temporaryFolder } from './temporary-folder.ts'

export type Nginx = {
  url: string
  log: string
  errors: string
  stored(): string[]
  stop(): Promise<void>
}

const example = new URL('../deploy/nginx.conf', import.meta.url)

/** Where scripts/nginx.ts unpacks Debian's package. */
export const unpackedNginx = fileURLToPath(new URL('../node_modules/.cache/nginx/', import.meta.url))

export function findNginx(): string | undefined {
  return ['nginx', `${unpackedNginx}usr/sbin/nginx`].find((program) => spawnSync(program, ['-v']).error === undefined)
}

/** `change` may add a cache in a folder, whose addresses `stored` then returns. */
export async function startNginx(
  upstreamPort: number,
  change: (site: string, cacheFolder: string) => string = (site) => site,
): Promise<Nginx> {
  const program = findNginx() ?? 'nginx'
  const folder = temporaryFolder()
  const [log, errors] = [join(folder, 'access.log'), join(folder, 'error.log')]
  const cache = join(folder, 'cache')
  const [plain, secure] = [await freePort(), await freePort()]
  const site = readFileSync(example, 'utf8')
    .replace('server 127.0.0.1:3000', `server 127.0.0.1:${upstreamPort}`)
    .replaceAll(/listen \[::\].*\n/g, '')
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${secure};`)
    .replaceAll(/ssl_.*\n/g, '')
    .replaceAll('/var/log/nginx/townbell-error.log', errors)
    .replace('/var/log/nginx/townbell.log', log)
  const config = join(folder, 'nginx.conf')
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  )
  // Its workers read and write the test's folder, which only the test's user may.
  const user = process.getuid?.() === 0 ? ['user root;'] : []
  const main = [
    ...user,
    `pid ${join(folder, 'pid')};`,
    `error_log ${errors} crit;`,
    'daemon off;',
    'events { worker_connections 2048; }',
  ]
  writeFileSync(config, `${main.join('\n')}\nhttp {\n${paths.join('\n')}\n${change(site, cache)}\n}\n`)
  const words = ['-e', errors, '-c', config]
  execFileSync(program, ['-t', '-q', ...words])
  const nginx = spawn(program, words, { stdio: 'ignore' })
  const url = `http://127.0.0.1:${secure}`
  while (!(await fetch(`${url}/health`).catch(() => null))) {
    if (nginx.exitCode !== null) throw new Error(`nginx ended with code ${nginx.exitCode}`)
  }
  return {
    url,
    log,
    errors,
    stored: () =>
      readdirSync(cache).map((name) => /^KEY: (.*)$/m.exec(readFileSync(join(cache, name), 'latin1'))?.[1] ?? name),
    async stop() {
      nginx.kill('SIGTERM')
      await once(nginx, 'exit')
    },
  }
}
